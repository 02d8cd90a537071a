// Why the integrator could not go on, in the user's terms: the time, the equation and the variable.
#pragma once

#include <cstdint>
#include <span>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/branch_watch.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/execute/ode_model.h"
#include "daedalus/execute/sensitivity_watch.h"
#include "daedalus/integrate/integrator.h"

namespace daedalus::simulate {

// `last` is the last good point, where the failed step has begun.
Diagnostic ExplainStepFailure(const System& system, const execute::DaeModel& dae,
                              const execute::EvaluationPoint& last, const integrate::StepOutcome& failure);

// The first unknown, in the order of execution, that has no finite value at a point, by the equation that is
// solved for it. `program` is of the system.
Diagnostic ExplainNonFiniteUnknown(const System& system, const causal::Program& program,
                                   execute::EvaluationPoint point, std::span<const double> parameters);

// The loop by its unknowns and equations, and what was tried last.
Diagnostic ExplainLoopFailure(const System& system, const causal::Program& program,
                              const execute::OdeModel::Failure& failure);

// That a loop has passed a position where its solutions cross, for the first time in a run, as a warning.
Diagnostic DescribeSingularPosition(const System& system, const causal::Program& program,
                                    const execute::SingularPosition& position, std::int64_t num_passed);
// An unknown of a loop that the states do not determine to their tolerance.
Diagnostic DescribeBlurredUnknown(const System& system, const execute::BlurredUnknown& blurred);

}  // namespace daedalus::simulate
