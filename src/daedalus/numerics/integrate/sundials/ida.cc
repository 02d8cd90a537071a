#include "daedalus/numerics/integrate/sundials/ida.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/numerics/integrate/sundials/ida_session.h"

namespace daedalus::integrate {
namespace {

// After a restart the first steps may vanish against a large t and still grow out of it; this many in a row
// do not.
constexpr int kMaxStandstill = 20;
constexpr double kForcedStep = 1e-8;  // relative to |t| or to the way that is left
// IDA does not allow a change of its past. What is handed out is moved onto the constraints after each step;
// IDA continues from its own values, and is restarted at the moved ones once the two differ by so many
// tolerances. (Whole tolerances, not shares: with more steps the share of each is smaller, and restarts would
// be more frequent, which again needs more steps.)
constexpr double kFarthest = 1;

class Ida final : public Integrator {
 public:
  Ida(std::unique_ptr<IdaSession> session, const IntegratorOptions& options)
      : session_(std::move(session)),
        options_(options),
        y_(linear::NewVector(session_->size(), session_->context())),
        yp_(linear::NewVector(session_->size(), session_->context())),
        trial_y_(linear::NewVector(session_->size(), session_->context())),
        trial_yp_(linear::NewVector(session_->size(), session_->context())),
        move_(linear::NewVector(session_->size(), session_->context())),
        move_before_(linear::NewVector(session_->size(), session_->context())),
        weights_(linear::NewVector(session_->size(), session_->context())),
        output_(linear::NewShellVector(session_->size(), session_->context())) {
    N_VConst(0, y_.get());
    N_VConst(0, yp_.get());
  }

  StepOutcome Initialize(double t0, std::span<const double> y0, std::span<const double> yp0) override {
    Evaluator& evaluator = session_->evaluator();
    evaluations_before_ = {.residual_evaluations = evaluator.residual_evaluations(),
                           .jacobian_evaluations = evaluator.jacobian_evaluations(),
                           .factorizations = session_->linear_solver().factorizations()};
    before_restart_ = {};
    statistics_ = {};
    phase_ = Phase::kUnset;
    return Restart(t0, y0, yp0);
  }

  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) override;
  StepOutcome Step(double t_limit) override;
  bool Interpolate(double t, std::span<double> y, std::span<double> yp) const override;

  double time() const override { return time_; }
  double previous_time() const override { return previous_time_; }
  std::span<const double> y() const override { return linear::Values(y_); }
  std::span<const double> yp() const override { return linear::Values(yp_); }
  const Statistics& statistics() const override { return statistics_; }

 private:
  StepOutcome Advance(double t_limit);
  std::optional<StepOutcome> TryStep(double t_limit);
  StepOutcome ForceStep(double t_limit);
  StepOutcome Project(StepOutcome step);
  StepOutcome Fail(int flag);
  StepStatus Classify(int flag);
  void Count();

  std::unique_ptr<IdaSession> session_;
  IntegratorOptions options_;
  Phase phase_ = Phase::kUnset;
  double time_ = 0;
  double previous_time_ = 0;
  linear::VectorHandle y_, yp_;              // the last good state
  linear::VectorHandle trial_y_, trial_yp_;  // what IDA works in
  // The displacement of y_ at the end of the last step and at its beginning, and the weights of the error
  // test.
  linear::VectorHandle move_, move_before_, weights_;
  bool is_far_ = false;          // IDA has to be restarted at y_
  linear::VectorHandle output_;  // a shell around the caller's memory
  Statistics statistics_;
  Statistics before_restart_;      // IDA counts from zero after a restart
  Statistics evaluations_before_;  // the evaluator counts from its creation
};

StepOutcome Ida::Restart(double t, std::span<const double> y, std::span<const double> yp) {
  if (auto error = session_->FindStartError(t, y, yp)) return *std::move(error);
  before_restart_ = statistics_;
  if (session_->Restart(t, y, yp) != IDA_SUCCESS) {
    return {.status = StepStatus::kFatal,
            .t = t,
            .reason = "IDA refuses to start",
            .solver_message = session_->TakeMessage()};
  }
  std::ranges::copy(y, linear::Values(y_).begin());
  std::ranges::copy(yp, linear::Values(yp_).begin());
  N_VConst(0, move_.get());
  is_far_ = false;
  time_ = previous_time_ = t;
  phase_ = Phase::kReady;
  Count();
  return {.status = StepStatus::kStepped, .t = t};
}

StepOutcome Ida::Step(double t_limit) {
  if (auto error = FindStepError(phase_, options_, statistics_.steps, time_, t_limit))
    return *std::move(error);
  // IDA cannot tell such times apart.
  const double roundoff = 4 * std::numeric_limits<double>::epsilon() * (std::abs(time_) + std::abs(t_limit));
  if (t_limit - time_ <= roundoff) {
    time_ = t_limit;
    return {.status = StepStatus::kReachedLimit, .t = time_};
  }
  session_->evaluator().ForgetFailure();
  if (is_far_) {
    if (StepOutcome again = Restart(time_, y(), yp()); !again.ok()) return again;
  }
  return Advance(t_limit);
}

StepOutcome Ida::Advance(double t_limit) {
  for (int standstill = 0; standstill < kMaxStandstill; ++standstill) {
    if (auto outcome = TryStep(t_limit)) return *std::move(outcome);
  }
  return ForceStep(t_limit);
}

// nullopt if IDA made a step so small that the time did not change.
std::optional<StepOutcome> Ida::TryStep(double t_limit) {
  IDASetStopTime(session_->ida(), t_limit);
  double t = time_;
  const int flag = IDASolve(session_->ida(), t_limit, &t, trial_y_.get(), trial_yp_.get(), IDA_ONE_STEP);
  Count();
  if (flag < 0) return Fail(flag);
  std::swap(y_, trial_y_);
  std::swap(yp_, trial_yp_);
  previous_time_ = std::exchange(time_, std::max(t, time_));
  if (time_ == previous_time_) return std::nullopt;
  const StepOutcome step{.status = time_ >= t_limit ? StepStatus::kReachedLimit : StepStatus::kStepped,
                         .t = time_};
  return session_->evaluator().problem().project ? Project(step) : step;
}

StepOutcome Ida::Project(StepOutcome step) {
  std::swap(move_, move_before_);
  N_VScale(1, y_.get(), move_.get());
  const EvalOutcome moved =
      session_->evaluator().problem().project(time_, linear::Values(y_), linear::Values(yp_));
  if (moved != EvalOutcome::kOk) {
    phase_ = Phase::kFailed;
    return {.status = moved == EvalOutcome::kFatal ? StepStatus::kFatal : StepStatus::kProjectionFailed,
            .t = time_,
            .reason = "no point near the end of the step satisfies the constraints"};
  }
  N_VLinearSum(1, y_.get(), -1, move_.get(), move_.get());
  IDAGetErrWeights(session_->ida(), weights_.get());
  is_far_ = N_VWrmsNorm(move_.get(), weights_.get()) * session_->norm().share() > kFarthest;
  return step;
}

// Time hardly advances: IDA makes tiny steps towards a point that it cannot pass. Restarts with a step that
// is not tiny, and forbids smaller ones. Either the step passes all tests, or IDA now reports which test
// fails.
StepOutcome Ida::ForceStep(double t_limit) {
  const double way = t_limit - time_;
  double h = std::min(kForcedStep * std::max(std::abs(time_), way), way);
  if (options_.max_step > 0) h = std::min(h, options_.max_step);
  before_restart_ = statistics_;
  session_->Restart(time_, linear::Values(y_), linear::Values(yp_));
  IDASetInitStep(session_->ida(), h);
  IDASetMinStep(session_->ida(), h);
  auto outcome = TryStep(t_limit);
  IDASetInitStep(session_->ida(), options_.initial_step);
  IDASetMinStep(session_->ida(), 0);
  if (outcome) return *std::move(outcome);
  phase_ = Phase::kFailed;
  return {
      .status = StepStatus::kStepTooSmall, .t = time_, .reason = "the step size vanishes against the time"};
}

StepStatus Ida::Classify(int flag) {
  const auto& failure = session_->evaluator().failure();
  if (failure && failure->outcome == EvalOutcome::kFatal) return StepStatus::kFatal;
  switch (flag) {
    case IDA_ERR_FAIL:
      return StepStatus::kErrorTestFailures;
    case IDA_CONV_FAIL: {
      const auto factor_status = session_->linear_solver().last_status();
      if (factor_status == linear::FactorStatus::kSingular) return StepStatus::kSingularJacobian;
      // A Jacobian that is not finite reaches us as a failure to converge.
      return failure ? StepStatus::kResidualFailed : StepStatus::kNewtonDiverged;
    }
    case IDA_REP_RES_ERR:
    case IDA_FIRST_RES_FAIL:
      return StepStatus::kResidualFailed;
    case IDA_TOO_MUCH_ACC:
      return StepStatus::kStepTooSmall;
    default:
      return StepStatus::kFatal;
  }
}

StepOutcome Ida::Fail(int flag) {
  phase_ = Phase::kFailed;
  const auto& failure = session_->evaluator().failure();
  StepOutcome outcome{.status = Classify(flag), .t = time_};
  outcome.solver_message = session_->TakeMessage();
  Blame blame;
  switch (outcome.status) {
    case StepStatus::kErrorTestFailures:
      blame = session_->BlameErrorTest();
      outcome.reason = "the error test keeps failing, whatever the step size; largest error in unknown " +
                       std::to_string(*blame.unknown);
      break;
    case StepStatus::kNewtonDiverged:
      blame = session_->BlameResidual();
      outcome.reason =
          "the corrector iteration does not converge, whatever the step size; largest residual in row " +
          std::to_string(*blame.row);
      break;
    case StepStatus::kSingularJacobian:
      blame = BlameSingularity(session_->linear_solver().linear_solver());
      outcome.reason = "the Jacobian is singular";
      break;
    case StepStatus::kResidualFailed:
      blame.row = failure->row;
      outcome.t = session_->evaluator().failure_time();
      outcome.reason = failure->message + ", whatever the step size";
      break;
    case StepStatus::kStepTooSmall:
      outcome.reason = "the tolerances ask for more than double precision gives";
      break;
    default:
      if (failure) blame.row = failure->row;
      if (failure) outcome.t = session_->evaluator().failure_time();
      outcome.reason = failure ? failure->message : "the integrator met an internal error";
      break;
  }
  outcome.row = blame.row;
  outcome.unknown = blame.unknown;
  return outcome;
}

bool Ida::Interpolate(double t, std::span<double> y, std::span<double> yp) const {
  const auto n = static_cast<std::size_t>(session_->size());
  if (y.size() != n || yp.size() != n || !(t >= previous_time_ && t <= time_)) return false;
  if (t == time_) {
    std::ranges::copy(this->y(), y.begin());
    std::ranges::copy(this->yp(), yp.begin());
    return true;
  }
  N_VSetArrayPointer(y.data(), output_.get());
  if (IDAGetDky(session_->ida(), t, 0, output_.get()) != IDA_SUCCESS) return false;
  if (session_->evaluator().problem().project) {
    const double theta = (t - previous_time_) / (time_ - previous_time_);
    N_VLinearSum(1, output_.get(), theta, move_.get(), output_.get());
    N_VLinearSum(1, output_.get(), 1 - theta, move_before_.get(), output_.get());
  }
  N_VSetArrayPointer(yp.data(), output_.get());
  return IDAGetDky(session_->ida(), t, 1, output_.get()) == IDA_SUCCESS;
}

void Ida::Count() {
  long steps = 0;
  long error_test_failures = 0;
  long convergence_failures = 0;
  long newton_iterations = 0;
  IDAGetNumSteps(session_->ida(), &steps);
  IDAGetNumErrTestFails(session_->ida(), &error_test_failures);
  IDAGetNumStepSolveFails(session_->ida(), &convergence_failures);
  IDAGetNumNonlinSolvIters(session_->ida(), &newton_iterations);
  statistics_.steps = before_restart_.steps + steps;
  statistics_.error_test_failures = before_restart_.error_test_failures + error_test_failures;
  statistics_.convergence_failures = before_restart_.convergence_failures + convergence_failures;
  statistics_.newton_iterations = before_restart_.newton_iterations + newton_iterations;
  const Evaluator& evaluator = session_->evaluator();
  statistics_.residual_evaluations =
      evaluator.residual_evaluations() - evaluations_before_.residual_evaluations;
  statistics_.jacobian_evaluations =
      evaluator.jacobian_evaluations() - evaluations_before_.jacobian_evaluations;
  statistics_.factorizations =
      session_->linear_solver().factorizations() - evaluations_before_.factorizations;
  IDAGetLastOrder(session_->ida(), &statistics_.last_order);
  IDAGetLastStep(session_->ida(), &statistics_.last_step);
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeIda(DaeProblem problem, Tolerances tolerances,
                                                           IntegratorOptions options) {
  auto session = IdaSession::Create(std::move(problem), tolerances, options);
  if (!session) return Failure{std::move(session.error())};
  return std::unique_ptr<Integrator>(std::make_unique<Ida>(*std::move(session), options));
}

}  // namespace daedalus::integrate
