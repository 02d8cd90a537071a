// Guesses for variables that equations compute from others: v = e, where e has time, parameters and variables
// with a guess.
//
// States are chosen by the numbers in the matrices of their constraints (pivot_selector.h), at the start
// values, before anything is solved. Example: xb*x + yb*y = 0, where xb and yb are functions of time without
// start values. With xb = yb = 0 this constraint would be empty.
#pragma once

#include <vector>

#include "daedalus/programs/causal/pivot_selector.h"

namespace daedalus::causal {

// True if the start value was given to this variable. That of a type, such as 1 for every density, holds for
// all quantities of its kind and says nothing about one of them: what follows from given values is a better
// guess.
bool HasOwnStart(const Variable& variable);

// The values of the guess. Variables without a start value are computed if an equation assigns them.
std::vector<double> WithAssigned(const System& system, const PivotPoint& guess);
// The guess, with values only for variables that follow from own start values, time and parameters, directly
// or through others. Given values propagate through the equations, assumed zeros and values of types do not.
std::vector<double> WithFollowing(const System& system, const PivotPoint& guess);

}  // namespace daedalus::causal
