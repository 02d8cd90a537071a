// An integrator that crosses unannounced discontinuities.
//
// A step over a jump of F in t or y has an error that does not vanish with the step. The error test (or the
// corrector) rejects every size, until the step vanishes and the method gives up just before the jump. All
// methods do, IDA, DASSL and RADAU5 too. The right remedy is a root function (roots.h) and a restart at its
// zero. If there is none, this integrator helps. When the inner method gives up in that way, it crosses the
// jump with tiny backward Euler steps (restart.h), which need no smoothness. Then it restarts the method.
//
// Rules, so that a failure is not hidden:
//
//  1. Only a failing error test, a corrector without convergence, and a vanishing step are crossed; never
//     a singular Jacobian, a failing callback or a sign violated.
//  2. What y' multiplies must be continuous: over the crossing, dF/dy' (y_after - y_before) is at most ten
//     tolerances in every row. (y' and algebraic unknowns may jump.) Most of this difference is the error of
//     the state in which the method gave up: for the charge pump, bdf was six tolerances off its constraints.
//     A pole is not crossed: the crossing would have to vanish too.
//  3. The first attempt has a thousandth of the largest step since the restart. Where the iteration fails or
//     rule 2 is broken, a shorter one is tried, a dozen times.
//  4. Every crossing is counted (Statistics::crossings), at most CrossingOptions::max_crossings since
//     Initialize(); then the failure is reported as it came.
//
// The price (docs/decisions/010-discontinuities.md): some twenty rejected attempts, and an error of the order
// of the jump of y' times the length of the crossing. Rule 2 bounds this error by ten tolerances.
#pragma once

#include <cstdint>
#include <memory>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

struct CrossingOptions {
  std::int64_t max_crossings = 1000;
};

// `inner` must have been made for the same problem and tolerances, which must have passed FindInputError.
std::unique_ptr<Integrator> MakeCrossing(std::unique_ptr<Integrator> inner, DaeProblem problem,
                                         const Tolerances& tolerances, CrossingOptions options = {});

}  // namespace daedalus::integrate
