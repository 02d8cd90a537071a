// The error estimators of Cellier & Kofman (2006), sec. 8.7 and 8.8: a second value for x_{k+1} from the
// stages of the last two steps of an implicit Runge-Kutta method, which had the same length h.
//
//   x_{k+1} = u_0 x_{k-1} + sum_i (u_i X_i + h u'_i X_i')       over the step from t_{k-1} to t_k
//           + v_0 x_k     + sum_i (v_i X_i + h v'_i X_i')       over the step from t_k to t_{k+1}
//
// The Runge-Kutta solution is propagated; the formula only looks at it. On x' = lambda x it is
// x_{k+1} = F(z) x_{k-1}, (8.98), with the rational function
//
//   F = (u_0 Q^2 + sum_i (u_i + z u'_i) N_i Q + v_0 P Q + sum_i (v_i + z v'_i) N_i P) / Q^2.
//
// In (8.108) and (8.110) the text omits the factor h of the derivatives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/numerics/integrate/theory/stability_function.h"

namespace daedalus::integrate::theory {

// The weights within one of the two steps.
struct StepWeights {
  double start = 0;                      // of the value at the beginning of the step
  std::vector<double> values = {};       // of the stages; empty if none
  std::vector<double> derivatives = {};  // of h times their derivatives; empty if none
};

struct TwoStepFormula {
  std::string name;
  int order = 0;
  Tableau method;  // whose stages it looks at
  StepWeights previous;
  StepWeights current;
  std::string_view source = {};
};

StabilityFunction StabilityFunctionOf(const TwoStepFormula& formula);

// (8.97): the three formulas with stages of radau3, number = 1, 2, 3, which have order 2 only.
TwoStepFormula Radau3Formula(int number);
// (8.103): of order 4, and unstable.
TwoStepFormula UnstableRadau3Formula();
// (8.105): the blend of the first two, of order 3.
TwoStepFormula BlendedRadau3Formula();
// (8.108): of order 5, with stages of radau5.
TwoStepFormula BlendedRadau5Formula();
// (8.110): of order 4, with stages of lobatto4.
TwoStepFormula BlendedLobatto4Formula();

}  // namespace daedalus::integrate::theory
