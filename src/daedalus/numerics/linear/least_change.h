// The solution of a singular linear system that changes least, where there is one.
//
// An unknown that is undetermined for a moment keeps its value: the enthalpy in a pipe while nothing flows.
// Contradictory equations have no solution; their residual shows that.
#pragma once

#include <span>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

constexpr std::int32_t kMostLeastChange = 300;  // unknowns; the matrix is filled for it

// Minimizes |A d - r| and, among these d, the length of d in the units of the unknowns. False where A d = r
// has no solution to 1e-8 in the units of the rows, or the system is too large.
bool LeastChange(const SparsePattern& pattern, std::span<const double> entries, std::span<const double> units,
                 std::span<const double> r, std::span<double> d);

}  // namespace daedalus::linear
