#include "daedalus/structure/causalize.h"

#include <algorithm>
#include <utility>

namespace daedalus::structure {
namespace {

// One side of the bipartite graph: the rows, or the columns.
template <class Own, class Other>
struct CausalizedSide {
  explicit CausalizedSide(const BasicIncidence<Own, Other>& neighbours)
      : graph(neighbours), closed(neighbours.num_rows(), 0) {
    num_open.reserve(neighbours.num_rows());
    for (const Own id : neighbours.Rows()) {
      num_open.Add(static_cast<std::uint32_t>(neighbours.Row(id).size()));
    }
  }

  bool IsSingle(Own id) const { return !closed[id] && num_open[id] == 1; }

  const BasicIncidence<Own, Other>& graph;
  IdVector<Own, std::uint32_t> num_open;  // open neighbours of each
  IdVector<Own, char> closed;
};

class Causalizer {
 public:
  Causalizer(const Incidence& by_row, const TransposedIncidence& by_column)
      : rows_(by_row), columns_(by_column) {}

  Causalization Run() {
    // (1)
    for (const RowId row : rows_.graph.Rows()) ListIfSingle(row);
    for (const ColumnId column : columns_.graph.Rows()) ListIfSingle(column);
    // (2) The list grows behind the loop.
    for (std::size_t at = 0; at < list_.size(); ++at) Apply(list_[at]);
    std::reverse(result_.last.begin(), result_.last.end());
    // (3)
    Remaining(rows_, &result_.core_rows, &result_.constraints);
    Remaining(columns_, &result_.core_columns, &result_.undetermined);
    return std::move(result_);
  }

 private:
  void ListIfSingle(RowId row) {
    if (rows_.IsSingle(row)) list_.push_back({row, {}});
  }
  void ListIfSingle(ColumnId column) {
    if (columns_.IsSingle(column)) list_.push_back({{}, column});
  }

  template <class Own, class Other>
  static Other OpenNeighbour(const CausalizedSide<Own, Other>& side, const CausalizedSide<Other, Own>& other,
                             Own id) {
    const auto neighbours = side.graph.Row(id);
    return *std::find_if(neighbours.begin(), neighbours.end(), [&](Other n) { return !other.closed[n]; });
  }

  // `single` is a row by rule 1, or a column by rule 2; something else may have come first.
  void Apply(Entry single) {
    if (single.row.IsValid()) {
      if (!rows_.IsSingle(single.row)) return;
      single.column = OpenNeighbour(rows_, columns_, single.row);
      result_.first.push_back(single);
    } else {
      if (!columns_.IsSingle(single.column)) return;
      single.row = OpenNeighbour(columns_, rows_, single.column);
      result_.last.push_back(single);
    }
    Close(single.row, single.column);
  }

  void Close(RowId row, ColumnId column) {
    rows_.closed[row] = columns_.closed[column] = 1;
    for (const RowId r : columns_.graph.Row(column)) {
      --rows_.num_open[r];
      ListIfSingle(r);
    }
    for (const ColumnId c : rows_.graph.Row(row)) {
      --columns_.num_open[c];
      ListIfSingle(c);
    }
  }

  template <class Own, class Other>
  static void Remaining(const CausalizedSide<Own, Other>& side, std::vector<Own>* core,
                        std::vector<Own>* lost) {
    for (const Own id : side.graph.Rows()) {
      if (!side.closed[id]) (side.num_open[id] == 0 ? lost : core)->push_back(id);
    }
  }

  CausalizedSide<RowId, ColumnId> rows_;
  CausalizedSide<ColumnId, RowId> columns_;
  std::vector<Entry> list_;  // a row or a column that had one open neighbour left; the other is not valid
  Causalization result_;
};

}  // namespace

Causalization Causalize(const Incidence& incidence) {
  const TransposedIncidence by_column = Transpose(incidence);
  return Causalizer(incidence, by_column).Run();
}

}  // namespace daedalus::structure
