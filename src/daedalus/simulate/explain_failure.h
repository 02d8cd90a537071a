// Why the integrator could not go on, in the user's terms: the time, the equation and the variable.
#pragma once

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/model_dae.h"
#include "daedalus/integrate/integrator.h"

namespace daedalus::simulate {

// `integrator` is as the failed step has left it: at the last good point.
Diagnostic ExplainStepFailure(const System& system, const initialize::ModelDae& dae,
                              const integrate::Integrator& integrator, const integrate::StepOutcome& failure);

}  // namespace daedalus::simulate
