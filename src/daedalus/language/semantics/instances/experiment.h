// The `experiment` annotation of a class (Modelica 3.6, section 18.4).
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Of the class of the model.
void ReadExperiment(Context& context, NodeId root);

}  // namespace daedalus::semantics
