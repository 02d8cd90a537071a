// The `experiment` annotation of a class (Modelica 3.6, section 18.4).
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

void ReadExperiment(Context& context, const syntax::ClassDefinition& definition);

}  // namespace daedalus::semantics
