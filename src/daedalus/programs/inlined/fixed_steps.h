// The grid of fixed steps, and what is measured on it.
#pragma once

#include <cmath>

#include "daedalus/programs/inlined/step_defects.h"
#include "daedalus/programs/inlined/step_times.h"

namespace daedalus::inlined {

struct FixedSteps {
  double size = 0;        // 0: steps vary
  double grid_start = 0;  // steps end at whole multiples from here, except after events
  bool measures = false;  // the time of each step
  StepTimes times = {};
  StepDefects defects;  // where states are the unknowns

  // The size of the step from `time`. The step behind an event ends where it would have ended without one.
  double Next(double time, double t_limit) const {
    constexpr double kOnGrid = 1e-6, kTiny = 0.01;  // of a step
    double h = size;
    const double passed = (time - grid_start) / h;
    if (std::abs(passed - std::round(passed)) > kOnGrid) h *= std::floor(passed + kTiny) + 1 - passed;
    const double way = t_limit - time;
    return h >= way * (1 - 1e-10) ? way : h;
  }
};

}  // namespace daedalus::inlined
