// The stabilised formulation of Gear, Gupta and Leimkuhler: positions and velocities both satisfy their
// constraints.
//
//   x' = u                           x' = u + G(x)^T mu
//   M u' = f - G(x)^T lambda   ->    M u' = f - G(x)^T lambda                  G = dg/dx                  (1)
//   0 = g(x)                         0 = g(x)
//                                    0 = dg/dt = G(x) u
//
// The multipliers mu are new unknowns. They vanish on the solution, and are otherwise as large as the drift
// that they prevent. The index falls from 3 to 2. So methods for index 2 integrate the equations as they
// stand, and nothing drifts.
//
// It needs constraints that are differentiated twice and relate positions: variables x whose derivatives are
// each determined by one other equation, linear in it with a constant coefficient. Other constraints of that
// index are rejected by name. Constraints that are differentiated once already have index 2, and stay.
//
// [GGL85] C. W. Gear, B. Leimkuhler, G. K. Gupta, "Automatic integration of Euler-Lagrange equations with
// constraints", J. Comput. Appl. Math. 12-13 (1985) 77-90.
#pragma once

#include <span>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// `differentiated`: which equations Pantelides differentiates, and how often.
Result<Unit> StabiliseByGgl(System& system, std::span<const causal::Differentiated> differentiated);

}  // namespace daedalus::compile
