// The pivots of a sparse matrix, for those who eliminate with them elsewhere: in code that is written for one
// pattern.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

// Row rows[k] and column columns[k] meet in pivot k.
struct PivotChoice {
  std::vector<std::int32_t> rows, columns;
};

// By few entries to come, and by the size that these values have (sparse_lu.h). Nothing where the matrix is
// singular, or not finite.
std::optional<PivotChoice> ChoosePivots(const SparsePattern& pattern, std::span<const double> values);

}  // namespace daedalus::linear
