#include "daedalus/numerics/integrate/switching.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/explicit_runge_kutta.h"
#include "daedalus/numerics/integrate/runge_kutta/stiffness_detector.h"

namespace daedalus::integrate {
namespace {

constexpr double kReturn = 1.5;  // half of the way to the boundary: steps may grow again
constexpr int kReturnSteps = 10;

// |lambda| of df/dy by the power method, one iteration for each call.
class EigenvalueEstimate {
 public:
  EigenvalueEstimate(const DaeProblem& problem, const Tolerances& tolerances)
      : evaluator_(problem, tolerances),
        norm_(problem, tolerances, false),
        zero_(problem.size),
        direction_(problem.size),
        disturbed_(problem.size),
        r_(problem.size) {
    Reset();
  }

  void Reset() {
    for (std::size_t i = 0; i < direction_.size(); ++i)
      direction_[i] = 1 + std::fmod(0.618 * static_cast<double>(i), 1);
  }

  // At (t, y) with y' = yp. Infinite where f cannot be evaluated.
  double Iterate(double t, std::span<const double> y, std::span<const double> yp) {
    norm_.SetWeights(y);
    const double length = norm_(direction_);
    if (!(length > 0)) return 0;
    // A disturbance of a hundredth of the tolerance.
    const double scale = 0.01 / length;
    for (std::size_t i = 0; i < y.size(); ++i) disturbed_[i] = y[i] + scale * direction_[i];
    if (evaluator_.Residual(t, disturbed_, zero_, r_) != EvalOutcome::kOk) {
      return std::numeric_limits<double>::infinity();
    }
    for (std::size_t i = 0; i < y.size(); ++i) direction_[i] = -r_[i] - yp[i];
    const double growth = norm_(direction_) / 0.01;
    if (!(growth > 0)) Reset();
    return growth;
  }

  std::int64_t evaluations() const { return evaluator_.residual_evaluations(); }

 private:
  Evaluator evaluator_;
  ErrorNorm norm_;
  std::vector<double> zero_, direction_, disturbed_, r_;
};

class Switching final : public Integrator {
 public:
  // Makes the implicit method. It is called when a run first needs it: most runs never do, and a short run
  // would spend a large part of its time on it.
  using MakeStiff = std::function<std::unique_ptr<Integrator>()>;
  // The methods must not count up to max_steps themselves: their sum does.
  Switching(const DaeProblem& problem, const Tolerances& tolerances, std::int64_t max_steps,
            std::unique_ptr<Integrator> nonstiff, MakeStiff make_stiff)
      : methods_{std::move(nonstiff), nullptr},
        make_stiff_(std::move(make_stiff)),
        max_steps_(max_steps),
        eigenvalue_(problem, tolerances) {}

  StepOutcome Initialize(double t0, std::span<const double> y0, std::span<const double> yp0) override {
    started_[0] = started_[1] = false;
    active_ = kNonstiff;
    evaluations_before_ = eigenvalue_.evaluations();
    return Restart(t0, y0, yp0);
  }

  StepOutcome Step(double t_limit) override {
    if (max_steps_ > 0 && statistics_.steps >= max_steps_ && t_limit > time()) {
      return {.status = StepStatus::kTooManySteps,
              .t = time(),
              .reason = "all " + std::to_string(max_steps_) + " steps are used up"};
    }
    if (wants_change_ && t_limit > time()) {
      if (!ChangeOver().ok()) wants_change_ = false;  // the other one cannot: go on as before
    }
    StepOutcome outcome = methods_[active_]->Step(t_limit);
    if (outcome.ok() && time() > previous_time())
      wants_change_ = active_ == kNonstiff ? SeesStiffness() : SeesNone();
    Count();
    return outcome;
  }

  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) override {
    StepOutcome outcome = Enter(active_, t, y, yp);
    Count();
    return outcome;
  }

  bool Interpolate(double t, std::span<double> y, std::span<double> yp) const override {
    return methods_[active_]->Interpolate(t, y, yp);
  }
  bool Sharpen(double t) override {
    const bool is_sharp = methods_[active_]->Sharpen(t);
    Count();
    return is_sharp;
  }
  double time() const override { return methods_[active_]->time(); }
  double previous_time() const override { return methods_[active_]->previous_time(); }
  std::span<const double> y() const override { return methods_[active_]->y(); }
  std::span<const double> yp() const override { return methods_[active_]->yp(); }
  const Statistics& statistics() const override { return statistics_; }

 private:
  static constexpr int kNonstiff = 0, kStiff = 1;

  StepOutcome Enter(int method, double t, std::span<const double> y, std::span<const double> yp) {
    if (!methods_[method]) methods_[method] = make_stiff_();
    StepOutcome outcome =
        started_[method] ? methods_[method]->Restart(t, y, yp) : methods_[method]->Initialize(t, y, yp);
    if (!outcome.ok()) return outcome;
    started_[method] = true;
    active_ = method;
    wants_change_ = false;
    harmless_steps_ = 0;
    detector_.Reset();
    return outcome;
  }

  StepOutcome ChangeOver() { return Enter(active_ == kNonstiff ? kStiff : kNonstiff, time(), y(), yp()); }

  bool SeesStiffness() { return detector_.Note(methods_[kNonstiff]->statistics().h_lambda); }

  bool SeesNone() {
    const double h_lambda = (time() - previous_time()) * eigenvalue_.Iterate(time(), y(), yp());
    harmless_steps_ = h_lambda < kReturn ? harmless_steps_ + 1 : 0;
    return harmless_steps_ >= kReturnSteps;
  }

  // The sum of both methods. Their advice is left out: "the problem looks stiff" is answered by the change of
  // method, and copying a text in every step would allocate.
  void Count() {
    const Statistics& now = methods_[active_]->statistics();
    statistics_ = {.last_order = now.last_order, .last_step = now.last_step, .h_lambda = now.h_lambda};
    statistics_.residual_evaluations = eigenvalue_.evaluations() - evaluations_before_;
    for (const int method : {kNonstiff, kStiff}) {
      if (started_[method]) statistics_.AddCounts(methods_[method]->statistics());
    }
  }

  std::unique_ptr<Integrator> methods_[2];  // the implicit one is null until it is needed
  MakeStiff make_stiff_;
  std::int64_t max_steps_;
  bool started_[2] = {false, false};  // since Initialize()
  int active_ = kNonstiff;
  bool wants_change_ = false;
  int harmless_steps_ = 0;  // in a row, of (1)
  StiffnessDetector detector_{kBoundaryOfDopri5};
  EigenvalueEstimate eigenvalue_;
  std::int64_t evaluations_before_ = 0;
  Statistics statistics_;
};

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeSwitching(DaeProblem problem, Tolerances tolerances,
                                                                 IntegratorOptions options,
                                                                 const IntegratorFactory& implicit) {
  if (options.fixed_step > 0) return Failure{std::string("a fixed step leaves nothing to detect")};
  if (options.max_steps < 0) return Failure{std::string("the maximum number of steps is negative")};
  const std::int64_t max_steps = std::exchange(options.max_steps, 0);
  // Mistakes that both methods refuse are found by dopri5. What only the implicit one may refuse is tried
  // now.
  if (options.max_order != 0 || !problem.constant_mass) {
    if (auto stiff = implicit(problem, tolerances, options); !stiff) return Failure{stiff.error()};
  }
  IntegratorOptions of_dopri5 = options;
  of_dopri5.max_order = 0;
  auto nonstiff = MakeDopri5(problem, tolerances, of_dopri5);
  if (!nonstiff) return Failure{nonstiff.error()};
  auto make_stiff = [problem, tolerances, options, implicit] {
    auto stiff = implicit(problem, tolerances, options);
    DAEDALUS_CHECK(stiff, "an implicit method with usual options takes what dopri5 takes");
    return *std::move(stiff);
  };
  return std::unique_ptr<Integrator>(std::make_unique<Switching>(
      problem, tolerances, max_steps, *std::move(nonstiff), std::move(make_stiff)));
}

}  // namespace daedalus::integrate
