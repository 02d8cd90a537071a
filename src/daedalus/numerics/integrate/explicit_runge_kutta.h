// The methods `euler`, `rk4`, `dopri5` and `dop853` for y' = f(t, y), that is F(t, y, y') = y' - f(t, y): the
// causal form of a model. They solve no equations, need no Jacobian, and are the fastest where nothing is
// stiff.
//
// A step of size h has the slopes and the end
//
//   k_i = f(t_n + c_i h, y_n + h sum_{j<i} a_ij k_j),   y_{n+1} = y_n + h sum_i b_i k_i
//
// with the tableaus of theory/tableau.h. The slope at the end is evaluated before the step is accepted, and
// is the first of the next step (dopri5, dop853: it is the last stage anyway).
//
//   dopri5: order 5, error by the embedded solution of order 4, dense output of order 4 ([HNW93] II.6, eq.
//   (6.12): a cubic Hermite polynomial plus a term of degree four). It watches its own stability
//   (stiffness_detector.h), and reports stiffness in Statistics::advice.
//
//   dop853: order 8, error by embedded solutions of order 5 and 3, dense output of order 7
//   (theory/dense_terms.h). Dense output takes four more evaluations for each accepted step: sixteen in all.
//   Steps of this order are so long that values inside of them are nearly always wanted.
//
//   euler, rk4: of order p = 1 and 4, without an embedded solution. With a fixed step as they stand; without,
//   each step is made once as a whole and once in two halves, of which the second result counts, and
//   (half - whole) / (2^p - 1) is its error ([HNW93] II.4). Dense output: cubic Hermite polynomials (of order
//   3, or that of the method) between the ends of steps, or of halves.
//
// Whether dF/dy' = I is tested once by two evaluations; if not, the start is refused.
//
// [HNW93] Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 1993.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeEuler(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeRungeKutta4(DaeProblem problem, Tolerances tolerances,
                                                                   IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeDopri5(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeDop853(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options = {});

}  // namespace daedalus::integrate
