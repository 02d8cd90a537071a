#include "daedalus/programs/causal/sparse_regularity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace daedalus::causal {
namespace {

constexpr double kLeastPivot = 0.1;  // of the largest entry of its column
constexpr double kMostGrowth = 1e3, kLargestSolution = 1e6;
constexpr double kRoundingAtPlace = 1e-9;                   // of the largest number that was there before
constexpr double kLeastParts[] = {1e-2, 1e-3, 1e-5, 1e-7};  // of pivots, in the order of their turns
constexpr std::size_t kWorkOfEntry = 100, kWorkOfCore = 200, kLeastWorkOfCore = 100'000'000;
constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();
// Entries are emplaced, not pushed. A copy of a struct that was just written field by field stalls until all
// stores are done; this took a tenth of the whole test.

}  // namespace

// (1) Returns false if a row or a column has only zeros; it stays unscaled.
bool SparseRegularity::Scale(const SparseRows& matrix) {
  const std::size_t n = matrix.num_rows();
  pool_.reserve(4 * matrix.entries.size());
  pool_.assign(matrix.entries.begin(), matrix.entries.end());
  rows_.assign(n, {});
  columns_.assign(n, {kNoPlace, 0, kNoPlace});
  bool has_no_zeros = true;
  for (std::size_t r = 0; r < n; ++r) {
    rows_[r].begin = matrix.starts[r];
    rows_[r].end = matrix.starts[r + 1];
    double largest = 0;
    for (const Entry& entry : EntriesOf(rows_[r])) largest = std::max(largest, std::abs(entry.value));
    if (largest == 0) {
      has_no_zeros = false;
      continue;
    }
    for (Entry& entry : EntriesOf(rows_[r])) {
      entry.value /= largest;
      double& of_column = columns_[entry.column].value;
      of_column = std::max(of_column, std::abs(entry.value));
    }
  }
  for (Entry& entry : pool_) {
    if (columns_[entry.column].value > 0) entry.value /= columns_[entry.column].value;
  }
  return has_no_zeros && std::ranges::count(columns_, 0.0, &Column::value) == 0;
}

void SparseRegularity::AddToColumn(std::uint32_t column, std::uint32_t row) {
  links_.emplace_back(row, columns_[column].head);
  columns_[column].head = static_cast<std::uint32_t>(links_.size() - 1);
  ++columns_[column].count;
}

void SparseRegularity::Arrange() {
  const auto n = static_cast<std::uint32_t>(rows_.size());
  short_.clear();
  links_.clear();
  open_.clear();
  pivots_.clear();
  growth_ = 1;
  work_ = 0;
  most_work_ =
      keeps_largest_ ? std::max(kWorkOfCore * pool_.size(), kLeastWorkOfCore) : kWorkOfEntry * pool_.size();
  links_.reserve(2 * pool_.size());
  open_.reserve(n);
  short_.reserve(2 * n);
  pivots_.reserve(n);
  candidates_.reserve(n);
  std::minstd_rand numbers(20);  // the same in every run
  const double range = std::minstd_rand::max();
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const Entry& entry : EntriesOf(rows_[i])) AddToColumn(entry.column, i);
    open_.push_back(i);
    const double size = 1 + static_cast<double>(numbers()) / range;
    rows_[i].right = 2 * static_cast<double>(numbers()) < range ? size : -size;
  }
}

// Lists all shortest columns at once: a search for the shortest one each time would take longer than the
// elimination.
void SparseRegularity::FindShortColumns() {
  std::erase_if(open_, [this](std::uint32_t c) { return columns_[c].is_done; });
  short_count_ = kNoPlace;
  for (const std::uint32_t c : open_) short_count_ = std::min(short_count_, columns_[c].count);
  for (const std::uint32_t c : open_) {
    if (columns_[c].count == short_count_) short_.push_back(c);
  }
}

std::uint32_t SparseRegularity::TakeShortColumn() {
  for (;;) {
    if (short_.empty()) FindShortColumns();
    const std::uint32_t out = short_.back();
    short_.pop_back();
    Column& column = columns_[out];
    if (column.is_done || column.count > short_count_) continue;  // it has grown since
    column.is_done = true;
    return out;
  }
}

bool SparseRegularity::IsRounding(std::uint32_t entry) const {
  return keeps_largest_ && std::abs(pool_[entry].value) <= kRoundingAtPlace * largest_[entry];
}

// Its value is 0 where there is none.
SparseRegularity::Pivot SparseRegularity::PivotIn(std::uint32_t column) {
  const auto place_in = [&](const Row& row) {
    const auto entries = EntriesOf(row);
    return row.begin +
           static_cast<std::uint32_t>(std::ranges::find(entries, column, &Entry::column) - entries.begin());
  };
  candidates_.clear();
  double largest = 0;
  for (std::uint32_t i = columns_[column].head; i != kNoPlace; i = links_[i].next) {
    const Row& row = rows_[links_[i].row];
    if (row.is_done) continue;
    const std::uint32_t place = place_in(row);
    candidates_.emplace_back(links_[i].row, column, IsRounding(place) ? 0.0 : pool_[place].value);
    if (keeps_largest_) candidates_.back().part = std::abs(pool_[place].value) / largest_[place];
    largest = std::max(largest, std::abs(candidates_.back().value));
  }
  Pivot out{0, column, 0};
  std::uint32_t shortest = kNoPlace;
  for (const Pivot& candidate : candidates_) {
    const std::uint32_t length = rows_[candidate.row].end - rows_[candidate.row].begin;
    if (candidate.value == 0 || length >= shortest || std::abs(candidate.value) < kLeastPivot * largest)
      continue;
    shortest = length;
    out = candidate;
  }
  if (!keeps_largest_) return out;
  for (const Entry& entry : EntriesOf(rows_[out.row]))
    out.part = std::min(out.part, std::abs(out.value / entry.value));
  return out;
}

// Rows that are written again leave their old entries in the pool. So that nothing moves while a row is
// written, room for it is made before.
void SparseRegularity::MakeRoom(std::size_t more) {
  if (pool_.size() + more <= pool_.capacity()) return;
  std::vector<Entry> entries;
  std::vector<double> largest;
  std::size_t num_entries = more;
  for (const Row& row : rows_) num_entries += row.end - row.begin;
  entries.reserve(2 * num_entries);
  for (Row& row : rows_) {
    const auto begin = static_cast<std::uint32_t>(entries.size());
    for (std::uint32_t i = row.begin; i < row.end; ++i) {
      entries.push_back(pool_[i]);
      if (keeps_largest_) largest.push_back(largest_[i]);
    }
    row.begin = begin;
    row.end = static_cast<std::uint32_t>(entries.size());
  }
  pool_ = std::move(entries);
  largest_ = std::move(largest);
}

// The row without the column of the pivot.
void SparseRegularity::Subtract(const Pivot& pivot, std::uint32_t r, double factor) {
  Row& row = rows_[r];
  const std::size_t most = (row.end - row.begin) + (rows_[pivot.row].end - rows_[pivot.row].begin);
  MakeRoom(most);
  work_ += most;
  const auto begin = static_cast<std::uint32_t>(pool_.size());
  for (std::uint32_t i = row.begin; i < row.end; ++i) {
    const Entry& entry = pool_[i];
    if (entry.column == pivot.column) continue;
    columns_[entry.column].place = static_cast<std::uint32_t>(pool_.size());
    pool_.push_back(entry);
    if (keeps_largest_) largest_.push_back(largest_[i]);
  }
  for (std::uint32_t i = rows_[pivot.row].begin; i < rows_[pivot.row].end; ++i) {
    const Entry& entry = pool_[i];
    if (entry.column == pivot.column || IsRounding(i)) continue;
    if (columns_[entry.column].place == kNoPlace) {
      pool_.emplace_back(entry.column, 0.0);
      AddToColumn(entry.column, r);
      columns_[entry.column].place = static_cast<std::uint32_t>(pool_.size() - 1);
      if (keeps_largest_) largest_.push_back(0);
    }
    const std::uint32_t place = columns_[entry.column].place;
    double& value = pool_[place].value;
    const double term = factor * entry.value;
    value -= term;
    if (keeps_largest_) largest_[place] = std::max(largest_[place], std::abs(term));
    growth_ = std::max(growth_, std::abs(value));
  }
  row.begin = begin;
  row.end = static_cast<std::uint32_t>(pool_.size());
  row.right -= factor * rows_[pivot.row].right;
  for (const Entry& entry : EntriesOf(row)) columns_[entry.column].place = kNoPlace;
}

void SparseRegularity::EliminateWith(const Pivot& pivot) {
  pivots_.push_back(pivot);
  rows_[pivot.row].is_done = true;
  for (const Entry& entry : EntriesOf(rows_[pivot.row])) {
    if (--columns_[entry.column].count <= short_count_) short_.push_back(entry.column);
  }
  for (const Pivot& candidate : candidates_) {
    if (candidate.row != pivot.row) Subtract(pivot, candidate.row, candidate.value / pivot.value);
  }
}

// (2)
bool SparseRegularity::Eliminate() {
  while (pivots_.size() < rows_.size()) {
    const std::uint32_t column = TakeShortColumn();
    const Pivot pivot = PivotIn(column);
    if (pivot.value == 0) return false;
    EliminateWith(pivot);
    if (!(growth_ <= kMostGrowth) || work_ > most_work_) return false;
  }
  return true;
}

// (3)
bool SparseRegularity::HasModestSolution() {
  for (std::size_t k = pivots_.size(); k-- > 0;) {
    const Pivot& pivot = pivots_[k];
    double sum = rows_[pivot.row].right;
    for (const Entry& entry : EntriesOf(rows_[pivot.row])) {
      if (entry.column != pivot.column) sum -= entry.value * columns_[entry.column].value;
    }
    const double solution = columns_[pivot.column].value = sum / pivot.value;
    if (!(std::abs(solution) <= kLargestSolution)) return false;
  }
  return true;
}

bool SparseRegularity::IsBeyondDoubt(const SparseRows& matrix) {
  keeps_largest_ = false;
  if (!Scale(matrix)) return false;
  Arrange();
  return Eliminate() && HasModestSolution();
}

std::optional<SparseRegularity::Core> SparseRegularity::FindCore(const SparseRows& matrix) {
  keeps_largest_ = true;
  Scale(matrix);
  Arrange();
  largest_.clear();
  for (const Entry& entry : pool_) largest_.push_back(std::abs(entry.value));
  Core out;
  const auto take = [&](const Pivot& pivot) {
    EliminateWith(pivot);
    out.rows.push_back(pivot.row);
    out.columns.push_back(pivot.column);
    return work_ <= most_work_;
  };
  std::vector<std::uint32_t> last;
  const auto consider = [&](std::uint32_t column, double least_part) {
    const Pivot pivot = PivotIn(column);
    if (pivot.value == 0) return true;  // nor will it ever have one
    if (pivot.part >= least_part) return take(pivot);
    last.push_back(column);
    return true;
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!consider(TakeShortColumn(), kLeastParts[0])) return std::nullopt;
  }
  for (std::size_t k = 1; k < std::size(kLeastParts); ++k) {
    for (const std::uint32_t column : std::exchange(last, {})) {
      if (!consider(column, kLeastParts[k])) return std::nullopt;
    }
  }
  return out;
}

}  // namespace daedalus::causal
