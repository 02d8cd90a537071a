// The method `gear`: backward differentiation formulas of orders 1 to 6 in Nordsieck form with variable step
// and order, as C. W. Gear wrote the method down for F(t, y, y') = 0 [Gea70]:
//
//   - the array of scaled derivatives of all unknowns is predicted by the Pascal triangle and corrected by a
//     multiple of one vector l, eqs. (14)-(16), (23);
//   - one corrector (24) for differential and algebraic unknowns alike, up to three corrections, then a new
//     Jacobian, then a quarter of the step (section V);
//   - unknowns that are not differential and enter linearly (DaeProblem::enters_linearly) are not predicted,
//     v_{n,(0)} = v_{n-1} (end of section IV), and so not part of the error test;
//   - the order and step of the next step from the errors of the neighbouring orders, by the rules of the
//     program [Gea71] that section V refers to.
//
// Where we differ from the paper, or it says nothing: y' at the start is used, not set to zero. The error is
// measured as everywhere in this suite (error_norm.h). The step is changed by any ratio that the error
// requires. A change to a lower order keeps the past values ([BBH89]) instead of cutting the polynomial off.
//
// [Gea70] Gear, The Simultaneous Numerical Solution of Differential-Algebraic Equations, SLAC-PUB-723 (1970);
// IEEE Trans. Circuit Theory 18 (1971) 89. [Gea71] Gear, Numerical Initial Value Problems in Ordinary
// Differential Equations, 1971. [BBH89] Brown, Byrne & Hindmarsh, SIAM J. Sci. Stat. Comput. 10 (1989) 1038.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeGear(DaeProblem problem, Tolerances tolerances,
                                                            IntegratorOptions options = {});

}  // namespace daedalus::integrate
