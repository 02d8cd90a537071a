#include "daedalus/numerics/integrate/bdf.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/multistep/bdf_coefficients.h"
#include "daedalus/numerics/integrate/multistep/bdf_control.h"
#include "daedalus/numerics/integrate/multistep/bdf_corrector.h"
#include "daedalus/numerics/integrate/multistep/block_sums.h"
#include "daedalus/numerics/integrate/multistep/divided_differences.h"
#include "daedalus/numerics/integrate/multistep/starter.h"

namespace daedalus::integrate {
namespace {

// The error that the iteration may leave, in units of the tolerance. It is far below 1, because the
// differences of higher orders, by which the order is chosen, magnify it by 2^k.
constexpr double kNewtonTolerance = 0.05;
// Steps of BDF of order 5 are shorter than those of a Runge-Kutta method of order 5, by about this much.
constexpr double kStarterShare = 0.4;
constexpr double kWiden = 10;  // of a first step that is too small for the index
// The largest jump of values, and of slopes times the step, at a restart that keeps its past. In units of the
// tolerance, and of the error of the last step, since dense output is no better than that.
constexpr double kSmallJump = 0.1, kSmallKink = 1, kOfError = 5;

class Bdf final : public IntegratorBase {
 public:
  Bdf(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options)
      : IntegratorBase(std::move(problem), tolerances, options),
        max_order_(options.max_order > 0 ? options.max_order : kMaxBdfOrder),
        past_(size()),
        corrector_(evaluator_, options.linear_solver, statistics_),
        control_(max_order_, options.max_step),
        trial_y_(size()),
        trial_yp_(size()),
        correction_(size()) {
    if (options.starter == Starter::kRungeKutta) {
      starter_ = MakeStarter(evaluator_, tolerances, options.linear_solver);
    }
    if (options.controller) controller_.emplace(*options.controller, ControllerLimits{.safety = 1});
    if (!norm_.tests_all_alike()) tested_weights_.resize(size());
    if (!this->problem().index.empty()) newton_weights_.resize(size());
  }

 private:
  void Start() override;
  void LookBack(double t, std::span<const double> y, std::span<const double> yp) override;
  StepOutcome Advance(double t_limit) override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;

  void StartWithOrderOne(double t_limit);
  void StartWithRungeKutta(double t_limit);
  void FillPast(std::span<const std::vector<double>> points, std::span<const double> slope, double h);
  StepOutcome HandOutStartingStep(double t_limit);
  void SetUpStep(double t_limit);
  void FillWeights();
  Attempt TryStep();
  StepOutcome TakeStep(double t_limit);
  std::optional<StepOutcome> Retreat(Attempt attempt);
  Blame FindBlame(Attempt attempt);

  // Not at index 3, where the first step gives too little information about y''.
  double LongestLeap(double t_limit) const {
    const auto& index = problem().index;
    return index.empty() || std::ranges::max(index) < 3 ? kLongestLeap * (t_limit - time_) : 0;
  }
  bool HasStartingSteps() const { return num_handed_out_ + 1 < static_cast<int>(starting_steps_.y.size()); }
  double StartingTime(int j) const { return starting_steps_.t0 + j * starting_steps_.h; }
  BdfPoint Point() { return {time_ + step_.h, step_.leading, trial_y_, trial_yp_, correction_}; }
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
  std::optional<StepController> controller_;  // one that the user requires
  BdfCoefficients step_;                      // the step at hand
  double error_ = 0;                          // of it, in units of the tolerance
  std::unique_ptr<Integrator> starter_;       // null: the order is built up
  EqualSteps starting_steps_;
  int num_handed_out_ = 0;  // of the starting steps
  bool has_started_ = false;
  // Points on the past of a restart, `distance` apart, the oldest first, and the slope there; empty if it has
  // none.
  struct Kept {
    std::vector<std::vector<double>> points;
    std::vector<double> slope;
    double distance = 0;
  } kept_;
  std::int64_t steps_at_start_ = 0;
  bool goes_on_ = false;  // the next step is the first one after a restart that kept its past
  std::vector<double> trial_y_, trial_yp_, correction_;
  std::vector<double> tested_weights_;  // empty: those of the norm
  std::vector<double> newton_weights_;  // empty: those of the norm
};

void Bdf::Start() {
  corrector_.Renew();
  if (controller_) controller_->Reset();
  steps_at_start_ = statistics_.steps;
  goes_on_ = has_started_ = !kept_.points.empty();
  if (!goes_on_) return;
  FillPast(kept_.points, kept_.slope, kept_.distance);
  control_.StartAt(static_cast<int>(kept_.points.size()) - 1, kept_.distance);
  kept_.points.clear();
}

// An event that changes nothing but counters, or a coefficient a little, leaves the past as good as it was.
// Its polynomial, moved by the jump of the values, is sampled again at equal distances from the point of the
// restart.
void Bdf::LookBack(double t, std::span<const double> y, std::span<const double> yp) {
  const int order = std::min(control_.order(), static_cast<int>(statistics_.last_order));
  if (num_handed_out_ > 0 || HasStartingSteps() || order < 2) return;
  // If events follow each other closely, a past that is sampled again each time would lead to the same point
  // again and again.
  if (statistics_.steps - steps_at_start_ <= order) return;
  const double h = std::min(control_.step(), past_.spans()[order] / order);
  const auto look = [&](double at) {
    past_.Interpolate(time_ - at, statistics_.last_order + 1, y_, trial_y_, trial_yp_);
  };
  look(t);
  std::vector<double> jump(y_.size());
  for (std::size_t i = 0; i < y_.size(); ++i) jump[i] = h * (yp[i] - trial_yp_[i]);
  if (!(norm_(jump) <= std::min(kSmallKink, kOfError * error_))) return;
  for (std::size_t i = 0; i < y_.size(); ++i) jump[i] = y[i] - trial_y_[i];
  if (!(norm_(jump) <= std::min(kSmallJump, error_))) return;
  for (int j = order; j >= 0; --j) {
    look(t - j * h);
    if (j == order) kept_.slope = trial_yp_;
    for (std::size_t i = 0; i < y_.size(); ++i) trial_y_[i] += jump[i];
    kept_.points.push_back(trial_y_);
  }
  kept_.distance = h;
}

StepOutcome Bdf::Advance(double t_limit) {
  if (!has_started_) {
    StartWithOrderOne(t_limit);
    if (starter_) StartWithRungeKutta(t_limit);
  }
  if (HasStartingSteps()) {
    if (StartingTime(num_handed_out_ + 1) <= t_limit) return HandOutStartingStep(t_limit);
    StartWithOrderOne(t_limit);
  }
  if (control_.TakeLeap()) past_.StartOnParabola(yp_, correction_, step_.h, control_.step());
  for (;;) {
    SetUpStep(t_limit);
    past_.Predict(step_, y_, trial_y_, trial_yp_);
    const Attempt attempt = TryStep();
    if (attempt == Attempt::kSucceeded) return TakeStep(t_limit);
    const bool is_past_misleading = std::exchange(goes_on_, false);
    if (is_past_misleading) {
      corrector_.Renew();
      StartWithOrderOne(t_limit);
    }
    if (auto outcome = is_past_misleading ? NoteFailure(attempt, control_.step(), {}) : Retreat(attempt))
      return *std::move(outcome);
  }
}

void Bdf::StartWithOrderOne(double t_limit) {
  const double h = NextStep(FirstStep(t_limit), t_limit);
  control_.Start(h, LongestLeap(t_limit));
  past_.Start(yp_, h);
  has_started_ = true;
  starting_steps_ = {};
  num_handed_out_ = 0;
}

// Makes max_order_ steps and gives the past their points, step j as a BDF step of order j would. Where that
// fails, or the way is too short, the start with order 1 stands.
void Bdf::StartWithRungeKutta(double t_limit) {
  const int m = max_order_;
  double h = options_.fixed_step;
  if (h == 0) {
    h = std::min(kStarterShare * FindEasyStep(*starter_, time_, y_, yp_, t_limit), (t_limit - time_) / m);
    if (options_.max_step > 0) h = std::min(h, options_.max_step);
  }
  if (!(h > 0) || m * h > (t_limit - time_) * (1 + 1e-10)) return;
  EqualSteps steps = RunEqualSteps(*starter_, time_, y_, yp_, h, m);
  if (!steps.outcome.ok()) return;
  FillPast(steps.y, yp_, h);
  control_.StartAt(m, h);
  starting_steps_ = std::move(steps);
}

// A past through points with this distance, the oldest first, where the slope is this one.
void Bdf::FillPast(std::span<const std::vector<double>> points, std::span<const double> slope, double h) {
  past_.Start(slope, h);
  for (std::size_t j = 1; j < points.size(); ++j) {
    ComputeBdfCoefficients(past_.spans(), static_cast<int>(j), h, step_);
    past_.Predict(step_, points[j - 1], trial_y_, trial_yp_);
    for (std::size_t i = 0; i < y_.size(); ++i) correction_[i] = points[j][i] - trial_y_[i];
    past_.Append(step_, correction_, norm_.weights());
  }
}

StepOutcome Bdf::HandOutStartingStep(double t_limit) {
  ++num_handed_out_;
  std::ranges::copy(starting_steps_.y[num_handed_out_], y_.begin());
  std::ranges::copy(starting_steps_.yp[num_handed_out_], yp_.begin());
  norm_.SetWeights(y_);
  return Accept(StartingTime(num_handed_out_) - time_, max_order_, t_limit);
}

void Bdf::SetUpStep(double t_limit) {
  ComputeBdfCoefficients(past_.spans(), control_.order(), NextStep(control_.step(), t_limit), step_);
  FillWeights();
}

void Bdf::FillWeights() {
  if (!tested_weights_.empty()) norm_.FillTestedWeights(step_.h, tested_weights_);
  if (!newton_weights_.empty()) norm_.FillIndexWeights(step_.h, newton_weights_);
}

Attempt Bdf::TryStep() {
  const Attempt attempt = corrector_.Solve(Point(), NewtonWeights(), kNewtonTolerance);
  if (attempt != Attempt::kSucceeded) return attempt;
  if (FindSignViolation(trial_y_)) return Attempt::kSignViolated;
  SumOfSquares sum;
  sum.Add(correction_.data(), TestedWeights().data(), correction_.size());
  error_ = step_.error * sum.RootMean(correction_.size());
  return error_ <= 1 || options_.fixed_step > 0 ? Attempt::kSucceeded : Attempt::kErrorTooLarge;
}

StepOutcome Bdf::TakeStep(double t_limit) {
  const DifferenceNorms norms = past_.Append(step_, correction_, TestedWeights());
  std::swap(y_, trial_y_);
  std::swap(yp_, trial_yp_);
  norm_.SetWeights(y_);
  num_handed_out_ = 0;
  goes_on_ = false;
  starting_steps_.y.clear();
  if (options_.fixed_step > 0) {
    control_.StartAt(std::min(step_.order + 1, max_order_), step_.h);
  } else if (step_.h < control_.step()) {
    control_.AfterTruncation();
  } else {
    control_.AfterSuccess(step_, norms, controller_ ? &*controller_ : nullptr);
  }
  return Accept(step_.h, step_.order, t_limit);
}

std::optional<StepOutcome> Bdf::Retreat(Attempt attempt) {
  const bool is_first_step = previous_time_ == time_;
  if (attempt == Attempt::kErrorTooLarge) {
    control_.AfterErrorFailure(step_, past_.Norms(step_, correction_, TestedWeights()), error_);
  } else if ((attempt == Attempt::kDiverged || attempt == Attempt::kSingular) && !corrector_.was_renewed()) {
    corrector_.Renew();
    return std::nullopt;
  } else if (attempt == Attempt::kSingular && is_first_step && !problem().index.empty()) {
    // The condition of the matrix is h^-m at index m: too small a step makes it singular to rounding.
    control_.Start(kWiden * step_.h, 0);
  } else {
    control_.Shrink(step_);
    // The parts are those of a prediction that led nowhere. Of a diode that was to carry millions of amperes
    // they are so steep that whatever it carries in a shorter step would pass for zero.
    if (attempt == Attempt::kDiverged || attempt == Attempt::kSingular) corrector_.Renew();
  }
  if (is_first_step) past_.Start(yp_, control_.step());
  const bool is_last = IsLastAttempt(attempt, control_.step());
  return NoteFailure(attempt, control_.step(), is_last ? FindBlame(attempt) : Blame{});
}

Blame Bdf::FindBlame(Attempt attempt) {
  if (attempt == Attempt::kErrorTooLarge) return {.unknown = norm_.Worst(correction_, step_.h)};
  if (attempt == Attempt::kSignViolated) return {.unknown = FindSignViolation(trial_y_)};
  return corrector_.FindBlame(attempt, Point(), norm_.weights());
}

void Bdf::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  if (num_handed_out_ > 0) {
    // The past is that of the last starting step, while they are handed out one after another.
    past_.Interpolate(StartingTime(max_order_) - t, max_order_, starting_steps_.y.back(), y, yp);
  } else {
    past_.Interpolate(time_ - t, statistics_.last_order + 1, y_, y, yp);
  }
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
