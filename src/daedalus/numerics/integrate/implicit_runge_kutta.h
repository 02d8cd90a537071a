// Fully implicit Runge-Kutta methods for F(t, y, y') = 0 of index up to 3.
//
//   radau3    Radau IIA, 2 stages, order 3
//   radau5    Radau IIA, 3 stages, order 5 [HW96]
//   radau     Radau IIA, 3, 5 or 7 stages, order 5, 9 or 13, the order chosen as it goes [HW99]
//   lobatto4  Lobatto IIIC, 3 stages, order 4
//
// All are L-stable and stiffly accurate: a step ends in a point where F(t, y, y') = 0 holds. Their parts
// stand in runge_kutta/: coefficients (stage_tableau.h), linear systems (stage_system.h), the Newton
// iteration (newton_monitor.h), the error (stage_error.h), the step (fully_implicit.h).
//
// [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II, 2nd ed., sec. IV.8.
// [HW99] Hairer & Wanner, J. Comput. Appl. Math. 111 (1999) 93.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeRadau3(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeRadau5(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeRadau(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeLobatto4(DaeProblem problem, Tolerances tolerances,
                                                                IntegratorOptions options = {});

}  // namespace daedalus::integrate
