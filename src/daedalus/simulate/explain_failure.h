// Why the integrator could not go on, in the user's terms: the time, the equation and the variable.
#pragma once

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/ode_model.h"
#include "daedalus/initialize/model_dae.h"
#include "daedalus/integrate/integrator.h"

namespace daedalus::simulate {

// `last` is the last good point, where the failed step has begun.
Diagnostic ExplainStepFailure(const System& system, const initialize::ModelDae& dae,
                              const initialize::EvaluationPoint& last, const integrate::StepOutcome& failure);

// The loop by its unknowns and equations, and what was tried last.
Diagnostic ExplainLoopFailure(const System& system, const causal::Program& program,
                              const execute::OdeModel::Failure& failure);

}  // namespace daedalus::simulate
