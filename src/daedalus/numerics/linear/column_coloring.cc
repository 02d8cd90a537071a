#include "daedalus/numerics/linear/column_coloring.h"

#include <algorithm>
#include <numeric>

namespace daedalus::linear {

ColumnGroups ColorColumns(const SparsePattern& pattern) {
  ColumnGroups groups;
  groups.columns.reserve(pattern.cols);
  std::vector<std::int32_t> free(pattern.cols);
  std::iota(free.begin(), free.end(), 0);
  std::vector<std::int32_t> last_group(pattern.rows, -1);  // the last group that used the row
  while (!free.empty()) {
    const std::int32_t group = groups.size();
    std::size_t kept = 0;
    for (const std::int32_t j : free) {
      const auto rows = pattern.Column(j);
      if (std::ranges::any_of(rows, [&](std::int32_t i) { return last_group[i] == group; })) {
        free[kept++] = j;
        continue;
      }
      for (const std::int32_t i : rows) last_group[i] = group;
      groups.columns.push_back(j);
    }
    free.resize(kept);
    groups.starts.push_back(static_cast<std::int32_t>(groups.columns.size()));
  }
  return groups;
}

}  // namespace daedalus::linear
