#include "daedalus/numerics/integrate/runge_kutta/two_step_error.h"

#include <algorithm>

namespace daedalus::integrate {
namespace {

// out += factor * (stage i of `stages`).
void AddStage(double factor, std::span<const double> stages, std::size_t i, std::span<double> out) {
  if (factor == 0) return;
  const double* stage = stages.data() + i * out.size();
  for (std::size_t m = 0; m < out.size(); ++m) out[m] += factor * stage[m];
}

// Adds the terms of one step, its values relative to its start; gives the sum of the weights of values.
double AddStep(const theory::StepWeights& weights, double h, const StepStages& step, std::span<double> out) {
  double sum = weights.start;
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    AddStage(weights.values[i], step.z, i, out);
    sum += weights.values[i];
  }
  for (std::size_t i = 0; i < weights.derivatives.size(); ++i) {
    AddStage(h * weights.derivatives[i], step.k, i, out);
  }
  return sum;
}

}  // namespace

void SubtractTwoStepFormula(const theory::TwoStepFormula& formula, double h, const StepStages& previous,
                            const StepStages& current, std::span<double> error) {
  const std::size_t last = formula.method.c.size() - 1;
  std::ranges::fill(error, 0.0);
  // The previous step began Z_s(previous) before y_n.
  const double before = AddStep(formula.previous, h, previous, error);
  AddStage(-before, previous.z, last, error);
  AddStep(formula.current, h, current, error);
  AddStage(-1, current.z, last, error);
}

}  // namespace daedalus::integrate
