// From any index to index 1: the constraints are differentiated, and some derivatives become algebraic
// unknowns.
//
// Pantelides finds which equations are to be differentiated and how often (structure/pantelides.h); the dummy
// derivatives say which derivatives keep their meaning for the integrator (structure/dummy_derivatives.h).
// Here both meet the symbols: the result is again a System, whose equations are the given ones, their
// derivatives, and nothing that is new to the stages behind it.
//
//   der(x), a dummy derivative           becomes the algebraic variable named `der(x)`
//   der(der(x)), where x' is a state     x' becomes the variable `der(x)` with the equation der(x) = 'der(x)'
//
// Which candidates become dummies is decided by numerical pivoting at the start values: of the candidates in
// order of dispensability (stateSelect first), the first one whose pivot is not much smaller than the best
// one. By Griewank's lemma the partial derivative of a differentiated equation with respect to a
// differentiated variable is that of the undifferentiated ones, so only given equations are evaluated. Where
// the start values tell nothing, structure decides.
//
// The choice is made once. Where it loses rank during a run, the integrator fails there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct Differentiated {
  EquationId equation;  // of the given system, whose equations come first in the reduced one
  std::uint32_t times = 0;
};

struct ReducedSystem {
  System system;
  int structural_index = 0;                    // of the given system
  std::vector<Differentiated> differentiated;  // in the order of the equations
  std::vector<std::string> states;
  std::vector<std::string> dummy_derivatives;
};

// The values at the start by which the dummies are chosen.
struct PivotPoint {
  double time = 0;
  std::span<const double> start;  // per variable
  std::span<const double> parameters;
};

// Fails where the system is structurally singular (D0310).
Result<ReducedSystem> ReduceIndex(System system, const PivotPoint& point);

}  // namespace daedalus::causal
