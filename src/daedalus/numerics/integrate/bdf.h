// The method `bdf`, the default: backward differentiation formulas of orders 1 to 5 with variable step and
// order for F(t, y, y') = 0, in fixed-leading-coefficient form [JS80], organised as DASSL taught [BCP96].
//
// One step from t_n to t_{n+1} = t_n + h at order k:
//
//   1. Predict (y_0, y'_0): value and slope at t_{n+1} of the polynomial through the last k + 1 values.
//   2. Correct: solve F(t_{n+1}, y, y'_0 + c (y - y_0)) = 0 with c = gamma_k / h and
//      gamma_k = 1 + 1/2 + .. + 1/k, by Newton's method with the scaled matrix (1/c) dF/dy + dF/dy' of
//      Cellier & Kofman (8.78).
//   3. Test the error, a known multiple of E = y - y_0.
//   4. Choose order and size of the next step from the differences of orders k-1, k, k+1.
//
// The parts are in multistep/: coefficients of variable steps (bdf_coefficients.h), the past
// (divided_differences.h), Newton's iteration (bdf_corrector.h), the choice of order and step
// (bdf_control.h).
//
// Where we differ from DASSL and IDA:
//   - The two parts of the Jacobian are kept. So a change of step or order costs a factorization and no
//     evaluation, and the matrix always belongs to the current step. Linear constraints are solved exactly,
//     and most steps need one iteration.
//   - Steps are changed in finer ratios than 2, and aim at a smaller error.
//   - Order 1 is for the start only: bdf_control.h says why.
//   - Errors and iterations of unknowns of index 2 and 3 are scaled (error_norm.h), so index 2 and 3 can be
//     integrated.
//
// [BCP96] K. E. Brenan, S. L. Campbell, L. R. Petzold, Numerical Solution of Initial-Value Problems in DAEs,
// SIAM 1996, ch. 5. [JS80] K. R. Jackson, R. Sacks-Davis, ACM TOMS 6 (1980) 295.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeBdf(DaeProblem problem, Tolerances tolerances,
                                                           IntegratorOptions options = {});

}  // namespace daedalus::integrate
