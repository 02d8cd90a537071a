// The stages of flatten.h for an existing instance tree: of a model that is simulated, or of a class that is
// checked alone.
#pragma once

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/flatten.h"

namespace daedalus::semantics {

// From the root of the instance tree to the System of the context. Mistakes are in its reporter.
void RunStages(Context& context, NodeId root, const FlattenOptions& options);

}  // namespace daedalus::semantics
