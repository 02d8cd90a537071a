// Two problems of any size with exact patterns.
#pragma once

#include <cstdint>

#include "problems/ivp_problem.h"

namespace daedalus::problems {

// u_t = u_xx on (0, 1), u = 0 at both ends, by second differences on n inner points. u(0) = sin(pi x) + sin(3
// pi x) / 3 is a sum of eigenvectors, so the reference is exact. To t = 0.1.
IvpProblem Heat1d(std::int32_t n);

// A chain of cells, each a resistor along and a capacitor to ground; 1 - exp(-t) drives its beginning, to t =
// 100. Two unknowns a cell, the voltage and the (algebraic) current into it: n = 2 * num_cells, index 1.
IvpProblem RcLadder(std::int32_t num_cells);

}  // namespace daedalus::problems
