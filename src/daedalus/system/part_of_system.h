// Some equations of a System, with as many variables, as a System of their own.
//
// Variables outside the part enter as functions of time: each one is replaced by its Taylor polynomial,
//
//   u(t) = sum over j of u_j (t - t0)^j / j!                                                              (1)
//
// which is exact for every use that needs no more derivatives at t0 than are given.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

struct PartOfSystem {
  std::vector<EquationId> equations;
  std::vector<VariableId> variables;
};

// A variable outside the part.
struct KnownVariable {
  VariableId variable;
  std::vector<double> derivatives;  // u_0, u_1, ...; at least one
};

// The outside variables in the equations of the part, ascending.
std::vector<VariableId> VariablesFromOutside(const System& whole, const PartOfSystem& part);

// Variables and equations are in the order of the part, parameters are unchanged. Initial equations are
// included if they contain no other variables. There is no discrete part, and there are no assertions.
// `known`: all outside variables, at the time t0.
System CutOut(const System& whole, const PartOfSystem& part, std::span<const KnownVariable> known, double t0);

}  // namespace daedalus
