// Guesses for variables that equations compute from others: v = e, where e has time, parameters and variables
// with a guess.
//
// States are chosen by the numbers in the matrices of their constraints (pivot_selector.h), at the start
// values before anything is solved. A constraint xb*x + yb*y = 0 whose xb and yb follow from the time has no
// number at all where these are taken for zero, because nobody gave them a start value.
#pragma once

#include <vector>

#include "daedalus/causal/pivot_selector.h"

namespace daedalus::causal {

// The values of the guess, with those of variables without a start value computed where some equation does
// so.
std::vector<double> WithAssigned(const System& system, const PivotPoint& guess);
// The same where nothing but start values, time and parameters is in what is computed, directly or by others:
// what was said goes on through the equations, what was assumed to be 0 does not.
std::vector<double> WithFollowing(const System& system, const PivotPoint& guess);

}  // namespace daedalus::causal
