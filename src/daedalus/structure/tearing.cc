#include "daedalus/structure/tearing.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "daedalus/structure/tearing_state.h"

namespace daedalus::structure {

TearingProblem AllSafe(Incidence appears) {
  TearingProblem problem;
  problem.costs.assign(appears.columns.size(), 0);
  problem.appears = std::move(appears);
  return problem;
}

TornBlock CompleteTearing(const TearingProblem& problem, const std::vector<ColumnId>& tearing) {
  using Ready = std::pair<PivotCost, RowId>;  // cost, row
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  TearingState state(problem);
  TornBlock torn;
  const auto add_ready = [&](RowId row) {
    if (state.CanSolve(row)) ready.push({state.PivotCostOf(row), row});
  };
  const auto tear = [&](ColumnId column) {
    if (state.IsKnown(column)) return;
    torn.tearing.push_back(column);
    state.MakeKnown(column, add_ready);
  };
  const auto execute = [&] {
    while (!ready.empty()) {
      const RowId row = ready.top().second;
      ready.pop();
      if (!state.CanSolve(row)) continue;
      const ColumnId column = state.PivotColumnOf(row);
      torn.assignments.push_back({row, column});
      state.Use(row);
      state.MakeKnown(column, add_ready);
    }
  };
  // Marks all tearing variables first, so that no row computes one of them.
  for (const ColumnId column : tearing) tear(column);
  for (const RowId row : problem.appears.Rows()) add_ready(row);
  execute();
  for (const ColumnId column : problem.appears.Columns()) {
    tear(column);
    execute();
  }
  for (const RowId row : problem.appears.Rows()) {
    if (!state.IsUsed(row)) torn.residuals.push_back(row);
  }
  std::sort(torn.tearing.begin(), torn.tearing.end());
  return torn;
}

bool IsLegalTearing(const TearingProblem& problem, const TornBlock& torn) {
  const Incidence& a = problem.appears;
  PerColumn<char> known(a.num_columns, 0);
  PerRow<char> used(a.num_rows(), 0);
  for (const ColumnId column : torn.tearing) {
    if (std::exchange(known[column], 1)) return false;
  }
  for (const auto& [row, column] : torn.assignments) {
    if (known[column] || std::exchange(used[row], 1)) return false;
    bool safe = false;
    for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
      if (a.columns[k] == column) {
        safe = problem.costs[k] != kUnsafe;
      } else if (!known[a.columns[k]]) {
        return false;
      }
    }
    if (!safe) return false;
    known[column] = 1;
  }
  for (const RowId row : torn.residuals) {
    if (std::exchange(used[row], 1)) return false;
  }
  const auto all = [](const auto& marks) { return std::find(marks.begin(), marks.end(), 0) == marks.end(); };
  return all(known) && all(used) && torn.residuals.size() == torn.tearing.size();
}

}  // namespace daedalus::structure
