// The error of inlined one-step methods, from the slopes of one step or of two of equal size h:
//
//   euler, backward-euler   h/2 (x'_{k+1} - x'_k), which is h^2 x'' / 2 but for higher terms
//   trapezoid, bi2          h/6 (x'_{k+1} - 2 x'_k + x'_{k-1}), over two steps: h^3 x''' / 6
//   ars2                    the trapezoidal rule with the slopes at both ends, against the step
//   ars3                    the midpoint rule with the slope of the first stage, x_k + h X'_1, and the
//                           trapezoidal rule, against the step
//   dopri5                  the embedded solution of the tableau, h sum_j (b^_j - b_j) X'_j
//   dop853                  two embedded solutions, and the damped difference of both (DampedEstimate in
//                           integrate/theory/tableau.h)
//   sdirk4                  as dopri5, and h/8 (x'_k - 2 X'_1 + 2 X'_2 - X'_5)
//   radau3, radau5,         Cellier & Kofman (8.105), (8.108), (8.110), over two steps
//   lobatto4                (integrate/theory/two_step_formula.h), in the measure of the method, and
//                           differences at either end of the pair
//
// If there are several, except for dop853, the largest counts, state by state.
//
// *In the measure of the method.* The formulas of the text have almost the error of the method itself, so
// that the difference of both, the estimate, is much smaller than the error: on x' = lambda x 13 times with
// radau3, 39 times with radau5 and 57 times with lobatto4, to leading order (LeadingErrorOf knows both). So
// it is multiplied by that.
//
// *Jumps that the stages miss.* radau3, radau5 and sdirk4 do not evaluate the model where the step begins,
// and the weights of all slopes add up to zero. If slopes jump between the beginning and the first stage, all
// stages lie behind the jump. Then the estimate is zero for any h, while the step errs by up to c_1 h times
// the jump. Only the slope from the end of the step before is known there, and a difference that contains it
// detects the jump. For the pairs of radau3, radau5 and lobatto4 it is the divided difference of the first
// slopes, and that of the last ones, of the power of h that the formula has, with the leading term that the
// formula has where x' depends on t alone; for sdirk4 it is the one combination of x'_k and three stages that
// vanishes with h^4, as the embedded solution does. A jump anywhere then shows with at least a twentieth of
// the error that it makes, except in one gap of sdirk4 (1/2 to 11/20 of a step: a thirty-fifth), for dop853
// (before 1/4: a twenty-seventh) and for dopri5 (3/10 to 8/10: a hundred and seventieth): the test is
// stricter where a jump is likely (step_control.cc).
//
// On linear equations (8.108) and (8.110) differ from the method by h^(p+1), as the text says; elsewhere by
// h^p, since the stages that they look at have lower orders (measured, and confirmed by an independent
// computation). So the exponent is p for these two.
//
// Two steps of equal size are taken together and tested together, so that the step size never changes two
// steps in a row, as the text demands. gauss4, gauss6 and rk4 have no estimate here: varying step sizes would
// destroy the advantage of the symmetric methods.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/theory/two_step_formula.h"
#include "daedalus/programs/inlined/methods.h"
#include "daedalus/programs/inlined/step_program.h"

namespace daedalus::inlined {

// What is taken of one step: its contribution to an error is h times the sum of these slopes, and the change
// of x over the step.
struct SlopeWeights {
  double start = 0;                 // of the slope at its beginning
  std::vector<double> stages = {};  // empty if none
  double change = 0;
};
// Of the steps of a test; with one step the second is empty.
using ErrorFormula = std::array<SlopeWeights, 2>;

// The formula less what the method gives, by slopes alone, in the measure of the method.
ErrorFormula InSlopes(const integrate::theory::TwoStepFormula& formula);

class StepError {
 public:
  StepError(Method method, std::size_t num_states);

  // How many steps a test looks at: 1 or 2; 0: the method has no error estimate.
  int num_steps() const { return num_steps_; }
  // The estimate is proportional to this power of h.
  int exponent() const { return exponent_; }
  const std::vector<ErrorFormula>& formulas() const { return formulas_; }
  // There are two formulas, of which the second damps the first.
  bool is_damped() const { return is_damped_; }

  // Step number `which` of those that are tested, 0 or 1, has been run from these values and slopes.
  void Record(int which, std::span<const double> start, std::span<const double> start_slopes,
              const StepProgram& program);
  // By state, after all steps of the test.
  void Estimate(double h, std::span<double> error);

 private:
  struct Recorded {
    std::vector<double> start_slopes, changes;
    std::vector<std::vector<double>> slopes;  // by stage and state
  };

  void ChooseFormulas(Method method);
  void AddEmbedded(const integrate::theory::Tableau& tableau);
  void AddTwoStepFormulas(const integrate::theory::TwoStepFormula& formula);
  void Evaluate(const ErrorFormula& formula, double h);

  int num_steps_ = 0;
  int exponent_ = 0;
  std::vector<ErrorFormula> formulas_;
  bool is_damped_ = false;
  std::array<Recorded, 2> steps_;
  std::vector<double> sum_;  // of the formula that is evaluated
};

}  // namespace daedalus::inlined
