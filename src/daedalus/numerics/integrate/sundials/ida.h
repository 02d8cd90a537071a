// The method `ida`: variable-order, variable-coefficient BDF of orders 1 to 5 in fixed-leading-coefficient
// form, by SUNDIALS IDA [Hin05] (A. C. Hindmarsh et al., ACM TOMS 31, 2005), after DASSL [BCP96].
//
// We give IDA our own matrices and linear solvers (linear/sundials/solver.h), so the Jacobian is written in
// place in pattern order and a singular one names its row and column. IDA never prints: its messages become
// StepOutcome::reason.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeIda(DaeProblem problem, Tolerances tolerances,
                                                           IntegratorOptions options = {});

}  // namespace daedalus::integrate
