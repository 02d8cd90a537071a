#include "daedalus/integrate/runge_kutta/fully_implicit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/integrate/runge_kutta/stage_sum.h"
#include "daedalus/linear/rounding.h"

namespace daedalus::integrate {
namespace {

constexpr double kErrorUnit = 0.05;
constexpr double kNewtonUnit = 0.02;
constexpr double kCoarse = 10;  // two_step_error.h
// The step is kept, and with it the factors, when the controller wants it to grow by less than this.
constexpr double kIdleGrowth = 1.2;

// J is kept when the iteration converged faster than this. Measured on the test set: with 0.01 instead of
// 0.001 a run needs half the Jacobians, 4/5 of the factorizations and 5 % more residuals.
double FastRate(const DaeProblem& problem) {
  constexpr std::int32_t kSmall = 100;  // below, factors cost little more than a residual
  return problem.jacobian && problem.size < kSmall ? 0.003 : 0.03;
}

// Where the step cannot be made smaller, any convergence is better than none.
int MaxIterations(const StageTableau& tableau, bool fixed_step) {
  return fixed_step ? 100 : 7 + std::max(0, 2 * (tableau.stages - 3));
}

// (2) of the header in units of the tolerance. A relative tolerance near zero says nothing: the absolute ones
// matter then.
double ErrorLimit(const StageTableau& tableau, double relative) {
  const double tolerance = std::max(relative, 1e-10);
  const double exponent = tableau.error_order / (tableau.order + 1.0) - 1;
  return kErrorUnit * std::pow(tolerance, exponent);
}

}  // namespace

FullyImplicit::FullyImplicit(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
                             std::vector<StageTableau> tableaus,
                             std::optional<theory::TwoStepFormula> two_step)
    : IntegratorBase(std::move(problem), tolerances, options),
      tableaus_(std::move(tableaus)),
      system_(evaluator_, options.linear_solver, tableaus_.back().stages),
      order_(tableaus_.size()),
      two_step_(std::move(two_step)),
      controller_(options.controller.value_or(ControllerKind::kPredictive)),
      newton_(this->problem().constant_mass),
      relative_(tolerances.relative),
      fast_rate_(FastRate(this->problem())),
      outdated_(evaluator_),
      zero_(size()),
      scratch_y_(size()),
      defect_(size()),
      mass_defect_(size()),
      error_vector_(size()),
      past_error_(size()) {
  const std::size_t room = static_cast<std::size_t>(size()) * tableaus_.back().stages;
  for (std::vector<double>* stages : {&z_, &k_, &stages_y_, &f_, &past_z_, &past_k_}) stages->resize(room);
  for (const StageTableau& tableau : tableaus_) error_limits_.push_back(ErrorLimit(tableau, relative_));
  if (!this->problem().index.empty()) newton_weights_.resize(size());
  if (const auto& constraints = this->problem().constraints) {
    constraints_ = std::make_unique<StageConstraints>(system_, *constraints, tableaus_.back().stages,
                                                      options.linear_solver);
  }
}

void FullyImplicit::Start() {
  order_.Reset();
  controller_.Reset();
  newton_.Reset();
  h_before_ = ProposalBefore(std::exchange(h_next_, 0));
  first_ = true;
  rejected_ = predict_ = false;
  jacobian_known_ = jacobian_current_ = jacobian_of_end_ = false;
  past_tableau_ = nullptr;
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
    const double h = NextStep(h_next_, t_limit);
    Attempt attempt = PrepareMatrices(h);
    if (attempt == Attempt::kSucceeded) {
      PredictStages(h);
      attempt = SolveStages(h);
    }
    if (attempt == Attempt::kSucceeded) attempt = TestError(h);
    if (attempt == Attempt::kSucceeded) return FinishStep(h, t_limit);
    if (auto outcome = RepairFailure(attempt, h)) return *std::move(outcome);
  }
}

Attempt FullyImplicit::PrepareMatrices(double h) {
  if (!jacobian_known_) {
    if (!problem().jacobian) {  // differences start from the residual
      const EvalOutcome outcome = evaluator_.Residual(time_, y_, yp_, scratch_y_);
      if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    }
    const EvalOutcome outcome = system_.Evaluate(time_, 1 / h, y_, yp_, scratch_y_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    outdated_.Note({system_.dy(), system_.dyp()});
    jacobian_known_ = jacobian_current_ = true;
    if (constraints_) constraints_->Forget();
  }
  return FactorMatrices(h);
}

Attempt FullyImplicit::FactorMatrices(double h) {
  const std::int64_t before = system_.factorizations();
  const linear::FactorStatus status = system_.Factor(tableau(), h);
  statistics_.factorizations += system_.factorizations() - before;
  return AsAttempt(status);
}

Attempt FullyImplicit::PrepareMatricesAtEnd(double h) {
  const std::span<const double> slope = Stage(k_, tableau().stages - 1, size());
  EvalOutcome outcome = EvalOutcome::kOk;
  if (!problem().jacobian) outcome = evaluator_.Residual(time_ + h, EndOfStep(), slope, scratch_y_);
  if (outcome == EvalOutcome::kOk)
    outcome = system_.Evaluate(time_ + h, 1 / h, EndOfStep(), slope, scratch_y_);
  if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
  outdated_.Note({system_.dy(), system_.dyp()});
  jacobian_of_end_ = true;
  if (constraints_) constraints_->Forget();
  const Attempt attempt = FactorMatrices(h);
  return attempt == Attempt::kSucceeded && !BeginConstraints(h) ? Attempt::kSingular : attempt;
}

bool FullyImplicit::IsMatrixOutdated(double h) {
  const PointOfStep from{time_, y_, yp_}, to{time_ + h, EndOfStep(), Stage(k_, tableau().stages - 1, size())};
  return outdated_.IsOutdated({system_.dy(), system_.dyp()}, from, to,
                              Stage(f_, tableau().stages - 1, size()), NewtonWeights());
}

// Without a past: Z = 0. Where F is not linear in y', K = 0 would be far from the solution however small the
// step is; there the stages go on with the slopes of differential unknowns.
void FullyImplicit::StartStages(double h) {
  const auto n = static_cast<std::size_t>(size());
  std::fill_n(z_.begin(), tableau().stages * n, 0.0);
  if (problem().constant_mass) return;
  const std::vector<char>& differential = problem().is_differential;
  for (int i = 0; i < tableau().stages; ++i) {
    for (std::size_t m = 0; m < n; ++m) {
      if (!differential.empty() && !differential[m]) continue;
      Stage(z_, i, n)[m] = tableau().c[i] * h * yp_[m];  // then K_i = y', since sum_j a_ij = c_i
    }
  }
}

// Z_i = u(t_n + c_i h) - y_n with the polynomial u of the last step.
void FullyImplicit::ExtrapolateStages(double h) {
  const StageTableau& now = tableau();
  const auto n = static_cast<std::size_t>(size());
  const auto past_stages = static_cast<std::size_t>(past_tableau_->stages);
  StageTableau::Matrix q;  // now.stages rows for the slopes of the last step
  for (int i = 0; i < now.stages; ++i) {
    past_tableau_->EvaluateFromEnd(now.c[i] * h / past_h_,
                                   std::span(q).subspan(i * past_stages, past_stages));
  }
  if (past_tableau_ == &now) {
    MixStages(now, q, past_h_, past_k_.data(), z_.data(), n);
    return;
  }
  for (double& weight : q) weight *= past_h_;
  for (int i = 0; i < now.stages; ++i) {
    AddStages(std::span(q).subspan(i * past_stages, past_stages), past_k_, zero_, Stage(z_, i, n));
  }
}

void FullyImplicit::PredictStages(double h) {
  if (predict_) {
    ExtrapolateStages(h);
  } else {
    StartStages(h);
  }
  CompleteStages(tableau(), h, y_, Arrays());
}

// An unknown of index m converges as far as its error is tested ((2) of error_norm.h).
void FullyImplicit::SetNewtonWeights(double h) {
  if (!newton_weights_.empty()) norm_.FillIndexWeights(h, newton_weights_);
}

bool FullyImplicit::BeginConstraints(double h) {
  return !constraints_ || constraints_->Begin({.t = time_ + h,
                                               .h = h,
                                               .tableau = &tableau(),
                                               .start = y_,
                                               .weights = NewtonWeights(),
                                               .stages = Arrays()});
}

std::optional<double> FullyImplicit::CorrectStages(double h) {
  const double increment = system_.Advance(tableau(), h, NewtonWeights(), y_, Arrays());
  if (!constraints_) return increment;
  constraints_->Shift();
  const LeastSquaresStep::Correction more = constraints_->Correct();
  return more.ok ? std::optional(std::hypot(increment, more.moved)) : std::nullopt;
}

Attempt FullyImplicit::SolveStages(double h) {
  SetNewtonWeights(h);
  if (!BeginConstraints(h)) return Attempt::kSingular;
  const Attempt attempt = IterateStages(h);
  if (attempt != Attempt::kSucceeded || newton_.iterations() > 1 || !IsMatrixOutdated(h)) return attempt;
  if (const Attempt prepared = PrepareMatricesAtEnd(h); prepared != Attempt::kSucceeded) return prepared;
  newton_.Reset();
  return IterateStages(h);
}

Attempt FullyImplicit::IterateStages(double h) {
  // |y| <= 1/rtol: rounding matters where the tolerances are tight.
  const double rounding = 10 * kEpsilon < kNewtonUnit * relative_ ? 0 : 10 * kEpsilon * norm_(y_);
  const double growth = past_tableau_ ? h / past_h_ : 1;
  newton_.Begin(std::max(kNewtonUnit, rounding), MaxIterations(tableau(), options_.fixed_step > 0), growth);
  for (;;) {
    const EvalOutcome outcome = EvaluateStages(h);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    system_.Solve(tableau(), f_);
    ++statistics_.newton_iterations;
    const std::optional<double> increment = CorrectStages(h);
    if (!increment) return Attempt::kDiverged;
    const NewtonMonitor::Verdict verdict = newton_.Note(*increment);
    if (verdict == NewtonMonitor::Verdict::kContinue) continue;
    const bool is_done = verdict == NewtonMonitor::Verdict::kConverged || IsRounding(*increment, h);
    return is_done && (!constraints_ || constraints_->Finish()) ? Attempt::kSucceeded : Attempt::kDiverged;
  }
}

// Whether an increment is but noise, and tolerable. Unknowns of index m magnify the rounding of F by h^(1-m),
// as their errors may be: at tight tolerances more is left than a good Newton iteration leaves, at any step.
bool FullyImplicit::IsRounding(double increment, double h) {
  constexpr double kNoise = 10;
  if (!(increment < 1)) return false;
  system_.PropagateRounding(tableau(), y_, error_vector_);
  return increment <= kNoise * norm_.ByIndex(error_vector_, h);
}

EvalOutcome FullyImplicit::EvaluateStages(double h) {
  const auto n = static_cast<std::size_t>(size());
  for (int i = 0; i < tableau().stages; ++i) {
    const double t = time_ + tableau().c[i] * h;
    const EvalOutcome outcome =
        evaluator_.Residual(t, Stage(stages_y_, i, n), Stage(k_, i, n), Stage(f_, i, n));
    if (outcome != EvalOutcome::kOk) return outcome;
  }
  return EvalOutcome::kOk;
}

Attempt FullyImplicit::TestError(double h) {
  if (options_.fixed_step == 0) {
    by_two_steps_ = two_step_ && past_tableau_ && std::abs(h - past_h_) <= 1e-10 * h;
    error_ = by_two_steps_ ? TwoStepError(h) : FilteredError(h) / (two_step_ ? kCoarse : 1);
    if (!(error_ < 1)) return Attempt::kErrorTooLarge;
  }
  if (options_.fixed_step > 0 || by_two_steps_) FilteredError(h);  // dense output wants it
  return FindSignViolation(EndOfStep()) ? Attempt::kSignViolated : Attempt::kSucceeded;
}

// (1) of the header, in units of (2).
double FullyImplicit::FilteredError(double h) {
  const StageTableau& now = tableau();
  const auto n = static_cast<std::size_t>(size());
  const double unit = error_limits_[order_.level()];
  for (std::size_t m = 0; m < n; ++m) {
    double slope = now.defect_start * yp_[m];
    for (int j = 0; j < now.stages; ++j) slope -= now.defect[j] * k_[j * n + m];
    defect_[m] = slope;
  }
  if (now.defect_start == 0) AddSurprise(h);
  system_.MultiplyMass(defect_, mass_defect_);
  std::ranges::copy(mass_defect_, error_vector_.begin());
  system_.Filter(now, error_vector_);
  if ((first_ || rejected_) && !(norm_.Tested(error_vector_, h) < unit)) FilterAgain();
  return norm_.Tested(error_vector_, h) / unit;
}

// (3) of the header.
void FullyImplicit::AddSurprise(double h) {
  const auto n = static_cast<std::size_t>(size());
  if (!past_tableau_) {
    for (std::size_t m = 0; m < n; ++m) defect_[m] += yp_[m] - k_[m];
    return;
  }
  StageTableau::Row q{};
  past_tableau_->EvaluateFromEnd(h / past_h_, q);
  for (double& weight : q) weight *= -past_h_;
  const std::span<const double> end = Stage(z_, tableau().stages - 1, n);
  AddStages(std::span(q).first(past_tableau_->stages), past_k_, end, scratch_y_);
  for (std::size_t m = 0; m < n; ++m) defect_[m] += scratch_y_[m] / (2 * h);
}

double FullyImplicit::TwoStepError(double h) {
  SubtractTwoStepFormula(*two_step_, h, {past_z_, past_k_}, {z_, k_}, error_vector_);
  return norm_.Tested(error_vector_, h);
}

void FullyImplicit::FilterAgain() {
  const auto n = static_cast<std::size_t>(size());
  for (std::size_t m = 0; m < n; ++m) scratch_y_[m] = y_[m] + error_vector_[m];
  if (evaluator_.Residual(time_, scratch_y_, yp_, Stage(f_, 0, n)) != EvalOutcome::kOk) return;
  for (std::size_t m = 0; m < n; ++m) error_vector_[m] = mass_defect_[m] - f_[m];
  system_.Filter(tableau(), error_vector_);
}

StepOutcome FullyImplicit::FinishStep(double h, double t_limit) {
  const auto n = static_cast<std::size_t>(size());
  const int last = tableau().stages - 1;
  std::ranges::copy(EndOfStep(), y_.begin());
  std::ranges::copy(Stage(k_, last, n), yp_.begin());
  norm_.SetWeights(y_);
  past_k_.swap(k_);
  past_z_.swap(z_);
  past_error_.swap(error_vector_);
  for (std::size_t m = 0; m < problem().index.size(); ++m) {
    if (problem().index[m] > 1) past_error_[m] = 0;  // (4) of stage_tableau.h does not hold there
  }
  past_tableau_ = &tableau();
  past_h_ = h;
  predict_ = true;
  ChooseNextStep(h);
  first_ = rejected_ = false;
  return Accept(h, past_tableau_->order, t_limit);
}

void FullyImplicit::ChooseNextStep(double h) {
  jacobian_current_ = jacobian_of_end_ = false;
  jacobian_known_ = newton_.rate() <= fast_rate_;
  if (options_.fixed_step > 0) return;
  if (two_step_ && !by_two_steps_) {
    h_next_ = h;  // the formula needs two equal steps
    return;
  }
  const double most = newton_.max_iterations();
  const double effort = (1 + 2 * most) / (newton_.iterations() + 2 * most);
  double ratio = effort * controller_.AfterSuccess(h, error_, ErrorOrder());
  if (rejected_) ratio = std::min(ratio, 1.0);
  if (jacobian_known_ && ratio >= 1 && ratio <= kIdleGrowth) ratio = 1;
  const std::size_t level = order_.level();
  order_.NoteSuccess(newton_.rate(), ratio);
  if (order_.level() != level) controller_.Reset();
  // A step that was cut short by the limit says nothing against the longer one.
  h_next_ = h < h_next_ ? std::max(h * ratio, h_next_) : h * ratio;
}

std::optional<StepOutcome> FullyImplicit::RepairFailure(Attempt attempt, double h) {
  rejected_ = true;
  const bool was_renewed = std::exchange(jacobian_of_end_, false);
  if (was_renewed) jacobian_known_ = jacobian_current_ = false;
  if (attempt == Attempt::kErrorTooLarge) {
    h_next_ = h * (first_ ? 0.1 : controller_.AfterFailure(error_, ErrorOrder()));
  } else {
    controller_.Reset();
    predict_ = false;
    if (attempt == Attempt::kDiverged && !jacobian_current_ &&
        !was_renewed) {  // the old Jacobian may be all that was wrong
      jacobian_known_ = false;
      ++statistics_.convergence_failures;
      return std::nullopt;
    }
    if (attempt == Attempt::kDiverged) order_.NoteDivergence();
    h_next_ = h * (attempt == Attempt::kDiverged ? newton_.step_ratio() : 0.5);
    jacobian_known_ = jacobian_current_;
  }
  return NoteFailure(attempt, h_next_, IsLastAttempt(attempt, h_next_) ? FindBlame(attempt, h) : Blame());
}

Blame FullyImplicit::FindBlame(Attempt attempt, double h) {
  switch (attempt) {
    case Attempt::kErrorTooLarge:
      return {.unknown = norm_.Worst(error_vector_, h)};
    case Attempt::kDiverged: {
      const std::span<const double> sizes = system_.Sizes(1 / h);
      return {.row = FindWorstResidual(system_.pattern(), sizes, norm_.weights(), Stage(f_, 0, size())).row};
    }
    case Attempt::kSingular:
      return BlameSingularity(system_.FactorReal(1 / h));
    case Attempt::kSignViolated:
      return {.unknown = FindSignViolation(EndOfStep())};
    default:
      return {};
  }
}

void FullyImplicit::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const auto n = static_cast<std::size_t>(size());
  const double x = (t - time_) / past_h_;
  StageTableau::Row q, slope;
  past_tableau_->EvaluateFromEnd(x, q);
  past_tableau_->EvaluateSlopeFromEnd(x, slope);
  const ValueAndSlope bump = past_tableau_->EvaluateBump(x);
  for (std::size_t m = 0; m < n; ++m) {
    y[m] = y_[m] + bump.value * past_error_[m];
    yp[m] = bump.slope * past_error_[m] / past_h_;
  }
  for (int j = 0; j < past_tableau_->stages; ++j) {
    const double* k = past_k_.data() + j * n;
    for (std::size_t m = 0; m < n; ++m) {
      y[m] += past_h_ * q[j] * k[m];
      yp[m] += slope[j] * k[m];
    }
  }
}

std::unique_ptr<IntegratorBase> FullyImplicit::MakeTwin(const IntegratorOptions& options) const {
  return std::make_unique<FullyImplicit>(problem(), tolerances_, options, std::vector{*past_tableau_},
                                         std::nullopt);
}

}  // namespace daedalus::integrate
