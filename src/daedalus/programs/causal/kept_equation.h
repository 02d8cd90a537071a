// An equation that was removed from a system because others imply it must still hold.
//
// Index reduction replaces equations by combinations (structure_conversion.h), and constraints that follow
// from others are left out (compile/redundant_constraints.h). Both are right near the start, and may become
// wrong during the run. Then the solution satisfies other equations than the user's, and nothing else would
// detect this. So an assertion watches the equation.
//
// A residual f means nothing without a size to compare it with. Its size is that of its terms,
//
//   |f| <= share * max(sum of |t_i|, max over j of |df/dx_j| max(|x_j|, nominal_j)),                     (1)
//
// with f = t_1 + t_2 + ... and the unknowns x_j of f. The second size is that of the largest term of the
// linearised equation, as in rank_probe.h. It does not depend on how the equation is written, and nominal
// values remain if all terms are near zero. The first size covers what linearisation loses: sin(x) - 1 has no
// slope where it is zero. Both have the unit of f, so the test gives the same answer in metres and in
// nanometres.
#pragma once

#include <string>

#include "daedalus/system/system.h"

namespace daedalus::causal {

// (1) for this equation. Builds partial derivatives in the graph of the system.
Assertion StillHolds(System& system, const Equation& equation, double share, std::string message);

}  // namespace daedalus::causal
