#include "daedalus/programs/inlined/step_error.h"

#include <algorithm>
#include <cmath>

namespace daedalus::inlined {
namespace {

using integrate::theory::StepWeights;
using integrate::theory::Tableau;
using integrate::theory::TwoStepFormula;

// b^ - b, of either embedded solution b^.
SlopeWeights EmbeddedWeights(const Tableau& t, const std::vector<double>& embedded) {
  SlopeWeights out;
  for (std::size_t j = 0; j < t.b.size(); ++j) out.stages.push_back(embedded[j] - t.b[j]);
  if (StagesOf(t).start.empty()) return out;
  out.start = out.stages.front();  // which is no stage of its own (methods.h)
  out.stages.erase(out.stages.begin());
  return out;
}

double WeightOf(const std::vector<double>& weights, std::size_t i) {
  return weights.empty() ? 0 : weights[i];
}

// The difference of both over two steps on x' = lambda x is this many times smaller than the error of the
// method.
double MeasureOf(const TwoStepFormula& formula) {
  using namespace integrate::theory;
  const auto method = LeadingErrorOf(StabilityFunctionOf(formula.method));
  const auto other = LeadingErrorOf(StabilityFunctionOf(formula));
  const double of_method = 2 * method.constant;
  return of_method / (std::pow(2.0, other.order + 1) * other.constant - of_method);
}

// The slopes that are known in a pair of steps, in order of time and each time once.
struct KnownSlope {
  double node = 0;
  std::size_t step = 0;
  std::size_t stage = 0;  // 0: the beginning of the step; else one more than its number
};
std::vector<KnownSlope> KnownSlopes(const std::vector<double>& nodes) {
  std::vector<KnownSlope> out;
  if (nodes[0] > 0) out.push_back({});
  for (const std::size_t step : {0, 1}) {
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      const double node = static_cast<double>(step) + nodes[j];
      if (out.empty() || node > out.back().node + 1e-9) out.push_back({node, step, j + 1});
    }
  }
  return out;
}

// sum_i s_i / prod_(j != i) (c_i - c_j), times the factor.
ErrorFormula DividedDifference(std::span<const KnownSlope> slopes, double factor, std::size_t num_stages) {
  ErrorFormula out;
  for (SlopeWeights& weights : out) weights.stages.assign(num_stages, 0.0);
  for (const KnownSlope& one : slopes) {
    double weight = factor;
    for (const KnownSlope& other : slopes) {
      if (&other != &one) weight /= one.node - other.node;
    }
    SlopeWeights& weights = out[one.step];
    (one.stage == 0 ? weights.start : weights.stages[one.stage - 1]) = weight;
  }
  return out;
}

// What the formula makes of x' = t^power.
double Moment(const ErrorFormula& formula, const std::vector<double>& nodes, int power) {
  double sum = 0;
  for (std::size_t step = 0; step < 2; ++step) {
    for (std::size_t j = 0; j < nodes.size(); ++j)
      sum += formula[step].stages[j] * std::pow(static_cast<double>(step) + nodes[j], power);
  }
  return sum;
}

}  // namespace

// X_i = x + h sum_j a_ij X'_j in either step.
ErrorFormula InSlopes(const TwoStepFormula& formula) {
  const Tableau& t = formula.method;
  const int last = t.num_stages() - 1;
  double after = formula.current.start - 1;  // the weight of x_k in all
  for (const double value : formula.current.values) after += value;
  const double measure = MeasureOf(formula);
  ErrorFormula out;
  for (std::size_t step = 0; step < 2; ++step) {
    const StepWeights& given = step == 0 ? formula.previous : formula.current;
    for (int j = 0; j <= last; ++j) {
      double weight = WeightOf(given.derivatives, static_cast<std::size_t>(j));
      for (int i = 0; i <= last; ++i)
        weight += WeightOf(given.values, static_cast<std::size_t>(i)) * t.A(i, j);
      weight += (step == 0 ? after : -1) * t.A(last, j);
      out[step].stages.push_back(measure * weight);
    }
  }
  return out;
}

StepError::StepError(Method method, std::size_t num_states)
    : exponent_(OrderOf(method) + 1), sum_(num_states) {
  ChooseFormulas(method);
  const std::size_t num_stages = StagesOf(method).num_stages();
  for (int i = 0; i < num_steps_; ++i) {
    Recorded& step = steps_[static_cast<std::size_t>(i)];
    step.start_slopes.resize(num_states);
    step.changes.resize(num_states);
    step.slopes.assign(num_stages, std::vector<double>(num_states));
  }
}

void StepError::ChooseFormulas(Method method) {
  using namespace integrate::theory;
  num_steps_ = 1;
  switch (method) {
    case Method::kEuler:
    case Method::kBackwardEuler:
      formulas_ = {{SlopeWeights{-0.5, {0.5}}}};
      return;
    case Method::kTrapezoid:
    case Method::kBi2:
      num_steps_ = 2;
      formulas_ = {{SlopeWeights{1.0 / 6, {-2.0 / 6}}, SlopeWeights{0, {1.0 / 6}}}};
      return;
    case Method::kArs2:
      formulas_ = {{SlopeWeights{0.5, {0, 0.5}, -1}}};
      return;
    case Method::kArs3:
      formulas_ = {{SlopeWeights{0, {1, 0, 0, 0}, -1}}, {SlopeWeights{0.5, {0, 0, 0, 0.5}, -1}}};
      exponent_ = OrderOf(method);
      return;
    case Method::kSdirk4:
      AddEmbedded(Sdirk4Tableau());
      formulas_.push_back({SlopeWeights{1.0 / 8, {-2.0 / 8, 2.0 / 8, 0, 0, -1.0 / 8}}});
      return;
    case Method::kDopri5:
      return AddEmbedded(DormandPrince5Tableau());
    case Method::kDop853:
      return AddEmbedded(DormandPrince8Tableau());
    case Method::kRadau3:
      return AddTwoStepFormulas(BlendedRadau3Formula());
    case Method::kRadau5:
      exponent_ = OrderOf(method);
      return AddTwoStepFormulas(BlendedRadau5Formula());
    case Method::kLobatto4:
      exponent_ = OrderOf(method);
      return AddTwoStepFormulas(BlendedLobatto4Formula());
    case Method::kRungeKutta4:
    case Method::kBdf:
    case Method::kAdams:
    case Method::kGauss4:
    case Method::kGauss6:
      num_steps_ = 0;
      return;
  }
}

void StepError::AddEmbedded(const Tableau& tableau) {
  exponent_ = tableau.error_power();
  formulas_ = {{EmbeddedWeights(tableau, tableau.b_hat)}};
  is_damped_ = !tableau.b_lowest.empty();
  if (is_damped_) formulas_.push_back({EmbeddedWeights(tableau, tableau.b_lowest)});
}

void StepError::AddTwoStepFormulas(const TwoStepFormula& formula) {
  num_steps_ = 2;
  formulas_ = {InSlopes(formula)};
  const std::vector<double>& nodes = formula.method.c;
  const std::vector<KnownSlope> slopes = KnownSlopes(nodes);
  const auto all = std::span(slopes);
  const auto size = static_cast<std::size_t>(exponent_);  // of a difference that is as small as the formula
  const double moment = Moment(formulas_[0], nodes, exponent_ - 1);
  formulas_.push_back(DividedDifference(all.first(size), moment, nodes.size()));
  formulas_.push_back(DividedDifference(all.last(size), moment, nodes.size()));
}

void StepError::Record(int which, std::span<const double> start, std::span<const double> start_slopes,
                       const StepProgram& program) {
  Recorded& step = steps_[static_cast<std::size_t>(which)];
  std::ranges::copy(start_slopes, step.start_slopes.begin());
  const causal::InlinedSystem& inlined = program.inlined();
  for (std::size_t i = 0; i < start.size(); ++i)
    step.changes[i] = program.ValueOf(inlined.states[i]) - start[i];
  for (std::size_t stage = 0; stage < step.slopes.size(); ++stage) {
    const std::vector<VariableId>& slopes = inlined.stages[stage].slopes;
    for (std::size_t i = 0; i < slopes.size(); ++i) step.slopes[stage][i] = program.ValueOf(slopes[i]);
  }
}

void StepError::Evaluate(const ErrorFormula& formula, double h) {
  std::ranges::fill(sum_, 0.0);
  const auto add = [this](double weight, const std::vector<double>& values) {
    if (weight == 0) return;
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += weight * values[i];
  };
  for (std::size_t s = 0; s < static_cast<std::size_t>(num_steps_); ++s) {
    const Recorded& step = steps_[s];
    const SlopeWeights& weights = formula[s];
    add(h * weights.start, step.start_slopes);
    add(weights.change, step.changes);
    for (std::size_t j = 0; j < weights.stages.size(); ++j) add(h * weights.stages[j], step.slopes[j]);
  }
}

void StepError::Estimate(double h, std::span<double> error) {
  std::ranges::fill(error, 0.0);
  for (const ErrorFormula& formula : formulas_) {
    Evaluate(formula, h);
    for (std::size_t i = 0; i < error.size(); ++i) {
      if (is_damped_ && &formula != formulas_.data()) {
        error[i] = integrate::theory::DampedEstimate(error[i], sum_[i]);
      } else if (!(std::abs(sum_[i]) <= std::abs(error[i]))) {
        error[i] = sum_[i];
      }
    }
  }
}

}  // namespace daedalus::inlined
