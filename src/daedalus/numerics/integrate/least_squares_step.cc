#include "daedalus/numerics/integrate/least_squares_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/numerics/linear/compromise.h"

namespace daedalus::integrate {
namespace {

constexpr int kMostCorrections = 20;
constexpr double kSmallChange = 1e-11;  // of delta, in units: the next one would be smaller by far
constexpr double kLastChange = 1e-8;    // where rounding keeps changes from shrinking further
constexpr double kHardlySmallerChange = 0.5;

}  // namespace

LeastSquaresStep::LeastSquaresStep(const WeightedConstraints& constraints)
    : given_(constraints),
      g_(constraints.weights.size()),
      v_(constraints.weights.size() * constraints.units.size()),
      s_(constraints.weights.size()),
      e_(constraints.units.size()),
      old_e_(e_.size()),
      delta_(e_.size()),
      change_(e_.size()) {}

void LeastSquaresStep::Begin() {
  std::ranges::fill(e_, 0.0);
  std::ranges::fill(delta_, 0.0);
}

LeastSquaresStep::Correction LeastSquaresStep::Correct(YieldingEnd& end) {
  using linear::EvalOutcome;
  const auto& [constraints, weights, units] = given_;
  if (constraints.values(end.time(), end.y(), g_) != EvalOutcome::kOk || !linear::AreFinite(g_) ||
      constraints.gradients(end.time(), end.y(), v_) != EvalOutcome::kOk || !linear::AreFinite(v_))
    return {};
  const std::size_t n = e_.size();
  for (std::size_t c = 0; c < g_.size(); ++c) {
    const std::span<double> row = std::span(v_).subspan(c * n, n);
    end.Pull(row);
    s_[c] = -weights[c] * g_[c];
    for (std::size_t i = 0; i < n; ++i) {
      row[i] *= weights[c] * units[i];
      s_[c] += row[i] * e_[i];
    }
  }
  old_e_.swap(e_);
  linear::FindCompromise(v_, s_, e_);
  for (std::size_t i = 0; i < n; ++i) {
    change_[i] = units[i] * (e_[i] - old_e_[i]);
    delta_[i] += change_[i];
  }
  if (!linear::AreFinite(change_)) return {};
  return {true, end.Push(change_)};
}

bool LeastSquaresStep::Finish(YieldingEnd& end) {
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMostCorrections; ++i) {
    if (!Correct(end).ok) return false;
    double size = 0;
    for (std::size_t k = 0; k < e_.size(); ++k) size = std::max(size, std::abs(e_[k] - old_e_[k]));
    if (size <= kSmallChange || (size <= kLastChange && size > kHardlySmallerChange * last)) return true;
    last = size;
  }
  return false;
}

}  // namespace daedalus::integrate
