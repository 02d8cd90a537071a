// The common part of all our own methods: the state, the checks of every call, the counters, and the policy
// of giving up. A method defines how it starts, how it makes one step, and how it interpolates; for people
// who add one:
//
//   class Mine final : public IntegratorBase {
//     // time_, y_ and yp_ are set: forget the past.
//     void Start() override;
//     // One accepted step, reported to Accept(); or the result of NoteFailure().
//     StepOutcome Advance(double t_limit) override;
//     // y and y' at a time inside the last step.
//     void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;
//   };
//
// Advance() is a loop of attempts. Each ends in one of the ways of `Attempt`; NoteFailure() counts it and
// decides when to give up: if the step size vanishes against t, or the same failure has occurred kMaxFailures
// times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/evaluation_count.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/required_signs.h"
#include "daedalus/numerics/integrate/sharpening.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::integrate {

// The result of an attempt at a step.
enum class Attempt {
  kSucceeded,
  kErrorTooLarge,  // the error test failed
  kDiverged,       // the Newton iteration does not converge, or too slowly
  kSingular,       // the iteration matrix has no pivot
  kNotEvaluated,   // a callback failed in a way that a smaller step may cure
  kSignViolated,   // DaeProblem::signs
  kFatal,          // a callback threw, or returned a fatal error
};

// kNotEvaluated or kFatal for an outcome that is not kOk.
Attempt AsAttempt(EvalOutcome outcome);
Attempt AsAttempt(linear::FactorStatus status);

// Who is to blame for a failure.
struct Blame {
  std::optional<std::int32_t> row = {};
  std::optional<std::int32_t> unknown = {};
};

// The first row and column without a pivot, after a factorization that returned kSingular.
Blame BlameSingularity(linear::LinearSolver& solver);

// What makes (t, y, yp) unusable as a start: sizes, values that are not finite, a residual that fails there,
// which is left in r.
std::optional<StepOutcome> FindStartError(Evaluator& evaluator, double t, std::span<const double> y,
                                          std::span<const double> yp, std::span<double> r);

// The current point of an integrator.
enum class Phase { kUnset, kReady, kFailed };

// Why Step(t_limit) cannot even be tried.
std::optional<StepOutcome> FindStepError(Phase phase, const IntegratorOptions& options, std::int64_t steps,
                                         double time, double t_limit);

// The mistake in the options, for a method with these orders.
std::optional<std::string> FindOptionsError(const IntegratorOptions& options, int highest_order);

class IntegratorBase : public Integrator {
 public:
  StepOutcome Initialize(double t0, std::span<const double> y0, std::span<const double> yp0) final;
  StepOutcome Step(double t_limit) final;
  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) final;
  bool Interpolate(double t, std::span<double> y, std::span<double> yp) const final;
  bool Sharpen(double t) final;

  double time() const final { return time_; }
  double previous_time() const final { return previous_time_; }
  std::span<const double> y() const final { return y_; }
  std::span<const double> yp() const final { return yp_; }
  const Statistics& statistics() const final { return statistics_; }

 protected:
  // Both must have passed FindInputError and FindOptionsError.
  IntegratorBase(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options);

  // The reason why this method cannot start here. Called before the last good state changes.
  virtual std::optional<StepOutcome> FindMethodError(double, std::span<const double>,
                                                     std::span<const double>) {
    return std::nullopt;
  }
  virtual void Start() = 0;
  // For methods that have a past, called at a restart inside or at the end of the last step, before the past
  // is discarded. Returns true if the past continues smoothly through this point. Then Start() need not begin
  // at order 1.
  virtual void LookBack(double, std::span<const double>, std::span<const double>) {}
  virtual StepOutcome Advance(double t_limit) = 0;
  // previous_time() <= t < time().
  virtual void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const = 0;

  // y_ and yp_ were moved a little by DaeProblem::project, at the end of a step. For methods that keep them
  // elsewhere too.
  virtual void TakeOverMoved() {}

  // A second integrator of the same method, with the order of the last step, for Sharpen(). Null if dense
  // output is as exact as the steps.
  virtual std::unique_ptr<IntegratorBase> MakeTwin(const IntegratorOptions&) const { return nullptr; }

  // The last thing of a successful Advance: y_ and yp_ hold the values at time_ + h. Reaches t_limit exactly
  // when h is all that was left.
  StepOutcome Accept(double h, int order, double t_limit);
  // Counts the failed attempt. Nothing while there is hope with a step of size h_next; else the outcome to
  // return.
  std::optional<StepOutcome> NoteFailure(Attempt attempt, double h_next, const Blame& blame);
  // Whether NoteFailure would give up now; only then is it worth while to find out whom to blame.
  bool IsLastAttempt(Attempt attempt, double h_next) const;
  // h, or less so that neither this step passes t_limit nor the next one is a tiny rest, and within max_step.
  double FitStep(double h, double t_limit) const;
  // The user's fixed step or what is left to t_limit; without one FitStep(h, t_limit).
  double NextStep(double h, double t_limit) const;
  // The size of the first step: the user's, or such that a method of first order would have an error far
  // below the tolerance.
  double FirstStep(double t_limit) const;
  // For one-step methods. After an event, the step that was proposed before it is mostly right; if not, the
  // error test rejects it. But it is not longer than the time since the previous start, so that it does not
  // step over the next two events. To be called in Start() with the proposal; 0 at the very start.
  double ProposalBefore(double h_next) const {
    return statistics_.steps > 0 ? std::min(h_next, since_start_) : 0;
  }
  // The first unknown with a wrong sign.
  std::optional<std::int32_t> FindSignViolation(std::span<const double> y) { return signs_.FindViolation(y); }

  const DaeProblem& problem() const { return evaluator_.problem(); }
  std::int32_t size() const { return evaluator_.problem().size; }

  IntegratorOptions options_;
  Tolerances tolerances_;
  Evaluator evaluator_;
  ErrorNorm norm_;
  double time_ = 0;
  double previous_time_ = 0;
  std::vector<double> y_, yp_;  // the last good state
  // Steps, failures, order and step size are counted here, evaluations and factorizations too;
  // newton_iterations and factorizations rise where they happen.
  Statistics statistics_;
  double started_at_ = 0, since_start_ = 0;  // the last start, and how long the one before had lasted then

 private:
  StepOutcome GiveUp(Attempt attempt, const Blame& blame, bool step_vanished);
  // Whether the sign that was violated last is given up now (IntegratorOptions::signs_are_soft).
  bool GiveUpSign(bool is_last_attempt);
  void CountEvaluations() { count_.Write(evaluator_, statistics_); }
  StepOutcome Project(const StepOutcome& step);
  // True if the copy is at t, from the start of the last step.
  bool SendTwin(double t);
  bool Vanishes(double h) const;  // against the time

  Phase phase_ = Phase::kUnset;
  int failures_in_step_ = 0;
  RequiredSigns signs_;
  EvaluationCount count_;
  std::vector<double> scratch_;
  Sharpening sharpening_;
  std::unique_ptr<IntegratorBase> twin_;  // made for the first Sharpen()
  std::int32_t twin_order_ = 0;
  bool is_twin_ = false;
};

}  // namespace daedalus::integrate
