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

// Chooses pivots that cause little fill-in and that are large for these values (sparse_lu.h). nullopt if the
// matrix is singular or not finite.
std::optional<PivotChoice> ChoosePivots(const SparsePattern& pattern, std::span<const double> values);

}  // namespace daedalus::linear
