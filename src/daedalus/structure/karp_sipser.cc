#include "daedalus/structure/karp_sipser.h"

#include <limits>
#include <vector>

#include "daedalus/base/prefetch.h"

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kMatched = std::numeric_limits<std::uint32_t>::max();

// One side of the graph, the rows or the columns. In a large random graph every look at a neighbour is a
// cache miss, so what is asked for together lies together: a free vertex knows the number of its free
// neighbours and the exclusive or of their ids, which is the id itself when one is left; a matched one knows
// its partner in the same place.
struct Side {
  struct State {
    std::uint32_t degree;
    std::uint32_t neighbours;
  };

  explicit Side(const Incidence& incidence) : graph(incidence) {
    states.reserve(graph.num_rows());
    for (std::uint32_t id = 0; id < graph.num_rows(); ++id) {
      std::uint32_t all = 0;
      for (const std::uint32_t n : graph.Row(id)) all ^= n;
      states.push_back({static_cast<std::uint32_t>(graph.Row(id).size()), all});
      if (IsSingle(id)) singles.push_back(id);
    }
  }

  bool IsFree(std::uint32_t id) const { return states[id].degree != kMatched; }
  bool IsSingle(std::uint32_t id) const { return states[id].degree == 1; }
  std::vector<std::uint32_t> Partners() const {
    std::vector<std::uint32_t> partners;
    partners.reserve(states.size());
    for (const State& s : states) partners.push_back(s.degree == kMatched ? s.neighbours : kUnmatched);
    return partners;
  }

  const Incidence& graph;
  std::vector<State> states;
  std::vector<std::uint32_t> singles;  // first in, first out: what they lead to is on its way from memory
  std::size_t next_single = 0;
};

class KarpSipser {
 public:
  KarpSipser(const Incidence& by_row, const Incidence& by_column) : rows_(by_row), columns_(by_column) {}

  Matching Run() {
    MatchSingles();
    for (std::uint32_t row = 0; row < rows_.states.size(); ++row) {
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
        const std::uint32_t row = rows_.singles[rows_.next_single++];
        if (rows_.IsSingle(row)) Match(row, rows_.states[row].neighbours);
      } else if (columns_.next_single < columns_.singles.size()) {
        const std::uint32_t column = columns_.singles[columns_.next_single++];
        if (columns_.IsSingle(column)) Match(columns_.states[column].neighbours, column);
      } else {
        break;
      }
    }
    for (Side* side : {&rows_, &columns_}) {
      side->singles.clear();
      side->next_single = 0;
    }
  }

  std::uint32_t RarestColumn(std::uint32_t row) const {
    std::uint32_t best = kUnmatched, least = kMatched;
    for (const std::uint32_t column : rows_.graph.Row(row)) {
      if (columns_.states[column].degree >= least) continue;
      least = columns_.states[column].degree;
      best = column;
    }
    return best;
  }

  void Match(std::uint32_t row, std::uint32_t column) {
    const bool row_had_more = !rows_.IsSingle(row), column_had_more = !columns_.IsSingle(column);
    rows_.states[row] = {kMatched, column};
    columns_.states[column] = {kMatched, row};
    ++size_;
    if (row_had_more) Leave(rows_, row, &columns_);
    if (column_had_more) Leave(columns_, column, &rows_);
  }

  // Tells the free neighbours of a vertex that it is no longer free.
  static void Leave(const Side& from, std::uint32_t id, Side* to) {
    for (const std::uint32_t n : from.graph.Row(id)) {
      Side::State& state = to->states[n];
      if (state.degree == kMatched) continue;
      state.neighbours ^= id;
      if (--state.degree != 1) continue;
      to->singles.push_back(n);
      Prefetch(&from.graph.row_starts[state.neighbours]);
      Prefetch(&from.states[state.neighbours]);
    }
  }

  Side rows_, columns_;
  std::uint32_t size_ = 0;
};

}  // namespace

Matching KarpSipserMatching(const Incidence& by_row, const Incidence& by_column) {
  return KarpSipser(by_row, by_column).Run();
}

}  // namespace daedalus::structure
