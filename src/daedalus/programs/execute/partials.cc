#include "daedalus/programs/execute/partials.h"

#include <map>
#include <utility>

#include "daedalus/system/expr/differentiate.h"

namespace daedalus::execute {

using expr::ExprId;

linear::SparsePattern AddPartials(expr::Graph& graph, std::span<const ExprId> leaves,
                                  std::vector<ExprId>& rows) {
  std::map<ExprId, std::int32_t> column_of;
  for (const ExprId leaf : leaves) column_of.emplace(leaf, static_cast<std::int32_t>(column_of.size()));
  std::map<std::pair<std::int32_t, std::int32_t>, ExprId> partials;  // by column, then row
  expr::Differentiator differentiator(graph);
  const auto num_rows = static_cast<std::int32_t>(rows.size());
  for (std::int32_t row = 0; row < num_rows; ++row) {
    for (const auto& [leaf, value] : differentiator.Gradient(rows[static_cast<std::size_t>(row)])) {
      const auto column = column_of.find(leaf.id);
      if (column != column_of.end()) partials[{column->second, row}] = value;
    }
  }
  std::vector<linear::Entry> entries;
  for (const auto& [place, value] : partials) {
    entries.push_back({place.second, place.first});
    rows.push_back(value);
  }
  return linear::PatternFromEntries(num_rows, static_cast<std::int32_t>(leaves.size()), entries);
}

SquarePart SquarePartOf(const linear::SparsePattern& pattern, std::int32_t n) {
  SquarePart out;
  if (n == 0) return out;
  std::vector<linear::Entry> inner;
  for (std::int32_t column = 0; column < n; ++column) {
    const auto end = static_cast<std::size_t>(pattern.column_starts[static_cast<std::size_t>(column) + 1]);
    for (auto k = static_cast<std::size_t>(pattern.column_starts[static_cast<std::size_t>(column)]); k < end;
         ++k) {
      if (pattern.row_indices[k] >= n) continue;
      out.forward_entries.push_back(k);
      inner.push_back({pattern.row_indices[k], column});
    }
  }
  const linear::SparsePattern square = linear::PatternFromEntries(n, n, inner);
  linear::Transposed transposed = linear::Transpose(square);
  for (const std::int32_t source : transposed.source)
    out.transposed_entries.push_back(out.forward_entries[static_cast<std::size_t>(source)]);
  out.forward = linear::CopyableSolver(square);
  out.transposed = linear::CopyableSolver(std::move(transposed.pattern));
  return out;
}

}  // namespace daedalus::execute
