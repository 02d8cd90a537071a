#include "daedalus/numerics/linear/band_pivots.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace daedalus::linear {
namespace {

// A pivot must be at least this part of the largest entry in its column.
constexpr double kGoodEnough = 0.5;
// A row that has so much less in other columns is taken before an older one.
constexpr double kMuchLess = 0.75;

// A row that waits to be taken: its entries from column k on.
struct WaitingRow {
  std::int32_t row = 0;  // of the pattern
  std::vector<double> entries;
};

// Scales columns by their largest entries. Entry d of the row at place i is that of column i - lower + d.
void ScaleColumns(std::vector<WaitingRow>& rows, std::int32_t lower) {
  std::vector<double> largest(rows.size(), 0.0);
  const auto for_each = [&](auto use) {
    for (std::size_t place = 0; place < rows.size(); ++place) {
      for (std::size_t d = 0; d < rows[place].entries.size(); ++d) {
        const std::size_t column = place + d - static_cast<std::size_t>(lower);
        if (column < rows.size()) use(rows[place].entries[d], largest[column]);
      }
    }
  };
  for_each([](double entry, double& most) { most = std::max(most, std::abs(entry)); });
  for_each([](double& entry, double most) { entry /= most > 0 ? most : 1; });
}

// Rows and columns scaled, in the order of the band.
std::vector<WaitingRow> RowsOf(const SparsePattern& pattern, const BandOrder& order,
                               std::span<const double> values) {
  const std::vector<std::int32_t> row_places = PlacesOf(order.rows), column_places = PlacesOf(order.columns);
  std::vector<WaitingRow> rows(order.rows.size());
  for (std::size_t place = 0; place < rows.size(); ++place)
    rows[place] = {order.rows[place],
                   std::vector<double>(static_cast<std::size_t>(order.lower + order.upper + 1))};
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t e = pattern.column_starts[j]; e < pattern.column_starts[j + 1]; ++e) {
      const std::int32_t place = row_places[pattern.row_indices[e]];
      rows[place].entries[column_places[j] - place + order.lower] = values[e];
    }
  }
  for (WaitingRow& row : rows) {
    double largest = 0;
    for (const double entry : row.entries) largest = std::max(largest, std::abs(entry));
    for (double& entry : row.entries) entry /= largest > 0 ? largest : 1;
  }
  ScaleColumns(rows, order.lower);
  return rows;
}

// The largest entry of the row in later columns: its use as another pivot.
double LargestAfterPivot(const WaitingRow& row) {
  double largest = 0;
  for (std::size_t d = 1; d < row.entries.size(); ++d) largest = std::max(largest, std::abs(row.entries[d]));
  return largest;
}

// `waiting` has the waiting rows, the oldest first.
std::optional<std::size_t> ChoosePivot(const std::vector<WaitingRow>& waiting) {
  double largest = 0;
  for (const WaitingRow& row : waiting) largest = std::max(largest, std::abs(row.entries[0]));
  if (!(largest > kPivotTolerance)) return std::nullopt;
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    if (std::abs(waiting[i].entries[0]) < kGoodEnough * largest) continue;
    if (!chosen || LargestAfterPivot(waiting[i]) < kMuchLess * LargestAfterPivot(waiting[*chosen]))
      chosen = i;
  }
  return chosen;
}

// Takes a multiple of the pivot row from another one, whose entries then begin one column later.
void Eliminate(const WaitingRow& pivot, WaitingRow& row) {
  const double multiple = row.entries[0] / pivot.entries[0];
  for (std::size_t d = 1; d < row.entries.size(); ++d)
    row.entries[d - 1] = row.entries[d] - multiple * pivot.entries[d];
  row.entries.back() = 0;
}

BandOrder UpsideDown(BandOrder order) {
  std::ranges::reverse(order.rows);
  std::ranges::reverse(order.columns);
  std::swap(order.lower, order.upper);
  return order;
}

}  // namespace

std::optional<BandOrder> OrderByPivots(const SparsePattern& pattern, const BandOrder& order,
                                       std::span<const double> values) {
  std::vector<WaitingRow> rows = RowsOf(pattern, order, values), waiting;
  std::vector<std::int32_t> chosen;
  std::size_t next = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (; next < rows.size() && next <= k + static_cast<std::size_t>(order.lower); ++next) {
      // The rows above place `lower` begin outside of the matrix.
      std::vector<double>& entries = rows[next].entries;
      const std::size_t outside = k + static_cast<std::size_t>(order.lower) - next;
      std::shift_left(entries.begin(), entries.end(), static_cast<std::ptrdiff_t>(outside));
      std::fill(entries.end() - static_cast<std::ptrdiff_t>(outside), entries.end(), 0.0);
      waiting.push_back(std::move(rows[next]));
    }
    const std::optional<std::size_t> place = ChoosePivot(waiting);
    if (!place) return std::nullopt;
    const WaitingRow pivot = std::move(waiting[*place]);
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*place));
    chosen.push_back(pivot.row);
    for (WaitingRow& row : waiting) Eliminate(pivot, row);
  }
  return BandOf(pattern, std::move(chosen), order.columns);
}

std::optional<BandOrder> OrderFromBothEnds(const SparsePattern& pattern, const BandOrder& order,
                                           std::span<const double> values) {
  const auto above = OrderByPivots(pattern, order, values),
             below = OrderByPivots(pattern, UpsideDown(order), values);
  if (!above || !below) return std::nullopt;
  const auto size = static_cast<std::int32_t>(above->rows.size());
  const std::int32_t num_pairs = std::max(0, (size - above->lower - above->upper) / 2);
  std::vector<char> is_taken(above->rows.size(), 0);
  std::vector<std::int32_t> rows(above->rows.begin(), above->rows.begin() + num_pairs),
      last(below->rows.begin(), below->rows.begin() + num_pairs);
  std::ranges::reverse(last);
  for (const auto* part : {&rows, &last}) {
    for (const std::int32_t row : *part) {
      if (std::exchange(is_taken[row], 1)) return std::nullopt;
    }
  }
  for (const std::int32_t row : above->rows) {
    if (!is_taken[row]) rows.push_back(row);
  }
  rows.insert(rows.end(), last.begin(), last.end());
  return BandOf(pattern, std::move(rows), order.columns);
}

}  // namespace daedalus::linear
