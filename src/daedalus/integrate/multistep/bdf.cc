#include "daedalus/integrate/bdf.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/integrate/integrator_base.h"
#include "daedalus/integrate/multistep/bdf_coefficients.h"
#include "daedalus/integrate/multistep/bdf_corrector.h"
#include "daedalus/integrate/multistep/divided_differences.h"
#include "daedalus/integrate/multistep/bdf_control.h"

namespace daedalus::integrate {
namespace {

// What the iteration may leave, in units of the tolerance. Far below 1: the differences of higher orders, by
// which the order is chosen, magnify it by 2^k.
constexpr double kNewtonTolerance = 3e-3;
// Of the first step: the distance of the made-up point before the start.
constexpr double kStartSpan = 0.3;

class Bdf final : public IntegratorBase {
 public:
  Bdf(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options)
      : IntegratorBase(std::move(problem), std::move(tolerances), options),
        max_order_(options.max_order > 0 ? options.max_order : kMaxBdfOrder),
        past_(size()),
        corrector_(evaluator_, options.linear_solver, statistics_),
        control_(max_order_),
        trial_y_(size()),
        trial_yp_(size()),
        correction_(size()) {
    if (!norm_.tests_all_alike()) tested_weights_.resize(size());
    if (!this->problem().index.empty()) newton_weights_.resize(size());
  }

 private:
  void Start() override;
  StepOutcome Advance(double t_limit) override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;

  void SetUpStep(double t_limit);
  void FillWeights();
  Attempt TryStep();
  StepOutcome TakeStep(double t_limit);
  std::optional<StepOutcome> Retreat(Attempt attempt);
  Blame FindBlame(Attempt attempt);

  std::span<const double> TestedWeights() const {
    return tested_weights_.empty() ? norm_.weights() : std::span<const double>(tested_weights_);
  }
  std::span<const double> NewtonWeights() const {
    return newton_weights_.empty() ? norm_.weights() : std::span<const double>(newton_weights_);
  }

  int max_order_;
  DividedDifferences past_;
  BdfCorrector corrector_;
  BdfControl control_;
  BdfCoefficients step_;  // the step at hand
  double error_ = 0;      // of it, in units of the tolerance
  bool has_started_ = false;
  std::vector<double> trial_y_, trial_yp_, correction_;
  std::vector<double> tested_weights_;  // empty: those of the norm
  std::vector<double> newton_weights_;  // empty: those of the norm
};

void Bdf::Start() {
  corrector_.Renew();
  has_started_ = false;
}

StepOutcome Bdf::Advance(double t_limit) {
  if (!has_started_) {
    const double h = FirstStep(t_limit);
    control_.Start(h);
    past_.Start(yp_, kStartSpan * h);
    has_started_ = true;
  }
  for (;;) {
    SetUpStep(t_limit);
    past_.Predict(step_, y_, trial_y_, trial_yp_);
    const Attempt attempt = TryStep();
    if (attempt == Attempt::kSucceeded) return TakeStep(t_limit);
    if (auto outcome = Retreat(attempt)) return *std::move(outcome);
  }
}

void Bdf::SetUpStep(double t_limit) {
  step_ = ComputeBdfCoefficients(past_.spans(), control_.order(), FitStep(control_.step(), t_limit));
  FillWeights();
}

void Bdf::FillWeights() {
  if (!tested_weights_.empty()) norm_.FillTestedWeights(step_.h, tested_weights_);
  for (std::size_t i = 0; i < newton_weights_.size(); ++i) {
    newton_weights_[i] = norm_.weights()[i];
    for (int m = 1; m < problem().index[i]; ++m) newton_weights_[i] *= std::min(step_.h, 1.0);
  }
}

Attempt Bdf::TryStep() {
  const BdfPoint point{time_ + step_.h, step_.leading, trial_y_, trial_yp_, correction_};
  const Attempt attempt = corrector_.Solve(point, NewtonWeights(), kNewtonTolerance);
  if (attempt != Attempt::kSucceeded) return attempt;
  if (FindSignViolation(trial_y_)) return Attempt::kSignViolated;
  error_ = step_.error * norm_.Tested(correction_, step_.h);
  return error_ <= 1 ? Attempt::kSucceeded : Attempt::kErrorTooLarge;
}

StepOutcome Bdf::TakeStep(double t_limit) {
  const DifferenceNorms norms = past_.Append(step_, correction_, TestedWeights());
  std::swap(y_, trial_y_);
  std::swap(yp_, trial_yp_);
  norm_.SetWeights(y_);
  control_.AfterSuccess(step_, norms);
  return Accept(step_.h, step_.order, t_limit);
}

std::optional<StepOutcome> Bdf::Retreat(Attempt attempt) {
  if (attempt == Attempt::kErrorTooLarge) {
    control_.AfterErrorFailure(step_, past_.Norms(step_, correction_, TestedWeights()), error_);
  } else if ((attempt == Attempt::kDiverged || attempt == Attempt::kSingular) && !corrector_.was_renewed()) {
    corrector_.Renew();
    return std::nullopt;
  } else {
    control_.Shrink(step_);
  }
  const bool is_last = IsLastAttempt(attempt, control_.step());
  return NoteFailure(attempt, control_.step(), is_last ? FindBlame(attempt) : Blame{});
}

Blame Bdf::FindBlame(Attempt attempt) {
  if (attempt == Attempt::kErrorTooLarge) return {.unknown = norm_.Worst(correction_, step_.h)};
  if (attempt == Attempt::kSignViolated) return {.unknown = FindSignViolation(trial_y_)};
  return corrector_.FindBlame(attempt, norm_.weights());
}

void Bdf::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  past_.Interpolate(time_ - t, statistics_.last_order, y_, y, yp);
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeBdf(DaeProblem problem, Tolerances tolerances,
                                                           IntegratorOptions options) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, kMaxBdfOrder)) return Failure{*std::move(error)};
  return std::unique_ptr<Integrator>(
      std::make_unique<Bdf>(std::move(problem), std::move(tolerances), options));
}

}  // namespace daedalus::integrate
