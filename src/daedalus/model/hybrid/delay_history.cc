#include "daedalus/model/hybrid/delay_history.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/model/hybrid/instant_rounding.h"

namespace daedalus::hybrid {
namespace {

// Relative to the size of a value: a value that changes less at an event counts as continuous.
constexpr double kJump = 1e-9;

}  // namespace

void DelayHistory::Begin(double t, std::span<const double> values, std::span<const double> delays) {
  start_.assign(values.begin(), values.end());
  delays_.assign(delays.begin(), delays.end());
  start_time_ = event_time_ = t;
  pieces_.clear();
  breakpoints_.clear();
  shortest_ = std::numeric_limits<double>::infinity();
  longest_ = 0;
  for (const double delay : delays_) {
    shortest_ = std::min(shortest_, delay);
    longest_ = std::max(longest_, delay);
    // There the constant past ends, with a kink at least.
    breakpoints_.push_back(t + delay);
  }
  std::sort(breakpoints_.begin(), breakpoints_.end());
}

void DelayHistory::Append(double t0, double t1, std::span<const double> values) {
  if (t1 <= t0) return;
  pieces_.push_back({t0, t1, {values.begin(), values.end()}});
  while (pieces_.size() > 1 && pieces_.front().t1 < t1 - longest_) pieces_.pop_front();
}

void DelayHistory::Jump(double t, std::span<const double> before, std::span<const double> after) {
  for (std::size_t k = 0; k < delays_.size(); ++k) {
    const double size = std::max(std::abs(before[k]), std::abs(after[k]));
    if (std::abs(after[k] - before[k]) <= kJump * size) continue;
    const double back = t + delays_[k];
    breakpoints_.insert(std::upper_bound(breakpoints_.begin(), breakpoints_.end(), back), back);
  }
  const auto passed = std::upper_bound(breakpoints_.begin(), breakpoints_.end(), t + InstantRounding(t));
  breakpoints_.erase(breakpoints_.begin(), passed);
}

double DelayHistory::NextBreakpoint(double t) const {
  const auto next = std::upper_bound(breakpoints_.begin(), breakpoints_.end(), t + InstantRounding(t));
  return next == breakpoints_.end() ? std::numeric_limits<double>::infinity() : *next;
}

double DelayHistory::Value(std::size_t k, double t, bool from_right) const {
  if (pieces_.empty() || t < pieces_.front().t0 || (t <= start_time_ && !from_right)) return start_[k];
  const double slack = InstantRounding(t);
  auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), t - slack,
                                [](const Piece& p, double time) { return p.t1 < time; });
  if (from_right) {
    while (piece != pieces_.end() && piece->t1 <= t + slack && std::next(piece) != pieces_.end()) ++piece;
  }
  if (piece == pieces_.end()) --piece;
  // Lagrange's form on the nodes 0, 1, 2, 3.
  const double x = std::clamp(3 * (t - piece->t0) / (piece->t1 - piece->t0), 0.0, 3.0);
  const std::array<double, kNodes> weights = {-(x - 1) * (x - 2) * (x - 3) / 6, x * (x - 2) * (x - 3) / 2,
                                              -x * (x - 1) * (x - 3) / 2, x * (x - 1) * (x - 2) / 6};
  double sum = 0;
  for (std::size_t node = 0; node < kNodes; ++node)
    sum += weights[node] * piece->values[node * delays_.size() + k];
  return sum;
}

void DelayHistory::Read(double t, std::span<double> out) const {
  // A step that has just left the event may be at its time up to rounding.
  const bool from_right = t <= event_time_ + 4 * InstantRounding(event_time_);
  for (std::size_t k = 0; k < delays_.size(); ++k) out[k] = Value(k, t - delays_[k], from_right);
}

}  // namespace daedalus::hybrid
