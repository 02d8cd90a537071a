#include "daedalus/structure/tearing_heuristic.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

class Causality {
 public:
  Causality(const TearingProblem& problem, const TransposedIncidence& by_column)
      : problem_(&problem),
        by_column_(&by_column),
        row_lines_(problem.appears.num_rows()),
        column_lines_(problem.appears.num_columns),
        row_open_(problem.appears.num_rows(), 1),
        column_open_(problem.appears.num_columns, 1) {
    for (const RowId r : problem.appears.Rows()) {
      row_lines_[r] = static_cast<std::uint32_t>(problem.appears.Row(r).size());
      work_.push_back({r, {}});
    }
    for (const ColumnId c : problem.appears.Columns()) {
      column_lines_[c] = static_cast<std::uint32_t>(by_column.Row(c).size());
      work_.push_back({{}, c});
    }
  }

  bool RowOpen(RowId row) const { return row_open_[row]; }
  bool ColumnOpen(ColumnId column) const { return column_open_[column]; }
  std::uint32_t RowLines(RowId row) const { return row_lines_[row]; }
  std::uint32_t ColumnLines(ColumnId column) const { return column_lines_[column]; }
  std::size_t num_causal() const { return first_.size() + last_.size(); }
  bool IsSingular() const { return singular_; }
  bool IsComplete() const { return num_causal() + tearing_.size() == row_lines_.size(); }

  void Tear(Entry pair) {
    tearing_.push_back(pair.column);
    residuals_.push_back(pair.row);
    CloseRow(pair.row);
    CloseColumn(pair.column);
  }

  // (1)
  void ApplyRules() {
    while (!work_.empty() && !singular_) {
      const Entry at = work_.back();
      work_.pop_back();
      if (!at.column.IsValid()) {
        TryRow(at.row);
      } else {
        TryColumn(at.column);
      }
    }
  }

  TornBlock Take() && {
    TornBlock torn{std::move(tearing_), std::move(residuals_), std::move(first_)};
    torn.assignments.insert(torn.assignments.end(), last_.rbegin(), last_.rend());
    std::sort(torn.tearing.begin(), torn.tearing.end());
    std::sort(torn.residuals.begin(), torn.residuals.end());
    return torn;
  }

 private:
  bool IsSafe(RowId row, ColumnId column) const {
    const auto entries = problem_->appears.Row(row);
    const auto at = std::lower_bound(entries.begin(), entries.end(), column) - entries.begin();
    return problem_->costs[problem_->appears.Begin(row) + static_cast<std::size_t>(at)] != kUnsafe;
  }

  void TryRow(RowId row) {
    if (!row_open_[row] || row_lines_[row] != 1) return;
    const auto entries = problem_->appears.Row(row);
    const ColumnId column =
        *std::find_if(entries.begin(), entries.end(), [&](auto c) { return column_open_[c]; });
    if (!IsSafe(row, column)) return;
    first_.push_back({row, column});
    CloseRow(row);
    CloseColumn(column);
  }

  void TryColumn(ColumnId column) {
    if (!column_open_[column] || column_lines_[column] != 1) return;
    const auto entries = by_column_->Row(column);
    const RowId row = *std::find_if(entries.begin(), entries.end(), [&](auto r) { return row_open_[r]; });
    if (!IsSafe(row, column)) return;
    last_.push_back({row, column});
    CloseRow(row);
    CloseColumn(column);
  }

  void CloseRow(RowId row) {
    row_open_[row] = 0;
    for (const ColumnId c : problem_->appears.Row(row)) {
      --column_lines_[c];
      if (column_open_[c]) work_.push_back({{}, c});
    }
    for (const ColumnId c : problem_->appears.Row(row)) newly_poor_columns_.push_back(c);
  }

  void CloseColumn(ColumnId column) {
    column_open_[column] = 0;
    for (const RowId r : by_column_->Row(column)) {
      --row_lines_[r];
      if (!row_open_[r]) continue;
      work_.push_back({r, {}});
      singular_ |= row_lines_[r] == 0;
    }
    // A row is always closed just before its column, so only now is it known which one lost its last
    // equation.
    for (const ColumnId c : newly_poor_columns_) singular_ |= column_open_[c] && column_lines_[c] == 0;
    newly_poor_columns_.clear();
  }

  const TearingProblem* problem_;
  const TransposedIncidence* by_column_;
  PerRow<std::uint32_t> row_lines_;
  PerColumn<std::uint32_t> column_lines_;
  PerRow<char> row_open_;
  PerColumn<char> column_open_;
  std::vector<Entry> work_;  // a row or a column that may have one line left; the other is not valid
  std::vector<ColumnId> newly_poor_columns_;
  std::vector<ColumnId> tearing_;
  std::vector<RowId> residuals_;
  std::vector<Entry> first_, last_;
  bool singular_ = false;
};

// (1), (2) The pairs to be tried, in the order of preference.
std::vector<Entry> Candidates(const Causality& state, const Incidence& appears, HeuristicBreadth breadth) {
  std::uint32_t most = 0;
  for (const RowId r : appears.Rows()) {
    if (state.RowOpen(r)) most = std::max(most, state.RowLines(r));
  }
  std::vector<Entry> pairs;
  for (const RowId r : appears.Rows()) {
    if (!state.RowOpen(r) || state.RowLines(r) != most) continue;
    std::uint32_t busiest = 0;
    for (const ColumnId c : appears.Row(r)) {
      if (state.ColumnOpen(c)) busiest = std::max(busiest, state.ColumnLines(c));
    }
    for (const ColumnId c : appears.Row(r)) {
      if (!state.ColumnOpen(c)) continue;
      if (breadth == HeuristicBreadth::kAllUnknowns || state.ColumnLines(c) == busiest)
        pairs.push_back({r, c});
    }
  }
  return pairs;
}

}  // namespace

std::optional<TornBlock> TearByHeuristic(const TearingProblem& problem, const HeuristicOptions& options) {
  DAEDALUS_CHECK(problem.appears.num_rows() == problem.appears.num_columns, "a block is square");
  const TransposedIncidence by_column = Transpose(problem.appears);
  Causality state(problem, by_column);
  state.ApplyRules();
  while (!state.IsComplete() && !state.IsSingular()) {
    std::optional<Causality> best;
    for (const Entry pair : Candidates(state, problem.appears, options.breadth)) {
      // (3)
      Causality trial = state;
      trial.Tear(pair);
      trial.ApplyRules();
      if (trial.IsSingular() || (best && trial.num_causal() <= best->num_causal())) continue;
      best = std::move(trial);
    }
    // (4)
    if (!best) return std::nullopt;
    state = *std::move(best);
  }
  if (state.IsSingular()) return std::nullopt;
  return std::move(state).Take();
}

}  // namespace daedalus::structure
