#include "daedalus/structure/tearing_greedy.h"

#include <algorithm>
#include <array>
#include <queue>
#include <utility>
#include <vector>

#include "daedalus/structure/tearing_state.h"

namespace daedalus::structure {
namespace {

constexpr std::int64_t kGain = 1024;
// The value of an equation with this many unknowns left: one more known unknown quadruples it.
constexpr std::array<std::int64_t, 7> kNearness = {0, 0, 256, 64, 16, 4, 1};
// Scores are renewed at once for rows with few unknowns left and for columns that do not appear everywhere.
constexpr std::uint32_t kNearRow = 4, kShortRow = 3;
constexpr std::uint32_t kOrdinaryDegree = 64;

class Greedy {
 public:
  Greedy(const TearingProblem& problem, const TearingOptions& options)
      : problem_(problem),
        state_(problem),
        options_(options),
        offered_(problem.appears.num_columns, 0),
        renewed_(problem.appears.num_columns, 0) {}

  // The tearing variables in the order they were chosen, those of `given` first.
  std::vector<ColumnId> Run(const std::vector<ColumnId>& given) {
    Restart();
    for (const RowId row : problem_.appears.Rows()) ready_.push_back(row);
    Propagate(kNoLimit);
    for (const ColumnId column : given) TearIfUnknown(column);
    for (const ColumnId column : problem_.appears.Columns()) {  // (1)
      if (!HasSafePivot(column)) TearIfUnknown(column);
    }
    ChooseTheRest();
    return std::move(tearing_);
  }

  std::uint64_t num_visits() const { return num_visits_; }

 private:
  static constexpr std::size_t kNoLimit = ~std::size_t{0};
  struct Candidate {
    std::int64_t score;
    ColumnId column;
    friend bool operator<(const Candidate& a, const Candidate& b) {
      return a.score != b.score ? a.score < b.score : a.column > b.column;
    }
  };

  void Restart() {
    Undo(0);
    tearing_.clear();
    heap_ = {};
  }

  bool HasSafePivot(ColumnId column) const {
    bool safe = false;
    state_.ForEachRow(column, [&](RowId, std::uint32_t entry) { safe |= problem_.costs[entry] != kUnsafe; });
    return safe;
  }

  // (2)
  void ChooseTheRest() {
    for (const ColumnId column : problem_.appears.Columns()) {
      if (!state_.IsKnown(column)) Offer(column, Score(column));
    }
    while (!heap_.empty()) {
      const Candidate top = heap_.top();
      heap_.pop();
      if (state_.IsKnown(top.column) || top.score != offered_[top.column]) continue;
      const std::int64_t score = Score(top.column);
      if (score < top.score && !heap_.empty() && Candidate{score, top.column} < heap_.top()) {
        Offer(top.column, score);
        continue;
      }
      const std::size_t before = trail_.size();
      TearIfUnknown(top.column);
      RenewScores(before);
    }
  }

  void Offer(ColumnId column, std::int64_t score) {
    offered_[column] = score;
    heap_.push({score, column});
  }

  void TearIfUnknown(ColumnId column) {
    if (state_.IsKnown(column)) return;
    tearing_.push_back(column);
    MakeKnown(RowId(), column);
    Propagate(kNoLimit);
  }

  // The score of a variable alone, or half of its score with a second tearing variable, whichever is more.
  std::int64_t Score(ColumnId column) {
    const std::size_t before = trail_.size();
    near_rows_.clear();
    score_ = 0;
    MakeKnown(RowId(), column);
    Propagate(options_.max_trial);
    const std::int64_t alone = score_;
    // A trial that determined everything needs no second variable: it adds about as much again at most, so
    // half of both is no more.
    const bool is_cut = trail_.size() - before > options_.max_trial;
    const std::int64_t together = is_cut ? alone : ScoreOfSecond(alone);
    Undo(before);
    return std::max(alone, together / 2);
  }

  // The best score of tearing one more unknown of an equation with two unknowns left.
  std::int64_t ScoreOfSecond(std::int64_t first) {
    std::int64_t best = first;
    std::uint32_t num_trials = 0;
    const std::vector<RowId> rows(near_rows_.begin(), near_rows_.end());
    for (const RowId row : rows) {
      if (!state_.HasUse(row) || state_.NumUnknown(row) != 2 ||
          problem_.appears.Row(row).size() > kOrdinaryDegree)
        continue;
      for (const ColumnId column : problem_.appears.Row(row)) {
        if (state_.IsKnown(column)) continue;
        if (++num_trials > options_.max_second_trials) return best;
        const std::size_t before = trail_.size();
        score_ = first;
        MakeKnown(RowId(), column);
        Propagate(options_.max_trial);
        best = std::max(best, score_);
        Undo(before);
      }
    }
    return best;
  }

  // Renews the scores of unknowns that may determine more than before. These share a row with an unknown that
  // became known since `before`, or a short row with an unknown of such a row.
  void RenewScores(std::size_t before) {
    ++round_;
    neighbours_.clear();
    for (std::size_t i = before; i < trail_.size(); ++i) AddNeighbours(trail_[i].column, kNearRow);
    const std::size_t num_direct = neighbours_.size();
    for (std::size_t i = 0; i < num_direct; ++i) AddNeighbours(neighbours_[i], kShortRow);
    for (const ColumnId column : neighbours_) {
      const std::int64_t score = Score(column);
      if (score != offered_[column]) Offer(column, score);
    }
  }

  void AddNeighbours(ColumnId of, std::uint32_t max_unknown) {
    if (state_.Degree(of) > kOrdinaryDegree) return;
    state_.ForEachRow(of, [&](RowId row, std::uint32_t) {
      if (!state_.HasUse(row) || state_.NumUnknown(row) < 2 || state_.NumUnknown(row) > max_unknown) return;
      for (const ColumnId column : problem_.appears.Row(row)) {
        if (state_.IsKnown(column) || state_.Degree(column) > kOrdinaryDegree) continue;
        if (std::exchange(renewed_[column], round_) != round_) neighbours_.push_back(column);
      }
    });
  }

  void MakeKnown(RowId row, ColumnId column) {
    trail_.push_back({row, column});
    num_visits_ += state_.Degree(column);
    state_.MakeKnown(column, [&](RowId r) {
      if (state_.IsUsed(r)) return;
      const std::uint32_t left = state_.NumUnknown(r);
      score_ += (state_.HasUse(r) ? Nearness(left) : 0) - Nearness(left + 1);
      if (left == 1) ready_.push_back(r);
      if (left == 2) near_rows_.push_back(r);
    });
  }

  static std::int64_t Nearness(std::uint32_t num_unknown) {
    return num_unknown < kNearness.size() ? kNearness[num_unknown] : 0;
  }

  void Propagate(std::size_t limit) {
    for (std::size_t at = 0; at < ready_.size() && limit > 0; ++at) {
      const RowId row = ready_[at];
      if (!state_.CanSolve(row)) continue;
      const ColumnId column = state_.PivotColumnOf(row);
      score_ += kGain - state_.PivotCostOf(row);
      // A trial does not follow unknowns that appear everywhere: these have scores of their own.
      if (limit != kNoLimit && state_.Degree(column) > kOrdinaryDegree) continue;
      state_.Use(row);
      MakeKnown(row, column);
      --limit;
    }
    ready_.clear();
  }

  void Undo(std::size_t before) {
    while (trail_.size() > before) {
      if (trail_.back().row.IsValid()) state_.Release(trail_.back().row);
      state_.MakeUnknown(trail_.back().column);
      trail_.pop_back();
    }
  }

  const TearingProblem& problem_;
  TearingState state_;
  const TearingOptions& options_;
  std::vector<ColumnId> tearing_;
  std::vector<Entry> trail_;  // what became known, in order, and from which row; not valid: torn
  std::vector<RowId> ready_;
  std::vector<RowId> near_rows_;  // that came down to two unknowns in this trial
  std::priority_queue<Candidate> heap_;
  PerColumn<std::int64_t> offered_;   // the valid score; others in the heap are outdated
  PerColumn<std::uint32_t> renewed_;  // the last round that renewed its score
  std::vector<ColumnId> neighbours_;
  std::uint32_t round_ = 0;
  std::int64_t score_ = 0;
  std::uint64_t num_visits_ = 0;
};

// (3) Takes `width` successive tearing variables out at every position, for one width after the other.
std::vector<ColumnId> Improve(Greedy* greedy, std::vector<ColumnId> best, std::uint64_t budget) {
  if (best.size() < 2) return best;
  for (std::size_t width = 1; width <= 4; ++width) {
    for (std::size_t at = 0; at + width <= best.size();) {
      if (greedy->num_visits() > budget) return best;
      std::vector<ColumnId> kept = best;
      const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(at);
      kept.erase(begin, begin + static_cast<std::ptrdiff_t>(width));
      std::vector<ColumnId> completed = greedy->Run(kept);
      if (completed.size() < best.size()) {
        best = std::move(completed);
      } else {
        ++at;
      }
    }
  }
  return best;
}

}  // namespace

TornBlock TearBlock(const TearingProblem& problem, const TearingOptions& options) {
  TearingProblem limited = problem;
  for (PivotCost& cost : limited.costs) {
    if (cost > options.max_pivot_cost) cost = kUnsafe;
  }
  Greedy greedy(limited, options);
  std::vector<ColumnId> tearing = greedy.Run({});
  tearing = Improve(&greedy, std::move(tearing), options.improvement_budget);
  return CompleteTearing(limited, tearing);
}

}  // namespace daedalus::structure
