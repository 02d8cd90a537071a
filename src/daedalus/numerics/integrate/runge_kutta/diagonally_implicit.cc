#include "daedalus/numerics/integrate/diagonally_implicit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/runge_kutta/diagonal_matrix.h"
#include "daedalus/numerics/integrate/runge_kutta/diagonal_method.h"
#include "daedalus/numerics/integrate/runge_kutta/hermite.h"
#include "daedalus/numerics/integrate/runge_kutta/newton_monitor.h"
#include "daedalus/numerics/integrate/runge_kutta/one_step_integrator.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_sum.h"
#include "daedalus/numerics/integrate/step_controller.h"

namespace daedalus::integrate {
namespace {

// The error that the iteration of one stage may leave: a part of what the error test allows, divided by the
// amplification in later stages.
constexpr double kStageTolerance = 0.03;
constexpr int kMaxStageIterations = 8;
constexpr int kMaxStageIterationsAtFixedStep = 30;  // there is no smaller step to go back to
constexpr double kFastRate = 0.02;    // the Jacobian is kept when the iteration converged faster than this
constexpr double kSmallGrowth = 1.2;  // the step is kept, and the factors with it, when it could grow by less

class DiagonallyImplicit final : public OneStepIntegrator {
 public:
  DiagonallyImplicit(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
                     DiagonalMethod method);

 private:
  void Start() override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;
  std::unique_ptr<IntegratorBase> MakeTwin(const IntegratorOptions& options) const override {
    if (method_.order < kLeastTwinOrder) return nullptr;
    return std::make_unique<DiagonallyImplicit>(problem(), tolerances_, options, method_);
  }

  Attempt TryStep(double h) override;
  Attempt PrepareMatrix(double h);
  Attempt SolveStages(double h);
  Attempt SolveStage(int i, double h);
  void StartStage(int i, double h);
  Attempt JudgeStep(double h);
  void EstimateError(double h);
  void UpdateSlopes(double h);
  double DifferenceAtEnd(std::size_t k, double h) const;
  double StepAfterFailure(Attempt attempt, double h) override;
  Blame FindBlame(Attempt attempt, double h) override;
  StepOutcome AcceptStep(double h, double t_limit) override;

  std::size_t n() const { return y_.size(); }
  std::span<double> Slope(int i) { return {slopes_.data() + static_cast<std::size_t>(i) * n(), n()}; }
  std::span<double> Value(int i) { return {values_.data() + static_cast<std::size_t>(i - 1) * n(), n()}; }

  DiagonalMethod method_;
  DiagonalMatrix matrix_;
  NewtonMonitor newton_;
  StepController controller_;

  double error_ = 0;            // of the step under way, in units of the tolerance
  double worst_rate_ = 0;       // of convergence, over the stages of the step under way
  std::vector<double> slopes_;  // K_0 .. K_s of the step under way
  std::vector<double> values_;  // Y_i - y_n, i = 1 .. s
  std::vector<double> base_;    // B_i
  std::vector<double> y_new_, yp_new_, r_, error_vector_;
  std::vector<double> slope_, slope_new_;  // for dense output: at time_, at the end of the step under way
  // The last good step.
  struct Last {
    double h = 0;                      // 0: at the start there is none
    std::vector<double> y, yp, slope;  // where it began
  } last_;
};

DiagonallyImplicit::DiagonallyImplicit(DaeProblem problem, Tolerances tolerances,
                                       const IntegratorOptions& options, DiagonalMethod method)
    : OneStepIntegrator(std::move(problem), std::move(tolerances), options),
      method_(std::move(method)),
      matrix_(evaluator_, options.linear_solver, method_.gamma),
      newton_(this->problem().constant_mass),
      controller_(options.controller.value_or(ControllerKind::kPredictive)),
      slopes_(n() * (method_.num_stages + 1)),
      values_(n() * method_.num_stages) {
  for (std::vector<double>* v : {&base_, &y_new_, &yp_new_, &r_, &error_vector_, &slope_, &slope_new_,
                                 &last_.y, &last_.yp, &last_.slope}) {
    v->resize(size());
  }
}

void DiagonallyImplicit::Start() {
  h_before_ = ProposalBefore(h_next_);
  h_next_ = last_.h = 0;
  std::ranges::copy(yp_, slope_.begin());
  matrix_.Forget();
  newton_.Reset();
  controller_.Reset();
}

Attempt DiagonallyImplicit::TryStep(double h) {
  Attempt attempt = PrepareMatrix(h);
  if (attempt == Attempt::kSucceeded) attempt = SolveStages(h);
  if (attempt == Attempt::kDiverged && !matrix_.is_current()) {
    // Once more with a Jacobian of this point.
    matrix_.ForgetJacobian();
    attempt = PrepareMatrix(h);
    if (attempt == Attempt::kSucceeded) attempt = SolveStages(h);
  }
  if (attempt == Attempt::kSucceeded) attempt = JudgeStep(h);
  return attempt;
}

Attempt DiagonallyImplicit::PrepareMatrix(double h) {
  if (!matrix_.has_jacobian()) {
    const EvalOutcome outcome = matrix_.Evaluate(time_, h, y_, yp_, r_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    newton_.Reset();
  }
  if (matrix_.IsFactoredFor(h)) return Attempt::kSucceeded;
  ++statistics_.factorizations;
  return AsAttempt(matrix_.Factor(h));
}

Attempt DiagonallyImplicit::SolveStages(double h) {
  worst_rate_ = 0;
  std::ranges::copy(yp_, Slope(0).begin());
  for (int i = 1; i <= method_.num_stages; ++i) {
    StartStage(i, h);
    const Attempt attempt = SolveStage(i, h);
    if (attempt != Attempt::kSucceeded) return attempt;
  }
  return Attempt::kSucceeded;
}

// B_i, and a first guess of Y_i, which is y_new_ until it is final.
void DiagonallyImplicit::StartStage(int i, double h) {
  std::array<double, kMaxSummedStages> weights;
  const std::vector<double>& a = method_.a[i - 1];
  for (std::size_t j = 0; j < a.size(); ++j) weights[j] = h * a[j];
  AddStages(std::span(weights).first(a.size()), slopes_, y_, base_);
  if (i == 1 && last_.h > 0) {
    // By the last values: the trapezoidal rule never forgets an error in a slope.
    const double ratio = method_.c[0] * h / last_.h;
    for (std::size_t k = 0; k < n(); ++k) y_new_[k] = y_[k] + ratio * (y_[k] - last_.y[k]);
  } else {
    const std::vector<double>& start = method_.start[i - 1];
    AddStages(std::span(start).subspan(1), values_, y_, y_new_);
    for (std::size_t k = 0; k < n(); ++k) y_new_[k] += start[0] * h * yp_[k];
  }
  if (problem().constant_mass || i > 1) return;
  // If F is not linear in y', the guess of the slope matters: it must become exact as h goes to zero. In
  // later stages it does, because it is computed from this step alone.
  for (std::size_t k = 0; k < n(); ++k) {
    if (!matrix_.is_algebraic(k)) y_new_[k] = base_[k] + method_.gamma * h * yp_[k];
  }
}

// (1) of the header.
Attempt DiagonallyImplicit::SolveStage(int i, double h) {
  const double scale = 1 / (method_.gamma * h);
  const double rounding = 10 * std::numeric_limits<double>::epsilon() * norm_(y_);
  const std::span<double> slope = Slope(i);
  const int most = options_.fixed_step > 0 ? kMaxStageIterationsAtFixedStep : kMaxStageIterations;
  newton_.Begin(std::max(kStageTolerance / method_.amplification, rounding), most, 1);
  for (std::size_t k = 0; k < n(); ++k) slope[k] = scale * (y_new_[k] - base_[k]);
  NewtonMonitor::Verdict verdict = NewtonMonitor::Verdict::kContinue;
  while (verdict == NewtonMonitor::Verdict::kContinue) {
    const EvalOutcome outcome = evaluator_.Residual(time_ + method_.c[i - 1] * h, y_new_, slope, r_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    std::ranges::copy(r_, error_vector_.begin());
    matrix_.matrix().Solve(error_vector_);
    ++statistics_.newton_iterations;
    const double increment = norm_(error_vector_);
    // Increments of the size of rounding errors need not decrease.
    verdict = increment <= rounding ? NewtonMonitor::Verdict::kConverged : newton_.Note(increment);
    for (std::size_t k = 0; k < n(); ++k) {
      y_new_[k] += error_vector_[k];
      slope[k] = scale * (y_new_[k] - base_[k]);
    }
  }
  if (verdict == NewtonMonitor::Verdict::kDiverged) return Attempt::kDiverged;
  worst_rate_ = std::max(worst_rate_, newton_.rate());
  const std::span<double> value = Value(i);
  for (std::size_t k = 0; k < n(); ++k) value[k] = y_new_[k] - y_[k];
  return Attempt::kSucceeded;
}

Attempt DiagonallyImplicit::JudgeStep(double h) {
  UpdateSlopes(h);
  if (options_.fixed_step == 0) {
    EstimateError(h);
    error_ = norm_.Tested(error_vector_, h);
    if (!(error_ <= 1)) return Attempt::kErrorTooLarge;
  }
  return FindSignViolation(y_new_) ? Attempt::kSignViolated : Attempt::kSucceeded;
}

// y' at the end is the last stage's, but a difference for algebraic unknowns. For dense output the
// trapezoidal rule takes differences always: in stiff components its slopes have errors that alternate and
// never decay.
void DiagonallyImplicit::UpdateSlopes(double h) {
  const bool symmetric = method_.error.empty();
  const std::span<const double> stage = Slope(method_.num_stages);
  for (std::size_t k = 0; k < n(); ++k) {
    const bool algebraic = matrix_.is_algebraic(k);
    const bool differs = algebraic || (symmetric && last_.h > 0);
    slope_new_[k] = differs ? DifferenceAtEnd(k, h) : stage[k];
    yp_new_[k] = algebraic ? slope_new_[k] : stage[k];
  }
}

double DiagonallyImplicit::DifferenceAtEnd(std::size_t k, double h) const {
  const double* values = values_.data() + k;  // of unknown k, n() apart
  if (!method_.slope.empty()) {
    double sum = 0;
    for (int j = 0; j < method_.num_stages; ++j) sum += method_.slope[j] * values[j * n()];
    return sum / h;
  }
  const double slope = values[0] / h;
  if (method_.order == 1 || last_.h == 0) return slope;
  // Of the parabola through the last three values.
  return slope + (slope - (y_[k] - last_.y[k]) / last_.h) * h / (h + last_.h);
}

// (2) of the header.
void DiagonallyImplicit::EstimateError(double h) {
  std::array<double, kMaxSummedStages> weights;
  std::ranges::fill(r_, 0.0);
  if (!method_.error.empty() || last_.h == 0) {
    const std::size_t count = method_.num_stages + 1;
    for (std::size_t j = 0; j < count; ++j) weights[j] = method_.error.empty() ? j - 0.5 : method_.error[j];
    AddStages(std::span(weights).first(count), slopes_, r_, error_vector_);
  } else {
    const double ratio = h / last_.h;
    const double milne = ratio / (6 * (1 + ratio));
    for (std::size_t k = 0; k < n(); ++k) {
      error_vector_[k] = milne * (Slope(1)[k] - yp_[k] - ratio * (yp_[k] - last_.yp[k]));
    }
  }
  AddProduct(matrix_.matrix().pattern(), matrix_.matrix().dyp(), 1 / method_.gamma, error_vector_, r_);
  matrix_.matrix().Solve(r_);
  std::ranges::copy(r_, error_vector_.begin());
}

double DiagonallyImplicit::StepAfterFailure(Attempt attempt, double h) {
  if (attempt == Attempt::kErrorTooLarge) return h * controller_.AfterFailure(error_, method_.error_power);
  controller_.Reset();
  return h * (attempt == Attempt::kDiverged ? newton_.step_ratio() : 0.25);
}

Blame DiagonallyImplicit::FindBlame(Attempt attempt, double h) {
  Blame blame;
  if (attempt == Attempt::kErrorTooLarge) blame.unknown = norm_.Worst(error_vector_, h);
  if (attempt == Attempt::kSingular) blame = BlameSingularity(matrix_.matrix().solver());
  if (attempt == Attempt::kSignViolated) blame.unknown = FindSignViolation(y_new_);
  if (attempt == Attempt::kDiverged) {
    blame.row =
        FindWorstResidual(matrix_.matrix().pattern(), matrix_.matrix().sum(), norm_.weights(), r_).row;
  }
  return blame;
}

StepOutcome DiagonallyImplicit::AcceptStep(double h, double t_limit) {
  last_.y.swap(y_);
  y_.swap(y_new_);
  last_.yp.swap(yp_);
  yp_.swap(yp_new_);
  last_.slope.swap(slope_);
  slope_.swap(slope_new_);
  last_.h = h;
  matrix_.Age(worst_rate_ <= kFastRate);
  if (options_.fixed_step == 0) {
    double ratio = controller_.AfterSuccess(h, error_, method_.error_power);
    if (matrix_.has_jacobian() && ratio >= 1 && ratio <= kSmallGrowth) ratio = 1;
    h_next_ = h < h_next_ ? std::max(h * ratio, h_next_) : h * ratio;  // a limit may have cut the step short
    norm_.SetWeights(y_);
  }
  return Accept(h, method_.order, t_limit);
}

void DiagonallyImplicit::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const double h = time_ - previous_time_;
  const double theta = (t - previous_time_) / h;
  for (std::size_t k = 0; k < y.size(); ++k) {
    const auto [value, slope] = Hermite(theta, h, last_.y[k], last_.slope[k], y_[k], slope_[k]);
    y[k] = value;
    yp[k] = slope;
  }
}

Expected<std::unique_ptr<Integrator>, std::string> MakeDiagonal(DaeProblem problem, Tolerances tolerances,
                                                                const IntegratorOptions& options,
                                                                const theory::Tableau& tableau) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, tableau.order)) return Failure{*std::move(error)};
  return std::unique_ptr<Integrator>(std::make_unique<DiagonallyImplicit>(
      std::move(problem), std::move(tolerances), options, MakeDiagonalMethod(tableau)));
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeBackwardEuler(DaeProblem problem,
                                                                     Tolerances tolerances,
                                                                     IntegratorOptions options) {
  return MakeDiagonal(std::move(problem), std::move(tolerances), options, theory::BackwardEulerTableau());
}

Expected<std::unique_ptr<Integrator>, std::string> MakeTrapezoid(DaeProblem problem, Tolerances tolerances,
                                                                 IntegratorOptions options) {
  return MakeDiagonal(std::move(problem), std::move(tolerances), options, theory::TrapezoidTableau());
}

Expected<std::unique_ptr<Integrator>, std::string> MakeSdirk4(DaeProblem problem, Tolerances tolerances,
                                                              IntegratorOptions options) {
  return MakeDiagonal(std::move(problem), std::move(tolerances), options, theory::Sdirk4Tableau());
}

}  // namespace daedalus::integrate
