#include "daedalus/structure/causalize.h"

#include <algorithm>

namespace daedalus::structure {
namespace {

// One side of the bipartite graph: the rows, or the columns.
struct Side {
  explicit Side(const Incidence& neighbours) : graph(neighbours), closed(neighbours.num_rows(), 0) {
    num_open.reserve(neighbours.num_rows());
    for (std::uint32_t i = 0; i < neighbours.num_rows(); ++i) {
      num_open.push_back(static_cast<std::uint32_t>(neighbours.Row(i).size()));
    }
  }

  const Incidence& graph;
  std::vector<std::uint32_t> num_open;  // open neighbours of each
  std::vector<char> closed;
};

class Causalizer {
 public:
  Causalizer(const Incidence& by_row, const Incidence& by_column) : rows_(by_row), columns_(by_column) {}

  Causalization Run() {
    // (1)
    for (std::uint32_t row = 0; row < rows_.closed.size(); ++row) ListIfSingle(rows_, row, Rule::kRow);
    for (std::uint32_t column = 0; column < columns_.closed.size(); ++column) {
      ListIfSingle(columns_, column, Rule::kColumn);
    }
    // (2) The list grows behind the loop.
    for (std::size_t at = 0; at < list_.size(); ++at) Apply(list_[at]);
    std::reverse(result_.last.begin(), result_.last.end());
    // (3)
    Remaining(rows_, &result_.core_rows, &result_.constraints);
    Remaining(columns_, &result_.core_columns, &result_.undetermined);
    return std::move(result_);
  }

 private:
  enum class Rule { kRow, kColumn };
  struct Single {
    std::uint32_t id;
    Rule rule;
  };

  void ListIfSingle(const Side& side, std::uint32_t id, Rule rule) {
    if (!side.closed[id] && side.num_open[id] == 1) list_.push_back({id, rule});
  }

  void Apply(Single single) {
    const bool by_row = single.rule == Rule::kRow;
    const Side& side = by_row ? rows_ : columns_;
    const Side& other = by_row ? columns_ : rows_;
    if (side.closed[single.id] || side.num_open[single.id] != 1) return;  // something else came first
    const auto neighbours = side.graph.Row(single.id);
    const std::uint32_t partner = *std::find_if(neighbours.begin(), neighbours.end(),
                                                [&](std::uint32_t n) { return !other.closed[n]; });
    if (by_row) {
      result_.first.push_back({single.id, partner});
      Close(single.id, partner);
    } else {
      result_.last.push_back({partner, single.id});
      Close(partner, single.id);
    }
  }

  void Close(std::uint32_t row, std::uint32_t column) {
    rows_.closed[row] = columns_.closed[column] = 1;
    for (const std::uint32_t r : columns_.graph.Row(column)) {
      --rows_.num_open[r];
      ListIfSingle(rows_, r, Rule::kRow);
    }
    for (const std::uint32_t c : rows_.graph.Row(row)) {
      --columns_.num_open[c];
      ListIfSingle(columns_, c, Rule::kColumn);
    }
  }

  static void Remaining(const Side& side, std::vector<std::uint32_t>* core,
                        std::vector<std::uint32_t>* lost) {
    for (std::uint32_t id = 0; id < side.closed.size(); ++id) {
      if (!side.closed[id]) (side.num_open[id] == 0 ? lost : core)->push_back(id);
    }
  }

  Side rows_, columns_;
  std::vector<Single> list_;
  Causalization result_;
};

}  // namespace

Causalization Causalize(const Incidence& incidence) {
  const Incidence by_column = Transpose(incidence);
  return Causalizer(incidence, by_column).Run();
}

}  // namespace daedalus::structure
