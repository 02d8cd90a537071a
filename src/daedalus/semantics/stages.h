// The stages of flatten.h, for those who have an instance tree: a model that is simulated, or a class that is
// checked alone.
#pragma once

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/flatten.h"

namespace daedalus::semantics {

// From the root of the instance tree to the System of the context. What is wrong is in its reporter.
void RunStages(Context& context, NodeId root, const FlattenOptions& options);

}  // namespace daedalus::semantics
