// The error of inlined one-step methods, from the stages of one step or of two of equal size h:
//
//   euler, backward-euler   h/2 (x'_{k+1} - x'_k), which is h^2 x'' / 2 but for higher terms
//   trapezoid, bi2          h/12 (x'_{k+1} - 2 x'_k + x'_{k-1}), over two steps: h^3 x''' / 12
//   ars2                    the same formula, on the safe side
//   ars3                    the midpoint rule with the slope of the first stage, x_k + h X'_1, against the step
//   sdirk4, dopri5          the embedded solution of the tableau, h sum_j (b^_j - b_j) X'_j
//   radau3, radau5,         Cellier & Kofman (8.105), (8.108), (8.110), over two steps
//   lobatto4                (integrate/theory/two_step_formula.h)
//
// On linear equations (8.108) and (8.110) differ from the method by h^(p+1), as the text says; elsewhere by h^p, since
// the stages that they look at have lower orders (measured, and confirmed by an independent computation). So the exponent
// is p for these two.
//
// Two steps of equal size are taken together and tested together, so that the step size never changes two steps
// in a row, as the text asks for. gauss4, gauss6 and rk4 have no estimate here: a step size that varies would
// cost the symmetric methods what they are taken for.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/inlined/methods.h"
#include "daedalus/inlined/step_program.h"
#include "daedalus/integrate/theory/two_step_formula.h"

namespace daedalus::inlined {

class StepError {
 public:
  StepError(Method method, std::size_t num_states);

  // How many steps a test looks at: 1 or 2; 0: the method has no error estimate.
  int num_steps() const { return num_steps_; }
  // The estimate is proportional to this power of h.
  int exponent() const { return exponent_; }

  // Step number `which` of those that are tested, 0 or 1, has been run from these values and slopes.
  void Record(int which, std::span<const double> start, std::span<const double> start_slopes,
              const StepProgram& program);
  // By state, after all steps of the test.
  void Estimate(double h, std::span<double> error) const;

 private:
  struct Stages {
    std::vector<double> start, start_slopes;
    std::vector<std::vector<double>> values, slopes;  // by stage and state
  };

  int num_steps_ = 0;
  int exponent_ = 0;
  // Of h x' at the beginning of the step, then of h X' of the stages, by step; empty: none.
  std::array<std::vector<double>, 2> slope_weights_;
  std::optional<integrate::theory::TwoStepFormula> formula_;
  bool compares_values_ = false;  // the weights are those of a solution, and not of a difference of two
  std::array<Stages, 2> steps_;
};

}  // namespace daedalus::inlined
