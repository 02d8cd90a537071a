#include "daedalus/inlined/step_error.h"

#include <algorithm>

namespace daedalus::inlined {
namespace {

using integrate::theory::StepWeights;
using integrate::theory::Tableau;

// b^ - b, of the slope at the beginning first.
std::vector<double> EmbeddedWeights(const Tableau& t) {
  std::vector<double> out;
  if (StagesOf(t).start.empty()) out.push_back(0);
  for (std::size_t j = 0; j < t.b.size(); ++j) out.push_back(t.b_hat[j] - t.b[j]);
  return out;
}

double WeightOf(const std::vector<double>& weights, std::size_t i) {
  return weights.empty() ? 0 : weights[i];
}

}  // namespace

StepError::StepError(Method method, std::size_t num_states) {
  using namespace integrate::theory;
  const int order = OrderOf(method);
  exponent_ = order + 1;
  switch (method) {
    case Method::kEuler:
    case Method::kBackwardEuler:
      num_steps_ = 1;
      slope_weights_[0] = {-0.5, 0.5};
      break;
    case Method::kTrapezoid:
    case Method::kBi2:
      num_steps_ = 2;
      slope_weights_ = {std::vector{1.0 / 12, -2.0 / 12}, std::vector{0.0, 1.0 / 12}};
      break;
    case Method::kArs2:  // the same; the end is its second stage
      num_steps_ = 2;
      slope_weights_ = {std::vector{1.0 / 12, 0.0, -2.0 / 12}, std::vector{0.0, 0.0, 1.0 / 12}};
      break;
    case Method::kArs3:
      num_steps_ = 1;
      slope_weights_[0] = {0, 1};
      compares_values_ = true;
      exponent_ = order;
      break;
    case Method::kSdirk4:
    case Method::kDopri5: {
      const Tableau tableau = method == Method::kSdirk4 ? Sdirk4Tableau() : DormandPrince5Tableau();
      num_steps_ = 1;
      slope_weights_[0] = EmbeddedWeights(tableau);
      exponent_ = tableau.embedded_order + 1;
      break;
    }
    case Method::kRadau3:
      formula_ = BlendedRadau3Formula();
      break;
    case Method::kRadau5:
      formula_ = BlendedRadau5Formula();
      exponent_ = order;
      break;
    case Method::kLobatto4:
      formula_ = BlendedLobatto4Formula();
      exponent_ = order;
      break;
    case Method::kRungeKutta4:
    case Method::kBdf:
    case Method::kAdams:
    case Method::kGauss4:
    case Method::kGauss6:
      break;
  }
  if (formula_) num_steps_ = 2;
  const std::size_t num_stages = StagesOf(method).num_stages();
  for (int i = 0; i < num_steps_; ++i) {
    Stages& step = steps_[static_cast<std::size_t>(i)];
    step.start.resize(num_states);
    step.start_slopes.resize(num_states);
    step.values.assign(num_stages, std::vector<double>(num_states));
    step.slopes = step.values;
  }
}

void StepError::Record(int which, std::span<const double> start, std::span<const double> start_slopes,
                       const StepProgram& program) {
  Stages& step = steps_[static_cast<std::size_t>(which)];
  std::ranges::copy(start, step.start.begin());
  std::ranges::copy(start_slopes, step.start_slopes.begin());
  const causal::InlinedSystem& inlined = program.inlined();
  for (std::size_t stage = 0; stage < step.values.size(); ++stage) {
    for (std::size_t i = 0; i < inlined.states.size(); ++i) {
      step.values[stage][i] = program.ValueOf(inlined.stages[stage].variables[inlined.states[i].index()]);
      step.slopes[stage][i] = program.ValueOf(inlined.stages[stage].slopes[i]);
    }
  }
}

void StepError::Estimate(double h, std::span<double> error) const {
  for (std::size_t i = 0; i < error.size(); ++i) {
    double slopes = 0, values = 0;
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const Stages& step = steps_[s];
      const std::vector<double>& weights = slope_weights_[s];
      if (!weights.empty()) slopes += weights[0] * step.start_slopes[i];
      for (std::size_t j = 1; j < weights.size(); ++j) slopes += weights[j] * step.slopes[j - 1][i];
      if (!formula_) continue;
      const StepWeights& w = s == 0 ? formula_->previous : formula_->current;
      values += w.start * step.start[i];
      for (std::size_t j = 0; j < step.values.size(); ++j) {
        values += WeightOf(w.values, j) * step.values[j][i];
        slopes += WeightOf(w.derivatives, j) * step.slopes[j][i];
      }
    }
    if (compares_values_) values += steps_[0].start[i] - steps_[0].values.back()[i];
    error[i] = values + h * slopes - (formula_ ? steps_[1].values.back()[i] : 0);
  }
}

}  // namespace daedalus::inlined
