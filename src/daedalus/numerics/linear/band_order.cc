#include "daedalus/numerics/linear/band_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "daedalus/numerics/linear/klu_factors.h"

namespace daedalus::linear {

std::vector<std::int32_t> PlacesOf(std::span<const std::int32_t> order) {
  std::vector<std::int32_t> places(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    places[static_cast<std::size_t>(order[k])] = static_cast<std::int32_t>(k);
  return places;
}

BandOrder BandOf(const SparsePattern& pattern, std::vector<std::int32_t> rows,
                 std::vector<std::int32_t> columns) {
  BandOrder order{std::move(rows), std::move(columns)};
  const std::vector<std::int32_t> row_places = PlacesOf(order.rows), column_places = PlacesOf(order.columns);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) {
      const std::int32_t below = row_places[i] - column_places[j];
      order.lower = std::max(order.lower, below);
      order.upper = std::max(order.upper, -below);
    }
  }
  return order;
}

namespace {

// Nodes 0 .. n - 1 are the columns, the others the rows; an entry joins two.
SparsePattern ColumnsAndRows(const SparsePattern& pattern) {
  std::vector<Entry> joined;
  joined.reserve(2 * pattern.row_indices.size());
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) {
      joined.push_back({pattern.cols + i, j});
      joined.push_back({j, pattern.cols + i});
    }
  }
  return PatternFromEntries(2 * pattern.cols, 2 * pattern.cols, joined);
}

// The rows of the pattern by the middle of what they reach, where the columns stand in this order.
std::vector<std::int32_t> RowsByMiddle(const SparsePattern& pattern, std::span<const std::int32_t> columns) {
  std::vector<std::int32_t> first(static_cast<std::size_t>(pattern.rows), pattern.cols),
      last(first.size(), 0), rows(first.size());
  for (std::size_t place = 0; place < columns.size(); ++place) {
    for (const std::int32_t i : pattern.Column(columns[place])) {
      first[i] = std::min(first[i], static_cast<std::int32_t>(place));
      last[i] = static_cast<std::int32_t>(place);
    }
  }
  std::iota(rows.begin(), rows.end(), 0);
  std::ranges::stable_sort(rows, {}, [&](std::int32_t i) { return first[i] + last[i]; });
  return rows;
}

class CuthillMcKee {
 public:
  explicit CuthillMcKee(const SparsePattern& graph)
      : graph_(graph), is_numbered_(static_cast<std::size_t>(graph.cols), 0) {
    order_.reserve(is_numbered_.size());
  }

  std::vector<std::int32_t> Run() {
    for (std::int32_t node = 0; node < graph_.cols; ++node) {
      if (!is_numbered_[node]) Number(FarNode(node));
    }
    std::ranges::reverse(order_);
    return std::move(order_);
  }

 private:
  std::size_t DegreeOf(std::int32_t node) const { return graph_.Column(node).size(); }

  // Appends the nodes that can be reached, level by level, those with few neighbours first; the number of
  // levels, and where the last begins.
  struct Levels {
    int count = 0;
    std::size_t last = 0;
  };
  Levels Number(std::int32_t first) {
    Levels levels;
    std::size_t next = order_.size();
    is_numbered_[first] = 1;
    order_.push_back(first);
    while (next < order_.size()) {
      ++levels.count;
      levels.last = next;
      for (const std::size_t end = order_.size(); next < end; ++next) {
        const std::size_t begin = order_.size();
        for (const std::int32_t other : graph_.Column(order_[next])) {
          if (is_numbered_[other]) continue;
          is_numbered_[other] = 1;
          order_.push_back(other);
        }
        std::ranges::stable_sort(std::span(order_).subspan(begin), {},
                                 [this](std::int32_t node) { return DegreeOf(node); });
      }
    }
    return levels;
  }

  // A node that can be reached from `node` and from which all levels are narrow: one as far away as possible.
  std::int32_t FarNode(std::int32_t node) {
    constexpr int kMostTrials = 8;
    const std::size_t begin = order_.size();
    int longest = 0;
    for (int trial = 0; trial < kMostTrials; ++trial) {
      const Levels levels = Number(node);
      const auto last = std::span(order_).subspan(levels.last);
      const std::int32_t other =
          *std::ranges::min_element(last, {}, [this](std::int32_t n) { return DegreeOf(n); });
      for (const std::int32_t numbered : std::span(order_).subspan(begin)) is_numbered_[numbered] = 0;
      order_.resize(begin);
      if (levels.count <= longest) break;
      longest = levels.count;
      node = other;
    }
    return node;
  }

  const SparsePattern& graph_;
  std::vector<char> is_numbered_;
  std::vector<std::int32_t> order_;
};

}  // namespace

BandOrder NaturalBand(const SparsePattern& pattern) {
  std::vector<std::int32_t> natural(static_cast<std::size_t>(pattern.cols));
  std::iota(natural.begin(), natural.end(), 0);
  return BandOf(pattern, natural, natural);
}

BandOrder FindBandOrder(const SparsePattern& pattern) {
  if (IsNarrowBand(pattern)) return NaturalBand(pattern);
  std::vector<std::int32_t> rows, columns;
  const SparsePattern graph = ColumnsAndRows(pattern);
  for (const std::int32_t node : CuthillMcKee(graph).Run()) {
    if (node < pattern.cols) {
      columns.push_back(node);
    } else {
      rows.push_back(node - pattern.cols);
    }
  }
  BandOrder order = BandOf(pattern, std::move(rows), columns);
  BandOrder other = BandOf(pattern, RowsByMiddle(pattern, columns), columns);
  return other.lower + other.upper < order.lower + order.upper ? other : order;
}

}  // namespace daedalus::linear
