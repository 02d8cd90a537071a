#include "daedalus/numerics/integrate/runge_kutta/fully_implicit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daedalus::integrate {
namespace {

// The step and the factors are kept if the controller would increase the step by less than this.
constexpr double kIdleGrowth = 1.2;

}  // namespace

FullyImplicit::FullyImplicit(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
                             std::vector<StageTableau> tableaus,
                             std::optional<theory::TwoStepFormula> two_step)
    : IntegratorBase(std::move(problem), tolerances, options),
      tableaus_(std::move(tableaus)),
      matrices_(evaluator_, options.linear_solver, tableaus_.back().stages, statistics_),
      stages_(evaluator_, tableaus_.back().stages),
      newton_(matrices_, this->problem(), norm_, tolerances.relative, options.fixed_step > 0, statistics_),
      estimate_(evaluator_, matrices_.system(), norm_, tableaus_, tolerances.relative, std::move(two_step)),
      order_(tableaus_.size()),
      controller_(options.controller.value_or(ControllerKind::kPredictive)) {}

void FullyImplicit::Start() {
  order_.Reset();
  controller_.Reset();
  newton_.Reset();
  h_before_ = ProposalBefore(std::exchange(h_next_, 0));
  first_ = true;
  rejected_ = false;
  matrices_.Forget();
  stages_.Forget();
}

// FirstStep() lets no unknown move by more than half its tolerance. One of index m may move by more, as its
// error may be larger, (2) of error_norm.h; in shorter steps it would only magnify rounding, by h^(1-m). (A
// method that starts with order 1 is better off with the short step.)
double FullyImplicit::FirstStepByIndex(double t_limit) const {
  double h = FirstStep(t_limit);
  if (problem().index.empty() || options_.initial_step > 0) return h;
  const double longest = 1e-3 * (t_limit - time_);
  while (2 * h <= longest && 2 * h * norm_.ByIndex(yp_, 2 * h) <= 0.5) h *= 2;
  return h;
}

StepOutcome FullyImplicit::Advance(double t_limit) {
  if (h_next_ == 0) h_next_ = std::max(FirstStepByIndex(t_limit), h_before_);
  for (;;) {
    const StageStep step{tableau(), time_, NextStep(h_next_, t_limit), y_, yp_};
    const Attempt attempt = TryStep(step);
    if (attempt == Attempt::kSucceeded) return FinishStep(step, t_limit);
    if (auto outcome = RepairFailure(attempt, step)) return *std::move(outcome);
  }
}

Attempt FullyImplicit::TryStep(const StageStep& step) {
  if (const Attempt prepared = matrices_.Prepare(step); prepared != Attempt::kSucceeded) return prepared;
  stages_.Predict(step);
  const Attempt solved = newton_.Solve(step, stages_);
  return solved == Attempt::kSucceeded ? TestError(step) : solved;
}

Attempt FullyImplicit::TestError(const StageStep& step) {
  const bool is_fixed = options_.fixed_step > 0, is_doubtful = first_ || rejected_;
  if (options_.fixed_step == 0) {
    error_ = estimate_.Estimate(step, stages_, is_doubtful);
    if (!(error_ < 1)) return Attempt::kErrorTooLarge;
  }
  if (is_fixed || estimate_.is_by_two_steps()) estimate_.EstimateForDense(step, stages_, is_doubtful);
  return FindSignViolation(stages_.End(step.tableau)) ? Attempt::kSignViolated : Attempt::kSucceeded;
}

StepOutcome FullyImplicit::FinishStep(const StageStep& step, double t_limit) {
  std::ranges::copy(stages_.End(step.tableau), y_.begin());
  std::ranges::copy(stages_.EndSlope(step.tableau), yp_.begin());
  norm_.SetWeights(y_);
  stages_.Accept(step);
  estimate_.Accept();
  ChooseNextStep(step.h);
  first_ = rejected_ = false;
  return Accept(step.h, step.tableau.order, t_limit);
}

void FullyImplicit::ChooseNextStep(double h) {
  const NewtonMonitor& newton = newton_.monitor();
  matrices_.NoteSuccess(newton.rate());
  if (options_.fixed_step > 0) return;
  if (estimate_.wants_equal_step()) {
    h_next_ = h;
    return;
  }
  const double most = newton.max_iterations();
  const double effort = (1 + 2 * most) / (newton.iterations() + 2 * most);
  double ratio = effort * controller_.AfterSuccess(h, error_, estimate_.order(tableau()));
  if (rejected_) ratio = std::min(ratio, 1.0);
  if (matrices_.are_known() && ratio >= 1 && ratio <= kIdleGrowth) ratio = 1;
  const std::size_t level = order_.level();
  order_.NoteSuccess(newton.rate(), ratio);
  if (order_.level() != level) controller_.Reset();
  // A step that the limit cut short is no reason to give up the longer one.
  h_next_ = h < h_next_ ? std::max(h * ratio, h_next_) : h * ratio;
}

std::optional<StepOutcome> FullyImplicit::RepairFailure(Attempt attempt, const StageStep& step) {
  rejected_ = true;
  if (attempt == Attempt::kErrorTooLarge) {
    matrices_.NoteErrorFailure();
    h_next_ = step.h * (first_ ? 0.1 : controller_.AfterFailure(error_, estimate_.order(tableau())));
  } else {
    controller_.Reset();
    stages_.DistrustPrediction();
    const bool has_diverged = attempt == Attempt::kDiverged;
    if (matrices_.NoteFailure(has_diverged)) {
      ++statistics_.convergence_failures;
      return std::nullopt;
    }
    if (has_diverged) order_.NoteDivergence();
    h_next_ = step.h * (has_diverged ? newton_.monitor().step_ratio() : 0.5);
  }
  return NoteFailure(attempt, h_next_, IsLastAttempt(attempt, h_next_) ? FindBlame(attempt, step) : Blame());
}

Blame FullyImplicit::FindBlame(Attempt attempt, const StageStep& step) {
  StageSystem& system = matrices_.system();
  switch (attempt) {
    case Attempt::kErrorTooLarge:
      return {.unknown = norm_.Worst(estimate_.error(), step.h)};
    case Attempt::kDiverged: {
      const std::span<const double> sizes = system.Sizes(1 / step.h);
      const std::span<const double> residual = Stage(stages_.residuals(), 0, size());
      return {.row = FindWorstResidual(system.pattern(), sizes, norm_.weights(), residual).row};
    }
    case Attempt::kSingular:
      return BlameSingularity(system.FactorReal(1 / step.h));
    case Attempt::kSignViolated:
      return {.unknown = FindSignViolation(stages_.End(step.tableau))};
    default:
      return {};
  }
}

void FullyImplicit::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const auto n = static_cast<std::size_t>(size());
  const StageTableau& past = *stages_.past_tableau();
  const double h = stages_.past_h(), x = (t - time_) / h;
  StageTableau::Row q, slope;
  past.EvaluateFromEnd(x, q);
  past.EvaluateSlopeFromEnd(x, slope);
  const ValueAndSlope bump = past.EvaluateBump(x);
  const std::span<const double> past_error = estimate_.past();
  for (std::size_t m = 0; m < n; ++m) {
    y[m] = y_[m] + bump.value * past_error[m];
    yp[m] = bump.slope * past_error[m] / h;
  }
  for (int j = 0; j < past.stages; ++j) {
    const double* k = stages_.past_k().data() + j * n;
    for (std::size_t m = 0; m < n; ++m) {
      y[m] += h * q[j] * k[m];
      yp[m] += slope[j] * k[m];
    }
  }
}

std::unique_ptr<IntegratorBase> FullyImplicit::MakeTwin(const IntegratorOptions& options) const {
  return std::make_unique<FullyImplicit>(problem(), tolerances_, options,
                                         std::vector{*stages_.past_tableau()}, std::nullopt);
}

}  // namespace daedalus::integrate
