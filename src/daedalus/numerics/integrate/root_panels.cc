#include "daedalus/numerics/integrate/root_panels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace daedalus::integrate {
namespace {

constexpr double kInset = 1e-4;          // of a panel: the distance over which slopes are taken
constexpr double kExtremumWidth = 1e-6;  // of a panel: the interval around an extremum; its square matters

// Where |g| falls at the left end and rises at the right end: whether its minimum may come near zero. The
// tangents of a convex function meet below its minimum.
bool MayTouchZero(double left, double left_slope, double right, double right_slope, double width) {
  if (!(left_slope < 0 && right_slope > 0)) return false;
  const double meet = (right - left - right_slope * width) / (left_slope - right_slope);
  return left + left_slope * meet <= std::min(left, right) / 2;
}

}  // namespace

RootPanels::RootPanels(const DaeProblem& problem, const RootOptions& options)
    : options_(options),
      scale_(problem.num_roots),
      slope_before_(problem.num_roots),
      after_left_(problem.num_roots),
      before_right_(problem.num_roots) {
  left_.g.resize(problem.num_roots);
  right_.g.resize(problem.num_roots);
  ends_.reserve(kDepartureLevels + 2);
}

void RootPanels::Start(double t) {
  left_.t = t;
  for (std::size_t i = 0; i < scale_.size(); ++i) scale_[i] = std::abs(left_.g[i]);
  std::ranges::fill(slope_before_, 0.0);
}

void RootPanels::Place(double t0, double t1, bool with_departures) {
  ends_.clear();
  if (options_.at_step_ends) {
    ends_.push_back(t1);
    return;
  }
  const double h = t1 - t0, tolerance = RootTolerance(options_, t1);
  for (int level = with_departures ? kDepartureLevels : 0; level > 0; --level) {
    const double end = t0 + std::ldexp(h, -3 * level);
    if (end - t0 > 2 * tolerance) ends_.push_back(end);
  }
  if (h > 4 * tolerance) ends_.push_back(t0 + h / 2);
  ends_.push_back(t1);
}

bool RootPanels::Scan(const Scene& scene, double t1) {
  Place(left_.t, t1, scene.sides.has_fresh_departure());
  scene.sides.EndDepartures();
  for (const double end : ends_) {
    right_.t = end;
    if (!scene.values.Evaluate(scene.integrator, end, right_.g) || !ScanPanel(scene)) return false;
    std::swap(left_, right_);
  }
  return true;
}

// Finds the changes of all functions between left_ and right_. False when a function fails.
bool RootPanels::ScanPanel(const Scene& scene) {
  const double width = right_.t - left_.t;
  inset_ = kInset * width;
  const bool has_slopes =
      !options_.at_step_ends && inset_ > 8 * std::numeric_limits<double>::epsilon() * std::abs(right_.t);
  if (has_slopes && (!scene.values.Evaluate(scene.integrator, left_.t + inset_, after_left_) ||
                     !scene.values.Evaluate(scene.integrator, right_.t - inset_, before_right_))) {
    return false;
  }
  for (std::int32_t i = 0; i < scene.sides.size(); ++i) {
    const double g = right_.g[i];
    const double slope_before = std::exchange(slope_before_[i], 0);
    scale_[i] = std::max(scale_[i], std::abs(g));
    if (scene.sides[i] == 0) {
      scene.sides.Depart(i, g);
    } else if (SideOf(g) != scene.sides[i]) {
      if (!AddChange(scene, i, {.a = left_.t, .b = right_.t, .fa = left_.g[i], .fb = g})) return false;
    } else if (has_slopes && !ScanWithoutChange(scene, i, slope_before)) {
      return false;
    }
  }
  return true;
}

// Step 3 of roots.h, for a function that has the same sign at both ends.
bool RootPanels::ScanWithoutChange(const Scene& scene, std::int32_t i, double slope_before) {
  const double sign = scene.sides[i];
  const double width = right_.t - left_.t;
  const double left = sign * left_.g[i];
  const double right = sign * right_.g[i];
  const double left_slope = (sign * after_left_[i] - left) / inset_;
  const double right_slope = (right - sign * before_right_[i]) / inset_;
  slope_before_[i] = right_slope;
  const double touches = options_.grazing * scale_[i];
  if (slope_before < 0 && left_slope >= 0 && left <= touches) {  // the minimum is where two panels meet
    scene.found.push_back({left_.t, left_.t, {i, RootDirection::kTangential, left_.g[i], left_.g[i]}});
    return true;
  }
  if (!MayTouchZero(left, left_slope, right, right_slope, width)) return true;

  const auto value = [&](double t) { return scene.values.EvaluateOne(scene.integrator, t, i); };
  const auto slope = [&](double t) {
    const double before = value(t - inset_ / 2);
    return sign * (value(t + inset_ / 2) - before) / inset_;
  };
  const Bracket turn = FindSignChange(
      slope, {.a = left_.t + inset_ / 2, .b = right_.t - inset_ / 2, .fa = left_slope, .fb = right_slope},
      kExtremumWidth * width);
  const double least = turn.ok ? value(turn.b) : std::nan("");
  if (std::isnan(least)) return false;
  if (std::abs(least) <= touches) {
    scene.found.push_back({turn.a, turn.b, {i, RootDirection::kTangential, least, least}});
    return true;
  }
  if (SideOf(least) == scene.sides[i]) return true;
  return AddChange(scene, i, {.a = left_.t, .b = turn.b, .fa = left_.g[i], .fb = least}) &&
         AddChange(scene, i, {.a = turn.b, .b = right_.t, .fa = least, .fb = right_.g[i]});
}

bool RootPanels::AddChange(const Scene& scene, std::int32_t i, const Bracket& bracket) {
  const double tolerance = options_.at_step_ends ? bracket.b - bracket.a : RootTolerance(options_, bracket.b);
  const Bracket change = FindSignChange(
      [&](double t) { return scene.values.EvaluateOne(scene.integrator, t, i); }, bracket, tolerance);
  if (!change.ok) return false;
  const RootDirection direction = change.fa < 0 ? RootDirection::kRising : RootDirection::kFalling;
  scene.found.push_back({change.a, change.b, {i, direction, change.fa, change.fb}});
  scene.sides.Change(i, bracket.fb);
  return true;
}

}  // namespace daedalus::integrate
