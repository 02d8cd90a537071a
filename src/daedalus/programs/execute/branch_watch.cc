#include "daedalus/programs/execute/branch_watch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace daedalus::execute {
namespace {

// A look at an interval, and at the two parts around the least value of the one before: 8^5 times as narrow
// in the end.
constexpr int kParts = 16, kLevels = 6;
// As a part of the larger determinant at both ends. |d| falls below this if it vanishes like a power of time
// of at least 1/2.
constexpr double kSingular = 1e-2;
// As a part of the largest determinant. Below this, a loop is so near a singular position that its sign is
// noise.
constexpr double kSmall = 1e-3;
// The same limit where other states are chosen. At a regular position they are chosen long before.
constexpr double kSmallToLeave = 1e-2;
// As kSingular, in the first, coarse examination.
constexpr double kNear = 0.25;
// After this many fruitless examinations, a prediction alone is no reason for another one: determinants with
// exponentials rise and fall all the time.
constexpr int kMostInVain = 20;
// Of the time between the last two looks at a trend.
constexpr double kNearLook = 0.01;
// As a part of a determinant: rounding and curvature do not cause an examination.
constexpr double kNoise = 0.1;

// a and b, then c, at these times: does c have another sign than the one that they lead to?
bool IsAgainstPrediction(double time_a, const Determinant& a, double time_b, const Determinant& b,
                         double time_c) {
  if (a.sign != b.sign || !(time_b > time_a)) return false;
  const double a_of_b = std::exp(a.log_size - b.log_size);
  return 1 + (1 - a_of_b) * (time_c - time_b) / (time_b - time_a) < -kNoise;
}

struct Station {
  Workspace at;
  Determinant determinant;
};

// Of a row of stations: the one with the least determinant; at a change of sign, the smaller one of the two.
std::size_t LeastOf(const std::vector<Station>& row) {
  std::size_t least = 0;
  const auto size = [&](std::size_t i) { return row[i].determinant.log_size; };
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i].determinant.sign != row[i - 1].determinant.sign) return size(i) < size(i - 1) ? i : i - 1;
    if (size(i) < size(least)) least = i;
  }
  return least;
}

// The straight continuation through a position.
Workspace Continued(const Workspace& before, const Workspace& position) {
  Workspace out = position;
  for (std::size_t i = 0; i < out.y.size(); ++i) {
    out.y[i] = 2 * position.y[i] - before.y[i];
    out.yp[i] = 2 * position.yp[i] - before.yp[i];
  }
  return out;
}

bool IsOther(const Workspace& solution, const Workspace& guess, const Workspace& followed) {
  constexpr double kRounding = 1e-6, kOther = 0.5;
  for (std::size_t i = 0; i < guess.y.size(); ++i) {
    const double apart = std::abs(guess.y[i] - followed.y[i]);
    if (apart > kRounding * std::max(std::abs(guess.y[i]), std::abs(followed.y[i])) &&
        std::abs(solution.y[i] - followed.y[i]) > kOther * apart)
      return true;
  }
  return false;
}

// The Program, run at times between two points.
class Way {
 public:
  Way(const ProgramRunner& runner, std::uint32_t block, const Workspace& from, const Workspace& to,
      std::span<const VariableId> states, const std::function<void(double)>& refresh)
      : runner_(runner), block_(block), from_(from), to_(to), states_(states), refresh_(refresh) {}

  // Solves from guesses; nullopt if there is no solution.
  std::optional<Station> Solve(double t, Workspace guess) {
    guess.time = t;
    for (const VariableId v : states_) guess.y[v.index()] = StateAt(t, v.index());
    if (refresh_) refresh_(t);
    runner_.ForgetBranches();
    if (runner_.RunForDerivatives(guess) || runner_.RunForOutputs(guess)) return std::nullopt;
    runner_.FindDeterminants(guess, found_);
    const auto own = std::ranges::find(found_, block_, &LoopDeterminant::block);
    if (own == found_.end()) return std::nullopt;
    return Station{std::move(guess), own->determinant};
  }

  // Continues from a station in equal parts; ends early if there is no solution.
  std::vector<Station> Row(Station begin, double end) {
    const double first = begin.at.time, part = (end - first) / kParts;
    std::vector<Station> row = {std::move(begin)};
    for (int i = 1; i <= kParts; ++i) {
      auto next = Solve(first + i * part, row.back().at);
      if (!next) break;
      row.push_back(*std::move(next));
    }
    return row;
  }

  // The station with the least determinant, found in narrower and narrower rows around it.
  Station Narrow(std::vector<Station> row) {
    for (int level = 1; level < kLevels; ++level) {
      const std::size_t least = LeastOf(row);
      const double part = row.back().at.time - row[row.size() - 2].at.time;
      const double end = std::min(row.back().at.time, row[least].at.time + part);
      row = Row(row[least > 0 ? least - 1 : 0], end);
      if (row.size() < 2) break;
    }
    return row[LeastOf(row)];
  }

  // True if the run behind a position does not follow the continuation of its solution before it.
  bool IsLeft(const std::vector<Station>& row, const Workspace& position) {
    const double distance = std::min(position.time - from_.time, to_.time - position.time) / 2;
    if (!(distance > 0)) return false;
    const double earlier = position.time - distance, later = position.time + distance;
    // From a station in front of it: one nearer to the position may be nearer to the other solution.
    const auto behind =
        std::ranges::upper_bound(row, earlier, {}, [](const Station& station) { return station.at.time; });
    const auto before = Solve(earlier, std::prev(behind)->at);
    const auto followed = Solve(later, to_);
    if (!before || !followed) return false;
    const Workspace guess = Continued(before->at, position);
    const auto straight = Solve(later, guess);
    return straight && IsOther(straight->at, guess, followed->at);
  }

 private:
  // Hermite's cubic of values and slopes at both ends.
  double StateAt(double t, std::size_t v) const {
    const double h = to_.time - from_.time, s = (t - from_.time) / h;
    return (1 - s) * (1 - s) * ((1 + 2 * s) * from_.y[v] + s * h * from_.yp[v]) +
           s * s * ((3 - 2 * s) * to_.y[v] - (1 - s) * h * to_.yp[v]);
  }

  ProgramRunner runner_;
  std::uint32_t block_;
  const Workspace &from_, &to_;
  std::span<const VariableId> states_;
  const std::function<void(double)>& refresh_;
  std::vector<LoopDeterminant> found_;
};

}  // namespace

void BranchWatch::Look(std::span<const LoopDeterminant> found, const Workspace& workspace,
                       const RunnerOf& runner) {
  std::shared_ptr<const Workspace> here;
  for (const LoopDeterminant& loop : found) {
    if (!here) here = Keep(workspace);
    if (loop.keeps_branch) NoteTrend(loop, workspace.time);
    LookAt(runner, loop, {here, loop.determinant});
  }
}

void BranchWatch::NoteTrend(const LoopDeterminant& loop, double t) {
  const auto [place, is_new] =
      trends_.try_emplace(loop.block, Trend{t, t, loop.determinant, loop.determinant});
  Trend& trend = place->second;
  if (is_new || !(t > trend.time)) return;
  // Between looks that are very near to each other there is rounding.
  if (t - trend.time > kNearLook * (trend.time - trend.time_before)) {
    trend.time_before = trend.time;
    trend.before = trend.now;
  }
  trend.time = t;
  trend.now = loop.determinant;
}

std::optional<double> BranchWatch::FindZeroAhead() const {
  std::optional<double> out;
  for (const auto& [block, trend] : trends_) {
    const double ratio = std::exp(trend.now.log_size - trend.before.log_size);
    if (!(trend.time > trend.time_before) || trend.now.sign != trend.before.sign || !(ratio < 1)) continue;
    const double zero = trend.time + (trend.time - trend.time_before) * ratio / (1 - ratio);
    if (!out || zero < *out) out = zero;
  }
  return out;
}

void BranchWatch::Count(const SingularPosition& passed) {
  ++num_passed_;
  if (!first_) first_ = passed;
}

std::shared_ptr<const Workspace> BranchWatch::Keep(const Workspace& workspace) {
  for (const auto& place : places_) {
    if (place.use_count() > 1) continue;
    *place = workspace;
    return place;
  }
  return places_.emplace_back(std::make_shared<Workspace>(workspace));
}

void BranchWatch::Leave() {
  for (const auto& [block, history] : loops_) {
    if (!history.is_small_constraint ||
        history.newest.determinant.log_size > history.largest + std::log(kSmallToLeave))
      continue;
    ++num_passed_;
    if (!first_) first_ = {block, *history.newest.where, 0, std::nullopt};
  }
  Forget();
}

void BranchWatch::LookAt(const RunnerOf& runner, const LoopDeterminant& loop, Seen now) {
  const double t = now.where->time, size = now.determinant.log_size;
  auto [place, is_new] = loops_.try_emplace(loop.block, History{t, size, {}, {}});
  History& history = place->second;
  history.largest = std::max(history.largest, size);
  history.newest = now;
  history.is_small_constraint = loop.is_small_constraint;
  const auto& last = history.last;
  if (last && !(t > last->where->time)) return;
  if (last && size < history.largest + std::log(kSmall)) {
    history.was_small = true;
    // Small for longer than it was large: then this is its usual size.
    if (t - last->where->time > last->where->time - history.begin)
      history = {t, size, {}, now, false, now, loop.is_small_constraint};
    return;
  }
  const bool has_other_sign = last && last->determinant.sign != now.determinant.sign;
  const bool is_predicted =
      last &&
      (history.was_small ||
       (history.before && IsAgainstPrediction(history.before->where->time, history.before->determinant,
                                              last->where->time, last->determinant, t)));
  if (has_other_sign || (is_predicted && num_in_vain_ < kMostInVain)) {
    if (auto passed = Trace(runner(), loop.block, *last, now)) {
      ++num_passed_;
      if (!first_) first_ = std::move(passed);
      history.last.reset();
    } else {
      ++num_in_vain_;
    }
  }
  history.was_small = false;
  history.before = std::exchange(history.last, std::move(now));
}

std::optional<SingularPosition> BranchWatch::Trace(const ProgramRunner& runner, std::uint32_t block,
                                                   const Seen& from, const Seen& to) const {
  const bool changes_sign = from.determinant.sign != to.determinant.sign;
  const double reference = std::max(from.determinant.log_size, to.determinant.log_size);
  Way way(runner, block, *from.where, *to.where, states_, refresh_);
  const std::vector<Station> whole = way.Row({*from.where, from.determinant}, to.where->time);
  std::optional<SingularPosition> out;
  // A step of the residual form may end a little behind the end of a solution: no loop is solved there, or it
  // comes to another solution.
  const auto end = way.Solve(to.where->time, *to.where);
  const bool is_passable = whole.size() > 1 && end && end->determinant.sign == to.determinant.sign;
  if (is_passable &&
      (changes_sign || whole[LeastOf(whole)].determinant.log_size < reference + std::log(kNear))) {
    const Station least = way.Narrow(whole);
    // Where it jumps, as at a limiter, it is no smaller than at the end where it is small.
    const double smaller = std::min(from.determinant.log_size, to.determinant.log_size);
    if (least.determinant.log_size < std::min(reference + std::log(kSingular), smaller + std::log(kNear))) {
      out = {block, least.at, std::exp(least.determinant.log_size - reference), way.IsLeft(whole, least.at)};
      if (!*out->is_other && !changes_sign) out.reset();
    }
  }
  if (refresh_) refresh_(to.where->time);
  return out;
}

}  // namespace daedalus::execute
