#include "daedalus/numerics/integrate/integrator_base.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/rounding.h"

namespace daedalus::integrate {
namespace {

// Attempts at one step. The first step may be too large by many powers of ten, where slopes at the start are
// poor.
constexpr int kMaxFailures = 50;
constexpr int kStepsPerPrecisionCheck = 32;
// Of a step. Nearer to its start dense output is good enough. A step to such a point would be so short that
// unknowns of index 2 and 3 had large errors, h^-1 and h^-2 times those of the state.
constexpr double kLeastPart = 0.01;
// A part of a good step needs one or two.
constexpr std::int64_t kMaxTwinSteps = 100;

std::string WholeNumber(std::optional<std::int32_t> number) {
  return number ? std::to_string(*number) : "?";
}

StepStatus StatusOf(Attempt attempt) {
  switch (attempt) {
    case Attempt::kErrorTooLarge:
      return StepStatus::kErrorTestFailures;
    case Attempt::kDiverged:
      return StepStatus::kNewtonDiverged;
    case Attempt::kSingular:
      return StepStatus::kSingularJacobian;
    case Attempt::kNotEvaluated:
      return StepStatus::kResidualFailed;
    case Attempt::kSignViolated:
      return StepStatus::kSignViolated;
    case Attempt::kSucceeded:
    case Attempt::kFatal:
      break;
  }
  return StepStatus::kFatal;
}

}  // namespace

Attempt AsAttempt(EvalOutcome outcome) {
  if (outcome == EvalOutcome::kOk) return Attempt::kSucceeded;
  return outcome == EvalOutcome::kFatal ? Attempt::kFatal : Attempt::kNotEvaluated;
}

Attempt AsAttempt(linear::FactorStatus status) {
  switch (status) {
    case linear::FactorStatus::kOk:
      return Attempt::kSucceeded;
    case linear::FactorStatus::kSingular:
    case linear::FactorStatus::kNotFinite:  // the parts were finite, their sum was too large
      return Attempt::kSingular;
    case linear::FactorStatus::kNoMemory:
      break;
  }
  return Attempt::kFatal;
}

Blame BlameSingularity(linear::LinearSolver& solver) {
  const linear::Singularity singularity = solver.ExplainSingularity();
  Blame blame;
  if (!singularity.rows.empty()) blame.row = singularity.rows.front();
  if (!singularity.columns.empty()) blame.unknown = singularity.columns.front();
  return blame;
}

std::optional<StepOutcome> FindStartError(Evaluator& evaluator, double t, std::span<const double> y,
                                          std::span<const double> yp, std::span<double> r) {
  StepOutcome outcome{.status = StepStatus::kBadInput, .t = t};
  const auto n = static_cast<std::size_t>(evaluator.problem().size);
  if (y.size() != n || yp.size() != n) {
    outcome.reason = "start values for " + std::to_string(y.size()) + " unknowns and " +
                     std::to_string(yp.size()) + " derivatives, where there are " + std::to_string(n) +
                     " unknowns";
    return outcome;
  }
  if (!std::isfinite(t)) {
    outcome.reason = "the start time is not finite";
    return outcome;
  }
  outcome.unknown = linear::FirstNotFinite(y);
  if (!outcome.unknown) outcome.unknown = linear::FirstNotFinite(yp);
  if (outcome.unknown) {
    outcome.reason =
        "the start value of unknown " + std::to_string(*outcome.unknown) + " or its derivative is not finite";
    return outcome;
  }
  evaluator.ForgetFailure();
  const EvalOutcome evaluated = evaluator.Residual(t, y, yp, r);
  if (evaluated == EvalOutcome::kOk) return std::nullopt;
  outcome.status = evaluated == EvalOutcome::kFatal ? StepStatus::kFatal : StepStatus::kResidualFailed;
  outcome.row = evaluator.failure()->row;
  outcome.reason = evaluator.failure()->message + " at the start";
  return outcome;
}

std::optional<StepOutcome> FindStepError(Phase phase, const IntegratorOptions& options, std::int64_t steps,
                                         double time, double t_limit) {
  const auto error = [time](StepStatus status, std::string reason) {
    return StepOutcome{.status = status, .t = time, .reason = std::move(reason)};
  };
  if (phase == Phase::kUnset) return error(StepStatus::kBadInput, "the integrator has no start values yet");
  if (phase == Phase::kFailed)
    return error(StepStatus::kBadInput, "the last step failed; restart the integrator first");
  if (!(t_limit >= time) || std::isinf(t_limit))
    return error(StepStatus::kBadInput, "the time limit is before the current time, or is not finite");
  if (options.max_steps > 0 && steps >= options.max_steps && t_limit > time)
    return error(StepStatus::kTooManySteps,
                 "all " + std::to_string(options.max_steps) + " steps are used up");
  return std::nullopt;
}

std::optional<std::string> FindOptionsError(const IntegratorOptions& options, int highest_order) {
  if (options.max_order < 0 || options.max_order > highest_order) {
    return "the maximum order is not in 1 to " + std::to_string(highest_order);
  }
  for (const double step : {options.initial_step, options.max_step, options.fixed_step}) {
    if (!(step >= 0) || std::isinf(step)) return "a step size is negative or not a finite number";
  }
  if (options.max_steps < 0) return "the maximum number of steps is negative";
  return std::nullopt;
}

IntegratorBase::IntegratorBase(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options)
    : options_(options),
      tolerances_(tolerances),
      evaluator_(std::move(problem), tolerances),
      norm_(evaluator_.problem(), tolerances, options.suppress_algebraic),
      y_(size()),
      yp_(size()),
      signs_(evaluator_.problem().signs),
      scratch_(size()) {}

StepOutcome IntegratorBase::Initialize(double t0, std::span<const double> y0, std::span<const double> yp0) {
  count_.Begin(evaluator_);
  statistics_ = {};
  signs_ = RequiredSigns(problem().signs);
  phase_ = Phase::kUnset;
  return Restart(t0, y0, yp0);
}

StepOutcome IntegratorBase::Restart(double t, std::span<const double> y, std::span<const double> yp) {
  if (auto error = FindStartError(evaluator_, t, y, yp, scratch_)) return *std::move(error);
  if (auto error = FindMethodError(t, y, yp)) return *std::move(error);
  if (phase_ == Phase::kReady && previous_time_ < time_ && previous_time_ <= t && t <= time_)
    LookBack(t, y, yp);
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(yp, yp_.begin());
  time_ = previous_time_ = t;
  since_start_ = t - std::exchange(started_at_, t);
  phase_ = Phase::kReady;
  failures_in_step_ = 0;
  sharpening_.Forget();
  norm_.SetWeights(y_);
  Start();
  CountEvaluations();
  return {.status = StepStatus::kStepped, .t = t};
}

StepOutcome IntegratorBase::Step(double t_limit) {
  if (auto error = FindStepError(phase_, options_, statistics_.steps, time_, t_limit))
    return *std::move(error);
  if (t_limit - time_ <= 4 * kEpsilon * std::abs(t_limit)) {
    time_ = t_limit;
    return {.status = StepStatus::kReachedLimit, .t = time_};
  }
  // Seldom, because it costs a pass over the unknowns; often enough not to crawl on for ever.
  if (statistics_.steps % kStepsPerPrecisionCheck == 0 && kEpsilon * norm_(y_) > 1) {
    phase_ = Phase::kFailed;
    return {.status = StepStatus::kStepTooSmall,
            .t = time_,
            .reason = options_.fixed_step > 0 ? "the solution grows without bound; an explicit method does "
                                                "so if its steps are too long to be stable"
                                              : "the tolerances ask for more than double precision gives"};
  }
  if (statistics_.steps == 0 && !is_twin_) norm_.SetTimeScale(t_limit - time_);
  evaluator_.ForgetFailure();
  failures_in_step_ = 0;
  StepOutcome outcome = Advance(t_limit);
  if (outcome.ok() && problem().project) return Project(outcome);
  return outcome;  // as it is: a copy in each step is seen in runs of small problems
}

StepOutcome IntegratorBase::Project(const StepOutcome& step) {
  const EvalOutcome moved = problem().project(time_, y_, yp_);
  if (moved == EvalOutcome::kOk) {
    TakeOverMoved();
    return step;
  }
  phase_ = Phase::kFailed;
  return {.status = moved == EvalOutcome::kFatal ? StepStatus::kFatal : StepStatus::kProjectionFailed,
          .t = time_,
          .reason = "no point near the end of the step satisfies the constraints"};
}

bool IntegratorBase::Interpolate(double t, std::span<double> y, std::span<double> yp) const {
  if (y.size() != y_.size() || yp.size() != y_.size() || !(t >= previous_time_ && t <= time_)) return false;
  if (t == time_) {
    std::ranges::copy(y_, y.begin());
    std::ranges::copy(yp_, yp.begin());
  } else {
    InterpolateInside(t, y, yp);
    sharpening_.AddTo(t, y, yp);
  }
  return true;
}

bool IntegratorBase::Sharpen(double t) {
  if (!(t < time_ && t - previous_time_ >= kLeastPart * (time_ - previous_time_)) || !SendTwin(t))
    return false;
  std::vector<double> y(y_.size()), yp(y_.size());
  InterpolateInside(t, y, yp);
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = twin_->y_[i] - y[i];
    yp[i] = twin_->yp_[i] - yp[i];
  }
  sharpening_.Set(previous_time_, t, time_, std::move(y), std::move(yp));
  return true;
}

bool IntegratorBase::SendTwin(double t) {
  if (!twin_ || twin_order_ != statistics_.last_order) {
    IntegratorOptions options = options_;
    options.initial_step = std::numeric_limits<double>::max();  // all the way in one, if the errors allow it
    options.max_steps = kMaxTwinSteps;
    twin_ = MakeTwin(options);
    twin_order_ = statistics_.last_order;
    if (!twin_) return false;
    twin_->is_twin_ = true;
  }
  std::vector<double> y(y_.size()), yp(y_.size());
  InterpolateInside(previous_time_, y, yp);
  StepOutcome outcome = twin_->Initialize(previous_time_, y, yp);
  twin_->norm_.SetTimeScale(norm_.time_scale());
  while (outcome.status == StepStatus::kStepped) outcome = twin_->Step(t);
  const Statistics& work = twin_->statistics_;
  count_.Include(work);
  statistics_.factorizations += work.factorizations;
  statistics_.newton_iterations += work.newton_iterations;
  CountEvaluations();
  return outcome.status == StepStatus::kReachedLimit;
}

StepOutcome IntegratorBase::Accept(double h, int order, double t_limit) {
  previous_time_ = time_;
  const bool reached = t_limit - (time_ + h) <= 4 * kEpsilon * std::abs(t_limit);
  time_ = reached ? t_limit : time_ + h;
  sharpening_.Forget();
  CountEvaluations();
  ++statistics_.steps;
  statistics_.last_order = order;
  statistics_.last_step = h;
  return {.status = reached ? StepStatus::kReachedLimit : StepStatus::kStepped, .t = time_};
}

bool IntegratorBase::Vanishes(double h) const {
  return !(h > 4 * kEpsilon * std::abs(time_)) || !(h > 0);
}

bool IntegratorBase::IsLastAttempt(Attempt attempt, double h_next) const {
  const bool may_shrink = attempt != Attempt::kFatal && options_.fixed_step == 0;
  return !may_shrink || Vanishes(h_next) || failures_in_step_ + 1 >= kMaxFailures;
}

std::optional<StepOutcome> IntegratorBase::NoteFailure(Attempt attempt, double h_next, const Blame& blame) {
  ++(attempt == Attempt::kErrorTooLarge ? statistics_.error_test_failures : statistics_.convergence_failures);
  const bool is_last = IsLastAttempt(attempt, h_next);
  ++failures_in_step_;
  if (attempt == Attempt::kSignViolated && GiveUpSign(is_last)) return std::nullopt;
  if (!is_last) return std::nullopt;
  return GiveUp(attempt, blame, Vanishes(h_next));
}

StepOutcome IntegratorBase::GiveUp(Attempt attempt, const Blame& blame, bool step_vanished) {
  phase_ = Phase::kFailed;
  CountEvaluations();
  StepOutcome outcome{.status = StatusOf(attempt), .t = time_, .row = blame.row, .unknown = blame.unknown};
  const auto& failure = evaluator_.failure();
  std::string whatever =
      step_vanished ? ", down to steps that vanish against the time" : ", whatever the step size";
  if (options_.fixed_step > 0) whatever = " at the fixed step size";
  switch (attempt) {
    case Attempt::kErrorTooLarge:
      outcome.reason = "the error test keeps failing" + whatever + "; largest error in unknown " +
                       WholeNumber(blame.unknown);
      break;
    case Attempt::kDiverged:
      outcome.reason = "the corrector iteration does not converge" + whatever + "; largest residual in row " +
                       WholeNumber(blame.row);
      break;
    case Attempt::kSingular:
      outcome.reason = "the Jacobian is singular";
      break;
    case Attempt::kSignViolated:
      outcome.reason =
          "unknown " + WholeNumber(blame.unknown) + " leaves the sign that it must have" + whatever;
      break;
    default:
      if (failure) outcome.row = failure->row;
      if (failure) outcome.t = evaluator_.failure_time();
      outcome.reason = failure ? failure->message : "the integrator met an internal error";
      if (attempt == Attempt::kNotEvaluated) outcome.reason += whatever;
      break;
  }
  return outcome;
}

double IntegratorBase::FitStep(double h, double t_limit) const {
  const double way = t_limit - time_;
  if (options_.max_step > 0) h = std::min(h, options_.max_step);
  if (h >= way * (1 - 1e-10)) return way;
  return h > way / 2 ? way / 2 : h;
}

double IntegratorBase::NextStep(double h, double t_limit) const {
  if (options_.fixed_step == 0) return FitStep(h, t_limit);
  const double way = t_limit - time_;
  return options_.fixed_step >= way * (1 - 1e-10) ? way : options_.fixed_step;
}

double IntegratorBase::FirstStep(double t_limit) const {
  if (options_.initial_step > 0) return options_.initial_step;
  // A thousandth of the way, or less where y would then move by more than half its tolerance.
  const double way = t_limit - time_;
  const double speed = norm_(yp_);
  return speed * 1e-3 * way > 0.5 ? 0.5 / speed : 1e-3 * way;
}

bool IntegratorBase::GiveUpSign(bool is_last_attempt) {
  constexpr int kPatience = 5;  // attempts, each with a step of a half or less
  if (!options_.signs_are_soft || (!is_last_attempt && failures_in_step_ < kPatience)) return false;
  signs_.GiveUpLast();
  return true;
}

}  // namespace daedalus::integrate
