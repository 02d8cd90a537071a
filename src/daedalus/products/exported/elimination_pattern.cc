#include "daedalus/products/exported/elimination_pattern.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "daedalus/numerics/linear/pivot_choice.h"

namespace daedalus::exported {

std::optional<EliminationPattern> PlanElimination(const expr::Graph& graph, std::size_t n,
                                                  std::span<const MatrixEntry> entries,
                                                  const expr::Point& start) {
  std::vector<std::size_t> by_column(entries.size());
  std::iota(by_column.begin(), by_column.end(), 0);
  std::ranges::sort(by_column, {},
                    [&](std::size_t e) { return std::pair(entries[e].column, entries[e].row); });
  linear::SparsePattern pattern;
  pattern.rows = pattern.cols = static_cast<std::int32_t>(n);
  pattern.column_starts.assign(n + 1, 0);
  std::vector<double> values;
  expr::Evaluator evaluator(graph);
  evaluator.SetPoint(start);
  for (const std::size_t e : by_column) {
    ++pattern.column_starts[entries[e].column + 1];
    pattern.row_indices.push_back(static_cast<std::int32_t>(entries[e].row));
    values.push_back(evaluator.Value(entries[e].value));
  }
  for (std::size_t j = 0; j < n; ++j) pattern.column_starts[j + 1] += pattern.column_starts[j];
  const auto pivots = linear::ChoosePivots(pattern, values);
  if (!pivots) return std::nullopt;

  EliminationPattern out;
  std::vector<std::size_t> pivot_of_row(n), pivot_of_column(n);
  for (std::size_t k = 0; k < n; ++k) {
    out.rows.push_back(static_cast<std::size_t>(pivots->rows[k]));
    out.columns.push_back(static_cast<std::size_t>(pivots->columns[k]));
    pivot_of_row[out.rows[k]] = pivot_of_column[out.columns[k]] = k;
  }
  std::vector<std::set<std::size_t>> filled(n);
  for (std::size_t k = 0; k < n; ++k) filled[k].insert(k);
  for (const MatrixEntry& entry : entries)
    filled[pivot_of_column[entry.column]].insert(pivot_of_row[entry.row]);
  // Column j loses multiples of all columns k < j in which it has an entry. Their entries below the pivots
  // fill in.
  for (std::size_t j = 0; j < n; ++j) {
    for (auto k = filled[j].begin(); *k < j; ++k)
      filled[j].insert(filled[*k].upper_bound(*k), filled[*k].end());
  }
  for (std::size_t j = 0; j < n; ++j) {
    out.starts.push_back(static_cast<int>(out.entry_rows.size()));
    for (const std::size_t row : filled[j]) {
      if (row == j) out.diagonals.push_back(static_cast<int>(out.entry_rows.size()));
      out.entry_rows.push_back(static_cast<int>(row));
    }
  }
  out.starts.push_back(static_cast<int>(out.entry_rows.size()));
  for (const MatrixEntry& entry : entries) {
    const std::size_t j = pivot_of_column[entry.column];
    const auto begin = out.entry_rows.begin() + out.starts[j],
               end = out.entry_rows.begin() + out.starts[j + 1];
    out.places.push_back(static_cast<std::size_t>(
        std::lower_bound(begin, end, static_cast<int>(pivot_of_row[entry.row])) - out.entry_rows.begin()));
  }
  return out;
}

}  // namespace daedalus::exported
