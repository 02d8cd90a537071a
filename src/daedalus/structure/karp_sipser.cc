#include "daedalus/structure/karp_sipser.h"

#include <limits>
#include <vector>

#include "daedalus/base/prefetch.h"

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kMatched = std::numeric_limits<std::uint32_t>::max();

// One side of the graph, the rows or the columns. In a large random graph every access to a neighbour is a
// cache miss, so related data lie together. A free vertex has the number of its free neighbours and the
// exclusive or of their ids: the id itself if one is left. A matched vertex has its partner in the same
// place.
template <class Own, class Other>
struct OpenSide {
  struct State {
    std::uint32_t degree;
    std::uint32_t neighbours;

    Other Neighbour() const { return Other(neighbours); }
  };

  explicit OpenSide(const BasicIncidence<Own, Other>& incidence) : graph(incidence) {
    states.reserve(graph.num_rows());
    for (const Own id : graph.Rows()) {
      std::uint32_t all = 0;
      for (const Other n : graph.Row(id)) all ^= n.value;
      states.Add({static_cast<std::uint32_t>(graph.Row(id).size()), all});
      if (IsSingle(id)) singles.push_back(id);
    }
  }

  bool IsFree(Own id) const { return states[id].degree != kMatched; }
  bool IsSingle(Own id) const { return states[id].degree == 1; }
  IdVector<Own, Other> Partners() const {
    IdVector<Own, Other> partners;
    partners.reserve(states.size());
    for (const State& s : states) partners.Add(s.degree == kMatched ? s.Neighbour() : Other());
    return partners;
  }

  const BasicIncidence<Own, Other>& graph;
  IdVector<Own, State> states;
  std::vector<Own> singles;  // first in, first out: what they lead to is on its way from memory
  std::size_t next_single = 0;
};

class KarpSipser {
 public:
  KarpSipser(const Incidence& by_row, const TransposedIncidence& by_column)
      : rows_(by_row), columns_(by_column) {}

  Matching Run() {
    MatchSingles();
    for (const RowId row : rows_.graph.Rows()) {
      if (!rows_.IsFree(row) || rows_.states[row].degree == 0) continue;
      Match(row, RarestColumn(row));  // (2)
      MatchSingles();
    }
    return {rows_.Partners(), columns_.Partners(), size_};
  }

 private:
  // (1)
  void MatchSingles() {
    for (;;) {
      if (rows_.next_single < rows_.singles.size()) {
        const RowId row = rows_.singles[rows_.next_single++];
        if (rows_.IsSingle(row)) Match(row, rows_.states[row].Neighbour());
      } else if (columns_.next_single < columns_.singles.size()) {
        const ColumnId column = columns_.singles[columns_.next_single++];
        if (columns_.IsSingle(column)) Match(columns_.states[column].Neighbour(), column);
      } else {
        break;
      }
    }
    rows_.singles.clear();
    columns_.singles.clear();
    rows_.next_single = columns_.next_single = 0;
  }

  ColumnId RarestColumn(RowId row) const {
    ColumnId best;
    std::uint32_t least = kMatched;
    for (const ColumnId column : rows_.graph.Row(row)) {
      if (columns_.states[column].degree >= least) continue;
      least = columns_.states[column].degree;
      best = column;
    }
    return best;
  }

  void Match(RowId row, ColumnId column) {
    const bool row_had_more = !rows_.IsSingle(row), column_had_more = !columns_.IsSingle(column);
    rows_.states[row] = {kMatched, column.value};
    columns_.states[column] = {kMatched, row.value};
    ++size_;
    if (row_had_more) Leave(rows_, row, &columns_);
    if (column_had_more) Leave(columns_, column, &rows_);
  }

  // Updates the free neighbours of a vertex that is no longer free.
  template <class Own, class Other>
  static void Leave(const OpenSide<Own, Other>& from, Own id, OpenSide<Other, Own>* to) {
    for (const Other n : from.graph.Row(id)) {
      auto& state = to->states[n];
      if (state.degree == kMatched) continue;
      state.neighbours ^= id.value;
      if (--state.degree != 1) continue;
      to->singles.push_back(n);
      Prefetch(&from.graph.row_starts[state.neighbours]);
      Prefetch(&from.states[state.Neighbour()]);
    }
  }

  OpenSide<RowId, ColumnId> rows_;
  OpenSide<ColumnId, RowId> columns_;
  std::uint32_t size_ = 0;
};

}  // namespace

Matching KarpSipserMatching(const Incidence& by_row, const TransposedIncidence& by_column) {
  return KarpSipser(by_row, by_column).Run();
}

}  // namespace daedalus::structure
