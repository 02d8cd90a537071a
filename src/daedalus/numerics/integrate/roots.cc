#include "daedalus/numerics/integrate/roots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::integrate {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr double kSameRoot = 4;          // of the values at an event's interval: still the same root
constexpr int kDepartureLevels = 10;     // panels end at t0 + h 8^-k for k up to this
constexpr double kInset = 1e-4;          // of a panel: the distance over which slopes are taken
constexpr double kExtremumWidth = 1e-6;  // of a panel: the interval around an extremum; its square matters
constexpr double kCrowded = 1e4;         // ulps between events of an accumulation
constexpr int kMaxLandings = 5;
constexpr double kSettled = 1e-6;    // of a step: what a time moves by when it stands still
constexpr double kStrideGrowth = 8;  // of the search around an event

int SideOf(double g) {
  return g > 0 ? 1 : g < 0 ? -1 : 0;
}

// True if the minimum of |g| may be near zero, for |g| that falls at the left end and rises at the right end.
// The tangents of a convex function meet below its minimum.
bool MayTouchZero(double left, double left_slope, double right, double right_slope, double width) {
  if (!(left_slope < 0 && right_slope > 0)) return false;
  const double meet = (right - left - right_slope * width) / (left_slope - right_slope);
  return left + left_slope * meet <= std::min(left, right) / 2;
}

}  // namespace

RootFinder::RootFinder(const DaeProblem& problem, RootOptions options)
    : roots_(problem.roots),
      options_(options),
      y_(problem.size),
      yp_(problem.size),
      work_(problem.num_roots),
      side_(problem.num_roots),
      scale_(problem.num_roots),
      slope_before_(problem.num_roots),
      start_y_(problem.size),
      start_yp_(problem.size),
      is_differential_(problem.is_differential),
      threshold_(problem.num_roots),
      after_left_(problem.num_roots),
      before_right_(problem.num_roots) {
  left_.g.resize(problem.num_roots);
  right_.g.resize(problem.num_roots);
  panel_ends_.reserve(kDepartureLevels + 2);
  found_.reserve(4 * work_.size());
  crossings_.reserve(work_.size());
}

double RootFinder::Tolerance(double t) const {
  return std::max(options_.time_tolerance, 4 * kRounding * std::abs(t));
}

// False, with failure_ written, where the functions have no value.
bool RootFinder::Evaluate(const Integrator& integrator, double t, std::span<double> g) {
  ++evaluations_;
  if (!integrator.Interpolate(t, y_, yp_)) {
    failure_ = {
        .status = StepStatus::kFatal, .t = t, .reason = "the integrator has no dense output at this time"};
    return false;
  }
  if (linear::CallGuarded([&] { return roots_(t, y_, yp_, g); }, failure_now_) != EvalOutcome::kOk) {
    const bool recoverable = failure_now_.outcome == EvalOutcome::kRecoverable;
    failure_ = {.status = recoverable ? StepStatus::kResidualFailed : StepStatus::kFatal,
                .t = t,
                .reason = "in the root functions " + failure_now_.message};
    return false;
  }
  const auto row = linear::FirstNotFinite(g);
  if (!row) return true;
  failure_ = {.status = StepStatus::kResidualFailed,
              .t = t,
              .row = row,
              .reason = "root function " + std::to_string(*row) + " is not finite"};
  return false;
}

double RootFinder::EvaluateOne(const Integrator& integrator, double t, std::int32_t function) {
  return Evaluate(integrator, t, work_) ? work_[function] : std::nan("");
}

StepOutcome RootFinder::Start(const Integrator& integrator) {
  const double t = integrator.time();
  is_started_ = false;
  found_.clear();
  num_handed_out_ = 0;
  if (!side_.empty() && !Evaluate(integrator, t, left_.g)) return failure_;
  std::ranges::fill(threshold_, 0.0);
  if (t == event_.time) {
    for (const RootCrossing& crossing : crossings_) {
      threshold_[crossing.function] = kSameRoot * std::max(std::abs(crossing.left), std::abs(crossing.right));
    }
  }
  for (std::size_t i = 0; i < side_.size(); ++i) {
    side_[i] = std::abs(left_.g[i]) <= threshold_[i] ? 0 : SideOf(left_.g[i]);
    scale_[i] = std::abs(left_.g[i]);
    slope_before_[i] = 0;
  }
  has_fresh_departure_ = std::ranges::count(side_, 0) > 0;
  std::ranges::copy(integrator.y(), start_y_.begin());
  std::ranges::copy(integrator.yp(), start_yp_.begin());
  start_time_ = t;
  scanned_to_ = left_.t = t;
  is_started_ = true;
  return {.status = StepStatus::kStepped, .t = t};
}

std::optional<StepOutcome> RootFinder::FindCallError(const Integrator& integrator) const {
  StepOutcome outcome{.status = StepStatus::kBadInput, .t = integrator.time()};
  if (!is_started_) {
    outcome.reason = "the root finder was not started";
  } else if (scanned_to_ < integrator.previous_time() || scanned_to_ > integrator.time()) {
    outcome.reason = "the integrator was restarted and the root finder was not, or a step was not scanned";
  } else {
    return std::nullopt;
  }
  return outcome;
}

void RootFinder::PlacePanels(double t0, double t1) {
  panel_ends_.clear();
  if (options_.at_step_ends) {
    panel_ends_.push_back(t1);
    return;
  }
  const double h = t1 - t0;
  for (int level = has_fresh_departure_ ? kDepartureLevels : 0; level > 0; --level) {
    const double end = t0 + std::ldexp(h, -3 * level);
    if (end - t0 > 2 * Tolerance(t1)) panel_ends_.push_back(end);
  }
  if (h > 4 * Tolerance(t1)) panel_ends_.push_back(t0 + h / 2);
  panel_ends_.push_back(t1);
}

// Gives sides to functions that depart from zero at the start, before the first step of size h is scanned.
void RootFinder::TakeSidesFromSlopes(double h) {
  linear::EvalFailure ignored;
  const auto evaluate = [&](double t) {
    return linear::CallGuarded([&] { return roots_(t, y_, start_yp_, work_); }, ignored) == EvalOutcome::kOk;
  };
  // Does g depend on algebraic unknowns? Their slopes cannot be trusted.
  std::vector<double>& disturbed = after_left_;
  y_ = start_y_;
  for (std::size_t i = 0; i < is_differential_.size(); ++i) {
    if (!is_differential_[i]) y_[i] += 1e-3 * std::max(std::abs(y_[i]), 1.0);
  }
  if (!evaluate(start_time_)) return;
  disturbed = work_;
  for (int level = kDepartureLevels; level > 0; --level) {
    const double d = std::ldexp(h, -3 * level);
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = start_y_[i] + d * start_yp_[i];
    if (!evaluate(start_time_ + d)) return;
    for (std::size_t i = 0; i < side_.size(); ++i) {
      if (side_[i] != 0 || disturbed[i] != left_.g[i] || !(std::abs(work_[i]) > threshold_[i])) continue;
      side_[i] = SideOf(work_[i]);
      left_.g[i] = std::copysign(std::numeric_limits<double>::min(), work_[i]);  // zero, seen from its side
    }
  }
}

StepOutcome RootFinder::Scan(const Integrator& integrator) {
  if (auto error = FindCallError(integrator)) return *std::move(error);
  const StepOutcome done{.status = StepStatus::kStepped, .t = integrator.time()};
  if (integrator.time() == scanned_to_) return done;
  found_.clear();
  num_handed_out_ = 0;
  if (!side_.empty()) {
    if (has_fresh_departure_ && scanned_to_ == start_time_)
      TakeSidesFromSlopes(integrator.time() - scanned_to_);
    PlacePanels(scanned_to_, integrator.time());
    has_fresh_departure_ = false;
    for (const double end : panel_ends_) {
      right_.t = end;
      if (!Evaluate(integrator, end, right_.g) || !ScanPanel(integrator)) {
        is_started_ = false;
        found_.clear();
        return failure_;
      }
      std::swap(left_, right_);
    }
    std::ranges::sort(found_, [](const Found& a, const Found& b) {
      return a.right != b.right ? a.right < b.right : a.crossing.function < b.crossing.function;
    });
  }
  scanned_to_ = integrator.time();
  return done;
}

// Finds the changes of all functions between left_ and right_. False when a function fails.
bool RootFinder::ScanPanel(const Integrator& integrator) {
  const double width = right_.t - left_.t;
  inset_ = kInset * width;
  const bool has_slopes = !options_.at_step_ends && inset_ > 8 * kRounding * std::abs(right_.t);
  if (has_slopes && (!Evaluate(integrator, left_.t + inset_, after_left_) ||
                     !Evaluate(integrator, right_.t - inset_, before_right_))) {
    return false;
  }
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(side_.size()); ++i) {
    const double g = right_.g[i];
    const double slope_before = std::exchange(slope_before_[i], 0);
    scale_[i] = std::max(scale_[i], std::abs(g));
    if (side_[i] == 0) {
      if (std::abs(g) > threshold_[i]) side_[i] = SideOf(g);
    } else if (SideOf(g) != side_[i]) {
      if (!AddChange(integrator, i, {.a = left_.t, .b = right_.t, .fa = left_.g[i], .fb = g})) return false;
    } else if (has_slopes && !ScanWithoutChange(integrator, i, slope_before)) {
      return false;
    }
  }
  return true;
}

// Step 3 of the header, for a function that has the same sign at both ends.
bool RootFinder::ScanWithoutChange(const Integrator& integrator, std::int32_t i, double slope_before) {
  const double sign = side_[i];
  const double width = right_.t - left_.t;
  const double left = sign * left_.g[i];
  const double right = sign * right_.g[i];
  const double left_slope = (sign * after_left_[i] - left) / inset_;
  const double right_slope = (right - sign * before_right_[i]) / inset_;
  slope_before_[i] = right_slope;
  const double touches = options_.grazing * scale_[i];
  if (slope_before < 0 && left_slope >= 0 && left <= touches) {  // the minimum is where two panels meet
    found_.push_back({left_.t, left_.t, {i, RootDirection::kTangential, left_.g[i], left_.g[i]}});
    return true;
  }
  if (!MayTouchZero(left, left_slope, right, right_slope, width)) return true;

  const auto slope = [&](double t) {
    const double before = EvaluateOne(integrator, t - inset_ / 2, i);
    return sign * (EvaluateOne(integrator, t + inset_ / 2, i) - before) / inset_;
  };
  const Bracket turn = FindSignChange(
      slope, {.a = left_.t + inset_ / 2, .b = right_.t - inset_ / 2, .fa = left_slope, .fb = right_slope},
      kExtremumWidth * width);
  const double least = turn.ok ? EvaluateOne(integrator, turn.b, i) : std::nan("");
  if (std::isnan(least)) return false;
  if (std::abs(least) <= touches) {
    found_.push_back({turn.a, turn.b, {i, RootDirection::kTangential, least, least}});
    return true;
  }
  if (SideOf(least) == side_[i]) return true;
  return AddChange(integrator, i, {.a = left_.t, .b = turn.b, .fa = left_.g[i], .fb = least}) &&
         AddChange(integrator, i, {.a = turn.b, .b = right_.t, .fa = least, .fb = right_.g[i]});
}

bool RootFinder::AddChange(const Integrator& integrator, std::int32_t i, const Bracket& bracket) {
  const double tolerance = options_.at_step_ends ? bracket.b - bracket.a : Tolerance(bracket.b);
  const Bracket change =
      FindSignChange([&](double t) { return EvaluateOne(integrator, t, i); }, bracket, tolerance);
  if (!change.ok) return false;
  const RootDirection direction = change.fa < 0 ? RootDirection::kRising : RootDirection::kFalling;
  found_.push_back({change.a, change.b, {i, direction, change.fa, change.fb}});
  side_[i] = SideOf(bracket.fb);
  if (side_[i] == 0) {
    threshold_[i] = 0;
    has_fresh_departure_ = true;
  }
  return true;
}

// Step 4 of the header.
void RootFinder::TakeNextGroup() {
  const Found& first = found_[num_handed_out_];
  crossings_.clear();
  event_ = {.t_left = first.left, .time = first.right};
  const double reach = first.right + Tolerance(first.right);
  while (num_handed_out_ < found_.size()) {
    const Found& next = found_[num_handed_out_];
    if (next.left > reach || IsInEvent(next.crossing.function)) break;
    crossings_.push_back(next.crossing);
    event_.t_left = std::min(event_.t_left, next.left);
    event_.time = next.right;
    ++num_handed_out_;
  }
}

bool RootFinder::IsInEvent(std::int32_t function) const {
  return std::ranges::count(crossings_, function, &RootCrossing::function) > 0;
}

const RootEvent* RootFinder::Next(Integrator& integrator) {
  if (num_handed_out_ == found_.size()) return nullptr;
  const bool is_first_ever = crossings_.empty();
  const double last_time = event_.time;
  earliest_ = num_handed_out_ > 0 ? last_time : -std::numeric_limits<double>::infinity();
  TakeNextGroup();
  Land(integrator);
  std::ranges::sort(crossings_, {}, &RootCrossing::function);
  event_.crossings = crossings_;
  const bool is_crowded =
      !is_first_ever && std::abs(event_.time - last_time) <= kCrowded * kRounding * std::abs(event_.time);
  num_crowded_ = is_crowded ? num_crowded_ + 1 : 1;
  return &event_;
}

// Step 5 of the header.
void RootFinder::Land(Integrator& integrator) {
  const double settled = kSettled * (integrator.time() - integrator.previous_time());
  for (int round = 0; round < kMaxLandings; ++round) {
    const double before = event_.time;
    if (!integrator.Sharpen(before)) return;
    Relocate(integrator);
    JoinPassed(integrator);
    if (std::abs(event_.time - before) <= settled) return;
  }
}

// Encloses the changes of the event again. One that is not found again stays where it was.
void RootFinder::Relocate(const Integrator& integrator) {
  RootEvent moved{.t_left = std::numeric_limits<double>::infinity(),
                  .time = -std::numeric_limits<double>::infinity()};
  for (RootCrossing& crossing : crossings_) {
    Bracket change{.a = event_.t_left, .b = event_.time};
    RelocateOne(integrator, crossing, change);
    moved.t_left = std::min(moved.t_left, change.a);
    moved.time = std::max(moved.time, change.b);
  }
  event_ = moved;
}

// Functions whose change was found later, and that have changed at the time of the event as it is now.
void RootFinder::JoinPassed(const Integrator& integrator) {
  for (std::size_t k = num_handed_out_; k < found_.size(); ++k) {
    RootCrossing crossing = found_[k].crossing;
    if (crossing.direction == RootDirection::kTangential || IsInEvent(crossing.function)) continue;
    const double g = EvaluateOne(integrator, event_.time, crossing.function);
    Bracket change;
    if (std::isnan(g) || IsSameSide(g, crossing.left) || !RelocateOne(integrator, crossing, change)) continue;
    crossings_.push_back(crossing);
    event_.t_left = std::min(event_.t_left, change.a);
    const auto place = found_.begin() + static_cast<std::ptrdiff_t>(k);
    std::rotate(found_.begin() + static_cast<std::ptrdiff_t>(num_handed_out_++), place, place + 1);
  }
}

bool RootFinder::RelocateOne(const Integrator& integrator, RootCrossing& crossing, Bracket& change) {
  if (crossing.direction == RootDirection::kTangential) return false;
  const std::optional<Bracket> near = FindChangeNear(integrator, crossing);
  if (!near) return false;
  const Bracket found = FindSignChange(
      [&](double t) { return EvaluateOne(integrator, t, crossing.function); }, *near, Tolerance(near->b));
  if (!found.ok) return false;
  change = found;
  crossing.left = found.fa;
  crossing.right = found.fb;
  return true;
}

// An interval that contains the change of this function. It is searched from the time of the event in growing
// strides, but not beyond the step, the previous event, and the next change of the same function.
std::optional<Bracket> RootFinder::FindChangeNear(const Integrator& integrator,
                                                  const RootCrossing& crossing) {
  const double first = std::max(integrator.previous_time(), earliest_);
  double last = integrator.time();
  for (std::size_t k = found_.size(); k-- > num_handed_out_;) {
    const Found& later = found_[k];
    if (later.crossing.function == crossing.function && later.left > event_.time) last = later.left;
  }
  double t = event_.time;
  double g = EvaluateOne(integrator, t, crossing.function);
  const bool has_passed = !IsSameSide(g, crossing.left);
  for (double stride = 4 * Tolerance(t);; stride *= kStrideGrowth) {
    const double next = std::clamp(has_passed ? t - stride : t + stride, first, last);
    const double g_next = EvaluateOne(integrator, next, crossing.function);
    if (next == t || std::isnan(g) || std::isnan(g_next)) return std::nullopt;
    if (IsSameSide(g_next, crossing.left) == has_passed) {
      return has_passed ? Bracket{.a = next, .b = t, .fa = g_next, .fb = g}
                        : Bracket{.a = t, .b = next, .fa = g, .fb = g_next};
    }
    t = next;
    g = g_next;
  }
}

RootStep StepWithRoots(Integrator& integrator, RootFinder& finder, double t_limit) {
  StepOutcome outcome{.status = StepStatus::kStepped};
  for (;;) {
    if (const RootEvent* event = finder.Next(integrator)) {
      const RootStatus status = finder.is_accumulating() ? RootStatus::kAccumulation : RootStatus::kEvent;
      return {.status = status, .event = *event};
    }
    if (outcome.status == StepStatus::kReachedLimit) return {.outcome = outcome};
    outcome = integrator.Step(t_limit);
    if (!outcome.ok()) return {.status = RootStatus::kFailed, .outcome = outcome};
    const StepOutcome scanned = finder.Scan(integrator);
    if (!scanned.ok()) return {.status = RootStatus::kFailed, .outcome = scanned};
  }
}

}  // namespace daedalus::integrate
