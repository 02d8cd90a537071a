// What the integrators are told of each unknown of a model, besides its equations: one for each unknown, in
// the terms of integrate/dae_problem.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::execute {

struct UnknownFacts {
  std::vector<char> is_differential;        // its derivative appears in the equations
  std::vector<std::uint8_t> index = {};     // 1, 2 or 3 (structure/perturbation_index.h); empty: all 1
  std::vector<integrate::Sign> signs = {};  // empty: any
};

// min = 0 is the sign of an unknown that does not become negative, max = 0 of one that does not become
// positive; other bounds are none. Empty where nothing has a sign.
std::vector<integrate::Sign> SignsOf(std::span<const double> min, std::span<const double> max);

// Which unknowns should be left out of the error test: the algebraic ones of index 2 and more. They are
// computed from derivatives of what a method has integrated, with its errors divided by the step size, once
// or twice. No equation integrates them, so their errors do not pile up; but to test them, even by the weaker
// measure that methods have for such unknowns, takes two to eight times the steps in models/higher_index, and
// brings `radau` to step sizes at which nothing but rounding is left. Differential unknowns of higher index
// stay in the test. Empty: none.
std::vector<char> UntestedUnknowns(const UnknownFacts& facts);

}  // namespace daedalus::execute
