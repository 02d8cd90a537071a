// The `experiment` annotation of a class (Modelica 3.6, section 18.4).
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Reads the experiment annotation of the model's class.
void ReadExperiment(Context& context, NodeId root);

}  // namespace daedalus::semantics
