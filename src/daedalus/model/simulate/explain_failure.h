// Explains why the integrator failed, in the user's terms: the time, the equation and the variable.
#pragma once

#include <cstdint>
#include <span>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/programs/execute/branch_watch.h"
#include "daedalus/programs/execute/dae_model.h"
#include "daedalus/programs/execute/ode_model.h"
#include "daedalus/programs/execute/sensitivity_watch.h"

namespace daedalus::simulate {

// `last` is the last good point, where the failed step began.
Diagnostic ExplainStepFailure(const System& system, const execute::DaeModel& dae,
                              const execute::EvaluationPoint& last, const integrate::StepOutcome& failure);

// Names the first unknown, in the order of execution, without a finite value at a point, and the equation
// that is solved for it. `program` belongs to the system.
Diagnostic ExplainNonFiniteUnknown(const System& system, const causal::Program& program,
                                   execute::EvaluationPoint point, std::span<const double> parameters);

// Names the unknowns and equations of the loop, and the last attempt to solve it.
Diagnostic ExplainLoopFailure(const System& system, const causal::Program& program,
                              const execute::OdeModel::Failure& failure);

// A warning: for the first time in a run, a loop has passed a position where its solutions cross.
Diagnostic DescribeSingularPosition(const System& system, const causal::Program& program,
                                    const execute::SingularPosition& position, std::int64_t num_passed);
// A warning: the states do not determine an unknown of a loop to its tolerance.
Diagnostic DescribeBlurredUnknown(const System& system, const execute::BlurredUnknown& blurred);

}  // namespace daedalus::simulate
