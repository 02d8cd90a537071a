// Consistent derivatives after a kink, for problems F = A(t, y) y' - f(t, y) whose rows are either
// differential or free of y'.
//
// The differential rows, and the time derivatives of the algebraic ones, are linear equations for y':
//
//   A y' = f   (rows with a derivative),      dF/dy y' = -dF/dt   (rows without). (1)
//
// An algebraic unknown of index 2 does not occur in the algebraic rows; for it, (1) is solved for its value
// in place of its derivative, which is set to zero.
#pragma once

#include <span>

#include "problems/ivp_problem.h"

namespace daedalus::problems {

// y must fulfil the algebraic rows; of y, only the unknowns of index 2 are changed. False: (1) is singular.
bool MakeSlopesConsistent(const DaeProblem& dae, double t, std::span<double> y, std::span<double> yp);

}  // namespace daedalus::problems
