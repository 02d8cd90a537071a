#include "daedalus/numerics/integrate/runge_kutta/stage_error.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/numerics/integrate/runge_kutta/stage_sum.h"

namespace daedalus::integrate {
namespace {

constexpr double kErrorUnit = 0.05;
constexpr double kCoarse = 10;  // two_step_error.h

// (2) of the header in units of the tolerance. A relative tolerance near zero has no effect: then the
// absolute ones count.
double ErrorLimit(const StageTableau& tableau, double relative) {
  const double tolerance = std::max(relative, 1e-10);
  const double exponent = tableau.error_order / (tableau.order + 1.0) - 1;
  return kErrorUnit * std::pow(tolerance, exponent);
}

}  // namespace

StageError::StageError(Evaluator& evaluator, StageSystem& system, const ErrorNorm& norm,
                       std::span<const StageTableau> tableaus, double relative,
                       std::optional<theory::TwoStepFormula> two_step)
    : evaluator_(evaluator),
      system_(system),
      norm_(norm),
      two_step_(std::move(two_step)),
      tableaus_(tableaus) {
  const auto n = static_cast<std::size_t>(evaluator.problem().size);
  for (std::vector<double>* vector : {&defect_, &mass_defect_, &error_, &scratch_, &past_}) vector->resize(n);
  for (const StageTableau& tableau : tableaus) limits_.push_back(ErrorLimit(tableau, relative));
}

double StageError::Estimate(const StageStep& step, ImplicitStages& stages, bool is_doubtful) {
  by_two_steps_ = two_step_ && stages.past_tableau() && std::abs(step.h - stages.past_h()) <= 1e-10 * step.h;
  if (!by_two_steps_) return Filtered(step, stages, is_doubtful) / (two_step_ ? kCoarse : 1);
  SubtractTwoStepFormula(*two_step_, step.h, stages.past(), stages.now(), error_);
  return norm_.Tested(error_, step.h);
}

// (1) of the header, in units of (2).
double StageError::Filtered(const StageStep& step, ImplicitStages& stages, bool is_doubtful) {
  const StageTableau& now = step.tableau;
  const std::size_t n = defect_.size();
  const double unit = limits_[static_cast<std::size_t>(&now - tableaus_.data())];
  const std::vector<double>& k = stages.k();
  for (std::size_t m = 0; m < n; ++m) {
    double slope = now.defect_start * step.yp[m];
    for (int j = 0; j < now.stages; ++j) slope -= now.defect[j] * k[j * n + m];
    defect_[m] = slope;
  }
  if (now.defect_start == 0) AddSurprise(step, stages);
  system_.MultiplyMass(defect_, mass_defect_);
  std::ranges::copy(mass_defect_, error_.begin());
  system_.Filter(now, error_);
  if (is_doubtful && !(norm_.Tested(error_, step.h) < unit)) FilterAgain(step, stages);
  return norm_.Tested(error_, step.h) / unit;
}

// (3) of the header.
void StageError::AddSurprise(const StageStep& step, const ImplicitStages& stages) {
  const std::size_t n = defect_.size();
  const StageTableau* const past = stages.past_tableau();
  if (!past) {
    for (std::size_t m = 0; m < n; ++m) defect_[m] += step.yp[m] - stages.k()[m];
    return;
  }
  StageTableau::Row q{};
  past->EvaluateFromEnd(step.h / stages.past_h(), q);
  for (double& weight : q) weight *= -stages.past_h();
  const std::span<const double> end = Stage(stages.z(), step.tableau.stages - 1, n);
  AddStages(std::span(q).first(past->stages), stages.past_k(), end, scratch_);
  for (std::size_t m = 0; m < n; ++m) defect_[m] += scratch_[m] / (2 * step.h);
}

void StageError::FilterAgain(const StageStep& step, ImplicitStages& stages) {
  const std::size_t n = defect_.size();
  for (std::size_t m = 0; m < n; ++m) scratch_[m] = step.y[m] + error_[m];
  const std::span<double> residual = Stage(stages.residuals(), 0, n);
  if (evaluator_.Residual(step.t, scratch_, step.yp, residual) != EvalOutcome::kOk) return;
  for (std::size_t m = 0; m < n; ++m) error_[m] = mass_defect_[m] - residual[m];
  system_.Filter(step.tableau, error_);
}

void StageError::Accept() {
  past_.swap(error_);
  const auto& index = evaluator_.problem().index;
  for (std::size_t m = 0; m < index.size(); ++m) {
    if (index[m] > 1) past_[m] = 0;  // (4) of stage_tableau.h does not hold there
  }
}

}  // namespace daedalus::integrate
