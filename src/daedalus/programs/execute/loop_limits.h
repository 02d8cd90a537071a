// What is asked of the solution of a loop: how accurate it must be, and what it may cost.
#pragma once

#include <algorithm>
#include <cmath>

namespace daedalus::execute {

struct LoopLimits {
  static constexpr double kRounding = 1e-13;
  // With an exact Jacobian the error after a step is about the square of the step: what follows one this
  // small is rounding.
  static constexpr double kSmallStep = 1e-8;

  int most_iterations = 0;      // of Newton; 0: as many as it takes
  double accuracy = kRounding;  // of a loop that keeps its factors, in units of its unknowns
  // The solution may cross another one. The matrices are nearly singular there, and results that follow need
  // a sharp solution.
  bool may_pass_folds = false;

  // After a step this small, Newton's iteration with an exact matrix is done. If less accuracy is required,
  // the step may be larger: a part of the root of the accuracy, for errors that are up to a hundred times the
  // square of the step.
  double SmallStep() const {
    constexpr double kSmallForAccuracy = 0.1;
    return accuracy > kRounding ? std::max(kSmallStep, kSmallForAccuracy * std::sqrt(accuracy)) : kSmallStep;
  }
};

}  // namespace daedalus::execute
