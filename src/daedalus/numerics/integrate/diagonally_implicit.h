// Diagonally implicit one-step methods for F(t, y, y') = 0 of index 1: their stages are solved one after
// another, all with the same matrix.
//
//   backward-euler  order 1, L-stable
//   trapezoid       order 2, A-stable and symmetric: no damping at all, Cellier & Kofman (8.132)
//   bi2             backinterpolation: half a step of forward Euler with y'_n, half a step of backward Euler.
//                   y_{n+1/2} = y_n + h/2 y'_n and y_{n+1} = y_{n+1/2} + h/2 y'_{n+1} are together the
//                   trapezoidal rule, so this is another name for it, under which Cellier & Kofman sec. 8.10
//                   (Fig. 8.32) know it; a pair of their steps is one of ours.
//   sdirk4          HW-SDIRK(3)4, five stages, order 4, L-stable, stiffly accurate ([HW96] Table IV.6.5)
//
// Stage i of a step of size h has the value and the slope
//
//   Y_i = B_i + h gamma K_i,   B_i = y_n + h sum_{j<i} a_ij K_j,
//   F(t_n + c_i h, Y_i, (Y_i - B_i) / (h gamma)) = 0,                                              (1)
//
// solved for Y_i by simplified Newton iterations with the matrix dF/dy + 1/(h gamma) dF/dy', evaluated when
// the iteration was slow and factored when h changes. All methods here end in their last stage,
// y_{n+1} = Y_s, so that algebraic equations hold at the end of every step. The slope K_0 = y'_n is known
// before.
//
// Errors: with d = h sum e_j K_j (an embedded solution of order 3 for sdirk4; half the difference to forward
// Euler for backward-euler; for the trapezoidal rule the difference to the Adams-Bashforth formula of second
// order through the last two slopes, times 1 / (3 (1 + h_{n-1} / h_n)), by Milne's device), the error is
//
//   (dF/dy + 1/(h gamma) dF/dy')^-1 dF/dy' d / (h gamma) (2)
//
// ([HW96] IV.8): stiff components are damped as the method damps them, and algebraic unknowns have the error
// that follows from that of the others. sdirk4 has no stage before t_n + h/4. To detect a jump of y' there,
// its d has a share of K_0 ((3) of diagonal_method.h).
//
// Dense output: cubic Hermite polynomials. The slopes of algebraic unknowns at the end are differences. The
// trapezoidal rule takes the last three values, backward Euler the last two, and sdirk4 the stages.
//
// [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II, 1996.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeBackwardEuler(DaeProblem problem,
                                                                     Tolerances tolerances,
                                                                     IntegratorOptions options = {});
// `trapezoid` and `bi2`.
Expected<std::unique_ptr<Integrator>, std::string> MakeTrapezoid(DaeProblem problem, Tolerances tolerances,
                                                                 IntegratorOptions options = {});
Expected<std::unique_ptr<Integrator>, std::string> MakeSdirk4(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options = {});

}  // namespace daedalus::integrate
