#include "daedalus/numerics/integrate/crossing.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/restart.h"

namespace daedalus::integrate {
namespace {

constexpr double kShare = 1e-3;      // of the largest step since the restart: the first attempt
constexpr double kMaxMovement = 10;  // of what y' multiplies, in tolerances
constexpr double kShorter = 0.125;   // the next attempt after a failure
constexpr int kMaxAttempts = 12;

bool MayBeDiscontinuity(StepStatus status) {
  return status == StepStatus::kErrorTestFailures || status == StepStatus::kNewtonDiverged ||
         status == StepStatus::kStepTooSmall;
}

class Crossing final : public Integrator {
 public:
  Crossing(std::unique_ptr<Integrator> inner, DaeProblem problem, const Tolerances& tolerances,
           CrossingOptions options)
      : inner_(std::move(inner)),
        options_(options),
        tiny_steps_(std::move(problem), tolerances),
        before_(inner_->y().size()),
        after_(before_.size()),
        slope_(before_.size()) {}

  StepOutcome Initialize(double t0, std::span<const double> y0, std::span<const double> yp0) override {
    num_crossings_ = 0;
    return Forget(inner_->Initialize(t0, y0, yp0));
  }
  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) override {
    return Forget(inner_->Restart(t, y, yp));
  }
  StepOutcome Step(double t_limit) override;
  bool Interpolate(double t, std::span<double> y, std::span<double> yp) const override;
  bool Sharpen(double t) override {
    const bool is_sharp = !has_crossed_ && inner_->Sharpen(t);
    Count();
    return is_sharp;
  }

  double time() const override { return inner_->time(); }
  double previous_time() const override { return has_crossed_ ? begin_ : inner_->previous_time(); }
  std::span<const double> y() const override { return inner_->y(); }
  std::span<const double> yp() const override { return inner_->yp(); }
  const Statistics& statistics() const override { return statistics_; }

 private:
  StepOutcome Forget(StepOutcome outcome);
  StepOutcome Cross(double t_limit, StepOutcome failure);
  StepOutcome EndCrossing(double end, double t_limit, const StepOutcome& failure);
  void Count();

  std::unique_ptr<Integrator> inner_;
  CrossingOptions options_;
  TinySteps tiny_steps_;
  double largest_step_ = 0;            // since the last restart
  bool has_crossed_ = false;           // in the last Step()
  double begin_ = 0;                   // of the last crossing
  std::vector<double> before_;         // y where the last crossing began
  std::vector<double> after_, slope_;  // y and y' where it ended
  std::int64_t num_crossings_ = 0;
  Statistics statistics_;
};

StepOutcome Crossing::Forget(StepOutcome outcome) {
  if (outcome.ok()) {
    has_crossed_ = false;
    largest_step_ = 0;
  }
  Count();
  return outcome;
}

void Crossing::Count() {
  statistics_ = inner_->statistics();
  statistics_.crossings = num_crossings_;
  statistics_.residual_evaluations += tiny_steps_.residual_evaluations();
  statistics_.jacobian_evaluations += tiny_steps_.jacobian_evaluations();
}

StepOutcome Crossing::Step(double t_limit) {
  const double begin = inner_->time();
  StepOutcome outcome = inner_->Step(t_limit);
  if (outcome.ok()) {
    has_crossed_ = false;
    largest_step_ = std::max(largest_step_, inner_->time() - begin);
  } else if (MayBeDiscontinuity(outcome.status) && num_crossings_ < options_.max_crossings) {
    outcome = Cross(t_limit, std::move(outcome));
  }
  Count();
  return outcome;
}

StepOutcome Crossing::Cross(double t_limit, StepOutcome failure) {
  const double t = inner_->time();
  const double way = t_limit - t;
  double length = std::min(way, kShare * (largest_step_ > 0 ? largest_step_ : way));
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    std::ranges::copy(inner_->y(), before_.begin());
    std::ranges::copy(inner_->yp(), slope_.begin());
    after_ = before_;
    const StepOutcome passed = tiny_steps_.Run(t, length / kTinySteps, after_, slope_);
    const double movement = passed.ok() ? tiny_steps_.Movement(before_, after_) : 0;
    if (passed.ok() && movement <= kMaxMovement) {
      return EndCrossing(length == way ? t_limit : passed.t, t_limit, failure);
    }
    length *= std::min(kShorter, kMaxMovement / 2 / std::max(movement, kMaxMovement));
  }
  return failure;
}

StepOutcome Crossing::EndCrossing(double end, double t_limit, const StepOutcome& failure) {
  const double begin = inner_->time();
  if (!inner_->Restart(end, after_, slope_).ok()) return failure;
  begin_ = begin;
  has_crossed_ = true;
  ++num_crossings_;
  return {.status = end == t_limit ? StepStatus::kReachedLimit : StepStatus::kStepped, .t = end};
}

// Over a crossing: the straight line between its ends.
bool Crossing::Interpolate(double t, std::span<double> y, std::span<double> yp) const {
  if (!has_crossed_ || t == inner_->time()) return inner_->Interpolate(t, y, yp);
  if (y.size() != before_.size() || yp.size() != before_.size()) return false;
  const double length = inner_->time() - begin_;
  if (!(t >= begin_ && t <= inner_->time())) return false;
  const double share = (t - begin_) / length;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    y[i] = before_[i] + share * (after_[i] - before_[i]);
    yp[i] = (after_[i] - before_[i]) / length;
  }
  return true;
}

}  // namespace

std::unique_ptr<Integrator> MakeCrossing(std::unique_ptr<Integrator> inner, DaeProblem problem,
                                         const Tolerances& tolerances, CrossingOptions options) {
  return std::make_unique<Crossing>(std::move(inner), std::move(problem), tolerances, options);
}

}  // namespace daedalus::integrate
