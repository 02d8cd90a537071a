#include "daedalus/numerics/integrate/runge_kutta/radau_order.h"

namespace daedalus::integrate {
namespace {

constexpr double kFast = 2e-3;
constexpr double kSlowRate = 0.8;
constexpr double kLeastRatio = 0.8;  // of step sizes that are about constant
constexpr double kMostRatio = 1.2;
constexpr int kWaitAfterChange = 10;
constexpr int kWaitAfterFall = 20;

}  // namespace

void OrderControl::Reset() {
  level_ = 0;
  wait_ = kWaitAfterChange;
}

void OrderControl::NoteSuccess(double rate, double step_ratio) {
  if (rate >= kSlowRate) return Lower();
  if (wait_ > 0) --wait_;
  if (wait_ > 0 || level_ + 1 == num_levels_ || rate > kFast || step_ratio < kLeastRatio ||
      step_ratio > kMostRatio)
    return;
  ++level_;
  wait_ = kWaitAfterChange;
}

void OrderControl::NoteDivergence() {
  Lower();
}

void OrderControl::Lower() {
  if (level_ > 0) --level_;
  wait_ = kWaitAfterFall;
}

}  // namespace daedalus::integrate
