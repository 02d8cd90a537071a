#include "daedalus/numerics/integrate/multistep/bdf_control.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {
namespace {

constexpr double kSafety = 5;  // steps aim at the tolerance divided by this
constexpr double kLeastGain = 1.2;
constexpr double kMostGain = 2;
constexpr double kMostGainAtStart = 8;
constexpr double kMostLeap = 1000;
constexpr double kKeepAbove = 0.9;
constexpr double kLeastShrink = 0.5;  // after a success
constexpr double kLeastShrinkAtFailure = 0.25;
constexpr double kMostShrinkAtFailure = 0.9;
constexpr int kManyFailures = 5;
constexpr double kGainAdaptation = 0.5;  // of the excess over 1, when a growth has failed
constexpr double kVanishing = 1e-10;     // an error that allows any step

// 1 where the step is as it should be.
double ErrorToAimAt(int order, double term) {
  return kSafety * ErrorConstant(order) * term + kVanishing;
}

// (1)
double StepRatio(int order, double term) {
  return std::pow(ErrorToAimAt(order, term), -1.0 / (order + 1));
}

// Whether kKeepAbove <= r < kLeastGain; most steps are, and need no power.
bool IsKept(int order, double error) {
  double least = kLeastGain, most = kKeepAbove;
  for (int i = 0; i < order; ++i) {
    least *= kLeastGain;
    most *= kKeepAbove;
  }
  return error * least > 1 && error * most <= 1;
}

}  // namespace

void BdfControl::Start(double h, double longest_leap) {
  *this = BdfControl(max_order_, max_step_);
  longest_leap_ = longest_leap;
  Take(1, h);
  most_gain_ = kMostGain;
}

void BdfControl::StartAt(int order, double h) {
  Start(h, 0);
  order_ = order;
  is_starting_ = false;
}

void BdfControl::AfterTruncation() {
  NoteSuccess();
  equal_steps_ = 0;
}

void BdfControl::Take(int order, double h) {
  if (max_step_ > 0) h = std::min(h, max_step_);
  if (order != order_ || h != h_) equal_steps_ = 0;
  order_ = order;
  h_ = h;
}

void BdfControl::AfterSuccess(const BdfCoefficients& c, const DifferenceNorms& norms,
                              StepController* controller) {
  const int k = c.order;
  const Terms terms{c.equal[k - 1] * norms.two_below, c.equal[k] * norms.below, c.equal[k + 1] * norms.same,
                    c.equal[k + 2] * norms.above};
  NoteSuccess();
  if (is_starting_) return GoOnStarting(c, terms);
  const int order = ChooseOrder(terms);
  const double term = order < k ? terms.below : order == k ? terms.same : terms.above;
  if (order != k && controller) controller->Reset();
  Take(order, h_);
  const double error = ErrorToAimAt(order, term);
  if (order == k && controller) {
    ChooseStep(c, controller->AfterSuccess(c.h, error, k + 1));
  } else if (!IsKept(order, error)) {
    ChooseStep(c, std::pow(error, -1.0 / (order + 1)));
  } else {
    Take(order, c.h);
  }
}

void BdfControl::NoteSuccess() {
  failures_ = 0;
  ++equal_steps_;
  if (has_grown_) most_gain_ = std::min(kMostGain, 1 + (most_gain_ - 1) / kGainAdaptation);
  has_grown_ = false;
  if (equal_steps_ > order_) must_hold_ = false;
}

void BdfControl::GoOnStarting(const BdfCoefficients& c, const Terms& terms) {
  const int k = c.order;
  const double ratio = StepRatio(k, terms.same);
  const double leap = std::min(c.h * std::min(ratio, kMostLeap), longest_leap_);
  if (k == 1 && max_order_ > 1 && leap > kMostGainAtStart * c.h) {
    must_leap_ = true;
    return Take(2, leap);
  }
  const bool falls = k == 1 || terms.same < std::max(terms.below, k > 2 ? terms.two_below : 0);
  if (falls && k < max_order_) return Take(k + 1, c.h * std::clamp(ratio, 1.0, kMostGainAtStart));
  is_starting_ = false;
  Take(falls ? k : std::max(k - 1, 2), c.h * std::clamp(ratio, kLeastShrink, 1.0));
}

int BdfControl::ChooseOrder(const Terms& terms) const {
  const int k = order_;
  const int lower = std::max(k - 1, 2);
  if (k > 2 && std::max(terms.below, terms.two_below) <= terms.same) return lower;
  if (k == max_order_ || equal_steps_ <= k) return k;
  if (k > 2 && terms.below <= std::min(terms.same, terms.above)) return lower;
  return terms.above < terms.same ? k + 1 : k;
}

void BdfControl::ChooseStep(const BdfCoefficients& c, double ratio) {
  const bool may_grow = equal_steps_ > order_ || (ratio >= kMostGain && !must_hold_);
  if (ratio >= kLeastGain && may_grow) {
    has_grown_ = true;
    Take(order_, c.h * std::min(ratio, most_gain_));
  } else {
    Take(order_, ratio < kKeepAbove ? c.h * std::max(ratio, kLeastShrink) : c.h);
  }
}

void BdfControl::AfterErrorFailure(const BdfCoefficients& c, const DifferenceNorms& norms, double error) {
  const int k = c.order;
  if (has_grown_) most_gain_ = std::max(kLeastGain, 1 + (most_gain_ - 1) * kGainAdaptation);
  has_grown_ = false;
  must_hold_ = true;
  is_starting_ = ++failures_ > kManyFailures;
  equal_steps_ = 0;
  if (is_starting_) return Take(1, c.h * kLeastShrinkAtFailure);
  const double same = std::pow(kSafety * error, -1.0 / (k + 1));
  const double below = k > 2 ? StepRatio(k - 1, c.equal[k] * norms.below) : 0;
  const double ratio = kMostShrinkAtFailure * std::max(same, below);
  const double most = failures_ == 1 ? kMostShrinkAtFailure : kLeastShrinkAtFailure;
  Take(below > same ? k - 1 : k, c.h * std::clamp(ratio, kLeastShrinkAtFailure, most));
}

void BdfControl::Shrink(const BdfCoefficients& c) {
  is_starting_ = false;
  has_grown_ = false;
  Take(order_, kLeastShrinkAtFailure * c.h);
}

}  // namespace daedalus::integrate
