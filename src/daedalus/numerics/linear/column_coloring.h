// Groups the columns of a pattern so that no two columns of a group share a row: then one difference of the
// residual, with all columns of a group disturbed at once, gives all their Jacobian entries [CPR74] (A. R.
// Curtis, M. J. D. Powell, J. K. Reid, J. Inst. Math. Appl. 13, 1974).
//
// As in the paper, the groups are filled one after another, each with every column still free that fits, in
// ascending order. Cost: entries times groups. A band of width w needs w groups; a row with m entries needs m
// at least.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

// The columns of group g are columns[starts[g]] .. columns[starts[g+1]-1], ascending.
struct ColumnGroups {
  std::vector<std::int32_t> starts = {0};
  std::vector<std::int32_t> columns;

  std::int32_t size() const { return static_cast<std::int32_t>(starts.size()) - 1; }
  std::span<const std::int32_t> Group(std::int32_t g) const {
    return {columns.data() + starts[g], columns.data() + starts[g + 1]};
  }
};

ColumnGroups ColorColumns(const SparsePattern& pattern);

}  // namespace daedalus::linear
