// The error by two steps of equal size: the Runge-Kutta solution against the formulas of Cellier & Kofman
// (2006), (8.105), (8.108), (8.110), which combine the stages of both (theory/two_step_formula.h).
//
// The formulas have the order p of the method, so the difference is O(h^(p+1)), like the local error itself.
// It needs no filter, since the formulas are A-stable. If the previous step had another size, the filtered
// estimate tests the step coarsely: kCoarse times as much is allowed, because the two estimates need not
// agree on a step size. A step of the same size follows, so h changes every second step at most.
#pragma once

#include <span>

#include "daedalus/numerics/integrate/theory/two_step_formula.h"

namespace daedalus::integrate {

// The stages of a step one after another: Z_i = Y_i - y_n and the derivatives K_i.
struct StepStages {
  std::span<const double> z;
  std::span<const double> k;
};

// error = the formula's y_{n+1} - y_{n+1}. All values are taken relative to y_n: the weights of values add up
// to 1.
void SubtractTwoStepFormula(const theory::TwoStepFormula& formula, double h, const StepStages& previous,
                            const StepStages& current, std::span<double> error);

}  // namespace daedalus::integrate
