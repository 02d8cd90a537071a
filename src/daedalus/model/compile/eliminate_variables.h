// Stage 3c, for the residual form: variables that are computed by assignments are not unknowns of the
// integrator (causal/elimination.h). The results contain them all the same.
#pragma once

#include "daedalus/model/compile/prepare_model.h"

namespace daedalus::compile {

// The model without these variables; unchanged if nothing would be left.
PreparedModel EliminateVariables(PreparedModel model);

}  // namespace daedalus::compile
