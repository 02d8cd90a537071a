// What the integrators are told of each unknown of a model, besides its equations: one for each unknown, in
// the terms of integrate/dae_problem.h.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/integrate/dae_problem.h"

namespace daedalus::execute {

struct UnknownFacts {
  std::vector<char> is_differential;     // its derivative appears in the equations
  std::vector<std::uint8_t> index = {};  // 1, 2 or 3 (structure/perturbation_index.h); empty: all 1
};

// Which unknowns should be left out of the error test: the algebraic ones of index 2 and more. They are
// computed from derivatives of what a method has integrated, with its errors divided by the step size (once
// or twice); to test them would ask for that much more of the others, and where the method does not know of
// the index, for step sizes at which nothing but rounding is left. No equation integrates them, so their
// errors do not pile up. Differential unknowns of higher index stay in the test, where methods that know of
// the index count their errors less. Empty: none.
std::vector<char> UntestedUnknowns(const UnknownFacts& facts);

}  // namespace daedalus::execute
