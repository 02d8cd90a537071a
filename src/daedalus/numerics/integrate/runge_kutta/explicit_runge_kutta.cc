#include "daedalus/numerics/integrate/explicit_runge_kutta.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/runge_kutta/explicit_output.h"
#include "daedalus/numerics/integrate/runge_kutta/one_step_integrator.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_sum.h"
#include "daedalus/numerics/integrate/runge_kutta/stiffness_detector.h"
#include "daedalus/numerics/integrate/step_controller.h"
#include "daedalus/numerics/integrate/theory/dense_terms.h"
#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate {
namespace {

constexpr std::size_t kLongestAdvice = 200;

// The method, what its dense output adds to a cubic, and where its stability ends on the negative real axis.
struct ExplicitMethod {
  theory::Tableau tableau;
  theory::DenseTerms dense = {};
  double boundary = 0;
};

class ExplicitRungeKutta final : public OneStepIntegrator {
 public:
  ExplicitRungeKutta(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
                     ExplicitMethod method);

 private:
  std::optional<StepOutcome> FindMethodError(double t, std::span<const double> y,
                                             std::span<const double> yp) override;
  void Start() override;
  void TakeOverMoved() override { evaluated_ = false; }
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override {
    output_.Interpolate(t, {previous_time_, time_, y_, r_}, y, yp);
  }
  std::unique_ptr<IntegratorBase> MakeTwin(const IntegratorOptions& options) const override {
    if (tableau_.order < kLeastTwinOrder) return nullptr;
    return std::make_unique<ExplicitRungeKutta>(problem(), tolerances_, options,
                                                ExplicitMethod{tableau_, dense_, detector_.boundary()});
  }

  Attempt TryStep(double h) override;
  Attempt MakeStages(double t, double h, std::span<const double> y, std::span<double> end);
  Attempt MakeHalves(double h);
  Attempt EvaluateEnd(double h);
  Attempt MakeFurtherStages(double h);
  Attempt JudgeStep(double h);
  void EstimateError(double h);
  StepOutcome AcceptStep(double h, double t_limit) override;
  double StepAfterFailure(Attempt attempt, double h) override;
  Blame FindBlame(Attempt attempt, double h) override;
  void KeepForDenseOutput(double h);
  void WatchStability(double h);

  std::span<double> Stage(int i) {
    return {stages_.data() + static_cast<std::size_t>(i) * y_.size(), y_.size()};
  }
  bool has_embedded() const { return !tableau_.b_hat.empty(); }
  bool doubles_steps() const { return !has_embedded() && options_.fixed_step == 0; }
  // The power of h with which the estimated error goes.
  int error_power() const { return has_embedded() ? tableau_.error_power() : tableau_.order + 1; }
  // Their sum with the weights h w.
  void SumStages(double h, std::span<const double> w, std::span<const double> base, std::span<double> out);

  theory::Tableau tableau_;
  theory::DenseTerms dense_;
  StepController controller_;
  StiffnessDetector detector_;
  double error_ = 0;   // of the step under way, in units of the tolerance
  bool fits_ = false;  // dF/dy' = I was verified
  bool evaluated_ = false;
  std::vector<double> zero_;
  std::vector<double> r_;                                        // F(time_, y_, 0)
  std::vector<double> stages_;                                   // F(t_n + c_i h, Y_i, 0) = -k_i
  std::vector<double> argument_, y_new_, r_new_, error_vector_;  // of the step under way
  std::vector<double> whole_, middle_, middle_r_;                // of steps that are made twice
  ExplicitOutput output_;                                        // of the last good step
};

ExplicitRungeKutta::ExplicitRungeKutta(DaeProblem problem, Tolerances tolerances,
                                       const IntegratorOptions& options, ExplicitMethod method)
    : OneStepIntegrator(std::move(problem), std::move(tolerances), options),
      tableau_(std::move(method.tableau)),
      dense_(std::move(method.dense)),
      controller_(options.controller.value_or(ControllerKind::kPi)),
      detector_(method.boundary),
      output_(y_.size(), dense_.d.size()) {
  for (std::vector<double>* v :
       {&zero_, &r_, &argument_, &y_new_, &r_new_, &error_vector_, &whole_, &middle_, &middle_r_}) {
    v->assign(size(), 0.0);
  }
  stages_.resize(zero_.size() * (tableau_.b.size() + dense_.a.size()));
  statistics_.advice.reserve(kLongestAdvice);  // steps allocate nothing
}

// F(t, y, v) - F(t, y, 0) = v for a v without pattern says that dF/dy' = I.
std::optional<StepOutcome> ExplicitRungeKutta::FindMethodError(double t, std::span<const double> y,
                                                               std::span<const double>) {
  if (fits_) return std::nullopt;
  if (auto error = FindStartError(evaluator_, t, y, zero_, r_new_)) return error;
  for (std::size_t i = 0; i < argument_.size(); ++i)
    argument_[i] = 1 + std::fmod(0.618 * static_cast<double>(i), 1);
  if (auto error = FindStartError(evaluator_, t, y, argument_, y_new_)) return error;
  for (std::size_t i = 0; i < argument_.size(); ++i) {
    const double roundoff = 64 * std::numeric_limits<double>::epsilon() * (2 + std::abs(r_new_[i]));
    if (std::abs(y_new_[i] - r_new_[i] - argument_[i]) <= roundoff) continue;
    return StepOutcome{.status = StepStatus::kBadInput,
                       .t = t,
                       .row = static_cast<std::int32_t>(i),
                       .reason = "explicit methods need y' = f(t, y), and equation " + std::to_string(i) +
                                 " is not of that form"};
  }
  fits_ = true;
  return std::nullopt;
}

void ExplicitRungeKutta::Start() {
  h_before_ = ProposalBefore(std::exchange(h_next_, 0));
  evaluated_ = false;
  controller_.Reset();
  detector_.Reset();
}

double ExplicitRungeKutta::StepAfterFailure(Attempt attempt, double h) {
  if (attempt == Attempt::kErrorTooLarge) return h * controller_.AfterFailure(error_, error_power());
  controller_.Reset();
  return h / 4;
}

Blame ExplicitRungeKutta::FindBlame(Attempt attempt, double h) {
  Blame blame;
  if (attempt == Attempt::kErrorTooLarge) blame.unknown = norm_.Worst(error_vector_, h);
  if (attempt == Attempt::kSignViolated) blame.unknown = FindSignViolation(y_new_);
  return blame;
}

Attempt ExplicitRungeKutta::TryStep(double h) {
  Attempt attempt = Attempt::kSucceeded;
  if (!evaluated_) attempt = AsAttempt(evaluator_.Residual(time_, y_, zero_, r_));
  evaluated_ = attempt == Attempt::kSucceeded;
  if (!evaluated_) return attempt;
  std::ranges::copy(r_, Stage(0).begin());
  attempt = MakeStages(time_, h, y_, y_new_);
  if (attempt == Attempt::kSucceeded && doubles_steps()) attempt = MakeHalves(h);
  if (attempt == Attempt::kSucceeded) attempt = EvaluateEnd(h);
  if (attempt == Attempt::kSucceeded) attempt = JudgeStep(h);
  if (attempt == Attempt::kSucceeded) attempt = MakeFurtherStages(h);
  return attempt;
}

void ExplicitRungeKutta::SumStages(double h, std::span<const double> w, std::span<const double> base,
                                   std::span<double> out) {
  std::array<double, kMaxSummedStages> weights;
  for (std::size_t j = 0; j < w.size(); ++j) weights[j] = -h * w[j];
  AddStages(std::span(weights).first(w.size()), stages_, base, out);
}

// Stage(0) holds the slope at (t, y) already. Leaves the argument of the last stage but the end in argument_.
Attempt ExplicitRungeKutta::MakeStages(double t, double h, std::span<const double> y, std::span<double> end) {
  const int s = tableau_.num_stages();
  const bool ends_in_stage = has_embedded();  // the last stage stands at the end of the step
  for (int i = 1; i < s; ++i) {
    const std::span<double> argument = ends_in_stage && i == s - 1 ? end : std::span<double>(argument_);
    SumStages(h, std::span(tableau_.a).subspan(static_cast<std::size_t>(i * s), static_cast<std::size_t>(i)),
              y, argument);
    const EvalOutcome outcome = evaluator_.Residual(t + tableau_.c[i] * h, argument, zero_, Stage(i));
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
  }
  if (ends_in_stage) return Attempt::kSucceeded;
  SumStages(h, tableau_.b, y, end);
  return Attempt::kSucceeded;
}

// Of a step that is good but for them. The last evaluation is at the end again. A model that is evaluated by
// iteration continues from there, and from inside the step it may find another solution (a fold may lie
// between).
Attempt ExplicitRungeKutta::MakeFurtherStages(double h) {
  if (dense_.a.empty()) return Attempt::kSucceeded;
  for (std::size_t i = 0; i < dense_.a.size(); ++i) {
    SumStages(h, dense_.a[i], y_, whole_);
    const EvalOutcome outcome = evaluator_.Residual(time_ + dense_.c[i] * h, whole_, zero_,
                                                    Stage(tableau_.num_stages() + static_cast<int>(i)));
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
  }
  return AsAttempt(evaluator_.Residual(time_ + h, y_new_, zero_, r_new_));
}

Attempt ExplicitRungeKutta::MakeHalves(double h) {
  std::ranges::copy(y_new_, whole_.begin());
  std::ranges::copy(r_, Stage(0).begin());
  Attempt attempt = MakeStages(time_, h / 2, y_, middle_);
  if (attempt != Attempt::kSucceeded) return attempt;
  attempt = AsAttempt(evaluator_.Residual(time_ + h / 2, middle_, zero_, middle_r_));
  if (attempt != Attempt::kSucceeded) return attempt;
  std::ranges::copy(middle_r_, Stage(0).begin());
  return MakeStages(time_ + h / 2, h / 2, middle_, y_new_);
}

Attempt ExplicitRungeKutta::EvaluateEnd(double h) {
  if (!has_embedded()) return AsAttempt(evaluator_.Residual(time_ + h, y_new_, zero_, r_new_));
  std::ranges::copy(Stage(tableau_.num_stages() - 1), r_new_.begin());
  return Attempt::kSucceeded;
}

Attempt ExplicitRungeKutta::JudgeStep(double h) {
  if (options_.fixed_step == 0) {
    EstimateError(h);
    error_ = norm_.Tested(error_vector_, h);
    if (!(error_ <= 1)) return Attempt::kErrorTooLarge;
  }
  return FindSignViolation(y_new_) ? Attempt::kSignViolated : Attempt::kSucceeded;
}

void ExplicitRungeKutta::EstimateError(double h) {
  if (has_embedded()) {
    const auto subtract = [this, h](const std::vector<double>& other, std::span<double> out) {
      std::array<double, kMaxSummedStages> weights;
      for (std::size_t j = 0; j < other.size(); ++j) weights[j] = tableau_.b[j] - other[j];
      SumStages(h, std::span(weights).first(other.size()), zero_, out);
    };
    subtract(tableau_.b_hat, error_vector_);
    if (tableau_.b_lowest.empty()) return;
    subtract(tableau_.b_lowest, whole_);
    for (std::size_t i = 0; i < whole_.size(); ++i)
      error_vector_[i] = theory::DampedEstimate(error_vector_[i], whole_[i]);
    return;
  }
  const double factor = 1 / (std::ldexp(1, tableau_.order) - 1);
  for (std::size_t i = 0; i < y_new_.size(); ++i) error_vector_[i] = factor * (y_new_[i] - whole_[i]);
}

StepOutcome ExplicitRungeKutta::AcceptStep(double h, double t_limit) {
  KeepForDenseOutput(h);
  if (has_embedded()) WatchStability(h);
  output_.TakeStart(y_, r_);
  y_.swap(y_new_);
  r_.swap(r_new_);
  for (std::size_t i = 0; i < r_.size(); ++i) yp_[i] = -r_[i];
  if (options_.fixed_step == 0) {
    const double wanted = h * controller_.AfterSuccess(h, error_, error_power());
    h_next_ = h < h_next_ ? std::max(wanted, h_next_) : wanted;  // a limit may have cut the step short
    norm_.SetWeights(y_);
  }
  return Accept(h, tableau_.order, t_limit);
}

void ExplicitRungeKutta::KeepForDenseOutput(double h) {
  output_.HasNoMiddle();
  if (doubles_steps()) output_.TakeMiddle(middle_, middle_r_);
  const std::span<std::vector<double>> higher = output_.higher();
  for (std::size_t m = 0; m < higher.size(); ++m) SumStages(h, dense_.d[m], zero_, higher[m]);
}

// (1) of stiffness_detector.h with the last two stages, both at the end of the step.
void ExplicitRungeKutta::WatchStability(double h) {
  const std::span<const double> before = Stage(tableau_.num_stages() - 2);
  for (std::size_t i = 0; i < argument_.size(); ++i) {
    error_vector_[i] = r_new_[i] - before[i];
    argument_[i] = y_new_[i] - argument_[i];
  }
  const double distance = norm_(argument_);
  statistics_.h_lambda = distance > 0 ? h * norm_(error_vector_) / distance : 0;
  if (!detector_.Note(statistics_.h_lambda) || !statistics_.advice.empty()) return;
  std::array<char, kLongestAdvice> text;
  std::snprintf(text.data(), text.size(),
                "the problem looks stiff at t = %.4g: h |lambda| was beyond %.3g for %d steps; an implicit "
                "method would take larger steps",
                time_ + h, detector_.boundary(), StiffnessDetector::kStiffSteps);
  statistics_.advice = text.data();
}

Expected<std::unique_ptr<Integrator>, std::string> MakeExplicit(DaeProblem problem, Tolerances tolerances,
                                                                const IntegratorOptions& options,
                                                                ExplicitMethod method) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, method.tableau.order)) return Failure{*std::move(error)};
  return std::unique_ptr<Integrator>(std::make_unique<ExplicitRungeKutta>(
      std::move(problem), std::move(tolerances), options, std::move(method)));
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeEuler(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options) {
  return MakeExplicit(std::move(problem), std::move(tolerances), options, {theory::ForwardEulerTableau()});
}

Expected<std::unique_ptr<Integrator>, std::string> MakeRungeKutta4(DaeProblem problem, Tolerances tolerances,
                                                                   IntegratorOptions options) {
  return MakeExplicit(std::move(problem), std::move(tolerances), options, {theory::RungeKutta4Tableau()});
}

Expected<std::unique_ptr<Integrator>, std::string> MakeDopri5(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options) {
  return MakeExplicit(std::move(problem), std::move(tolerances), options,
                      {theory::DormandPrince5Tableau(), theory::DormandPrince5Dense(), kBoundaryOfDopri5});
}

Expected<std::unique_ptr<Integrator>, std::string> MakeDop853(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options) {
  return MakeExplicit(std::move(problem), std::move(tolerances), options,
                      {theory::DormandPrince8Tableau(), theory::DormandPrince8Dense(), kBoundaryOfDop853});
}

}  // namespace daedalus::integrate
