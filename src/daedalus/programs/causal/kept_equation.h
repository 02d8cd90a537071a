// An equation that was taken out of a system, because others say the same, must hold all the same.
//
// Index reduction replaces equations by combinations (structure_conversion.h), and constraints that follow
// from others are left out (compile/redundant_constraints.h). Both are right near the start, and both may
// cease to be right during the run. Then the solution satisfies other equations than the user's, and nothing
// else would notice. So an assertion watches the equation.
//
// A residual f means nothing without a size to compare it with. Its size is that of its terms,
//
//   |f| <= share * max(sum of |t_i|, max over j of |df/dx_j| max(|x_j|, nominal_j)),                     (1)
//
// with f = t_1 + t_2 + ... and the unknowns x_j of f. The second size is that of the largest term of the
// linearised equation, as rank_probe.h has it: it does not depend on how the equation is written, and where
// all terms are near zero the nominal values remain. The first size counts what the linearised equation does
// not see: sin(x) - 1 has no slope where it is zero. Both have the unit of f, so the test gives the same
// answer in metres and in nanometres.
#pragma once

#include <string>

#include "daedalus/system/system.h"

namespace daedalus::causal {

// (1) for this equation. Builds partial derivatives in the graph of the system.
Assertion StillHolds(System& system, const Equation& equation, double share, std::string message);

}  // namespace daedalus::causal
