// Some equations of a System, with as many variables, as a System of their own.
//
// The rest of the world enters as functions of time: of each variable outside that the equations speak of,
// its Taylor polynomial at a time is put in,
//
//   u(t) = sum over j of u_j (t - t0)^j / j!                                                              (1)
//
// which is exact for whatever asks for no more derivatives at t0 than are given.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

struct PartOfSystem {
  std::vector<EquationId> equations;
  std::vector<VariableId> variables;
};

// A variable that is not of the part.
struct KnownVariable {
  VariableId variable;
  std::vector<double> derivatives;  // u_0, u_1, ...; at least one
};

// Those in the equations of the part that are not of it, ascending.
std::vector<VariableId> VariablesFromOutside(const System& whole, const PartOfSystem& part);

// Variables and equations in the order of the part, parameters as they are. Initial equations come along
// where they speak of nothing else; there is no discrete part, and nothing is asserted. `known`: all
// variables from outside, at the time t0.
System CutOut(const System& whole, const PartOfSystem& part, std::span<const KnownVariable> known, double t0);

}  // namespace daedalus
