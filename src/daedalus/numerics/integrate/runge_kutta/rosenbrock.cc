#include "daedalus/numerics/integrate/rosenbrock.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/integrate/runge_kutta/one_step_integrator.h"
#include "daedalus/numerics/integrate/runge_kutta/rosenbrock_tableau.h"
#include "daedalus/numerics/integrate/runge_kutta/time_dependence.h"
#include "daedalus/numerics/integrate/step_controller.h"

namespace daedalus::integrate {
namespace {

// y = y0 + sum_{j < kTerms} a_j u_j and v = scale sum_{j < kTerms} c_j u_j, where u_j stands at u + j n: the
// two arguments of a stage in one pass.
template <int kTerms>
void Combine(const double* a, const double* c, double scale, std::size_t n, const double* __restrict u,
             const double* __restrict y0, double* __restrict y, double* __restrict v) {
  for (std::size_t i = 0; i < n; ++i) {
    double y_sum = y0[i];
    double v_sum = 0;
    for (int j = 0; j < kTerms; ++j) {
      const double u_j = u[static_cast<std::size_t>(j) * n + i];
      y_sum += a[j] * u_j;
      v_sum += c[j] * u_j;
    }
    y[i] = y_sum;
    v[i] = scale * v_sum;
  }
}

using CombineFunction = void (*)(const double*, const double*, double, std::size_t, const double*,
                                 const double*, double*, double*);
constexpr CombineFunction kCombine[kMaxRosenbrockStages] = {Combine<0>, Combine<1>, Combine<2>, Combine<3>,
                                                            Combine<4>, Combine<5>, Combine<6>, Combine<7>};

class Rodas final : public OneStepIntegrator {
 public:
  Rodas(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
        const RosenbrockTableau& tableau);

 private:
  void Start() override;
  void TakeOverMoved() override { evaluated_ = false; }
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;
  std::unique_ptr<IntegratorBase> MakeTwin(const IntegratorOptions& options) const override {
    return std::make_unique<Rodas>(problem(), tolerances_, options, tableau_);
  }

  Attempt TryStep(double h) override;
  Attempt Linearize(double h);
  Attempt Factor(double h);
  Attempt SolveStages(double h);
  Attempt JudgeStep(double h);
  double StepAfterFailure(Attempt attempt, double h) override;
  StepOutcome AcceptStep(double h, double t_limit) override;
  void UpdateDerivative(double h);
  void ReadMass();
  Blame FindBlame(Attempt attempt, double h) override;
  std::span<double> Stage(int i) {
    return {stages_.data() + static_cast<std::size_t>(i) * y_.size(), y_.size()};
  }

  const RosenbrockTableau& tableau_;
  IterationMatrix matrix_;
  TimeDependence time_dependence_;
  StepController controller_;

  double error_ = 0;  // of the step under way, in units of the tolerance
  // Which of these already belong to (time_, y_): r_, the matrix, the time derivative.
  bool evaluated_ = false, linearized_ = false, time_derivative_known_ = false;
  std::vector<double> zero_;
  std::vector<double> r_;                   // F(time_, y_, 0)
  std::vector<double> r_new_, y_new_, v_;   // of the step under way
  std::vector<double> stages_;              // u_1 .. u_s of the step under way
  std::vector<double> old_stages_, y_old_;  // u_1 .. u_s of the last good step, and its start
  std::vector<double> end_slopes_;          // of the stages in the dense output at theta = 1
  std::vector<double> inverse_mass_;        // 1/M_ii of rows with this entry only, 0 for others
};

Rodas::Rodas(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
             const RosenbrockTableau& tableau)
    : OneStepIntegrator(std::move(problem), std::move(tolerances), options),
      tableau_(tableau),
      matrix_(evaluator_, options.linear_solver),
      time_dependence_(evaluator_),
      controller_(options.controller.value_or(ControllerKind::kPredictive)),
      zero_(size()),
      r_(size()),
      r_new_(size()),
      y_new_(size()),
      v_(size()),
      stages_(zero_.size() * tableau.num_stages),
      old_stages_(stages_.size()),
      y_old_(size()),
      end_slopes_(tableau.num_stages) {
  inverse_mass_.reserve(zero_.size());
  for (int j = 0; j < tableau.num_stages; ++j) {
    end_slopes_[j] = tableau.dense[0][j] + tableau.dense[1][j] + tableau.dense[2][j];
  }
}

void Rodas::Start() {
  h_before_ = ProposalBefore(std::exchange(h_next_, 0));
  evaluated_ = linearized_ = time_derivative_known_ = false;
  controller_.Reset();
  time_dependence_.Reset();
}

Attempt Rodas::TryStep(double h) {
  Attempt attempt = Linearize(h);
  if (attempt == Attempt::kSucceeded) attempt = Factor(h);
  if (attempt == Attempt::kSucceeded) attempt = SolveStages(h);
  if (attempt == Attempt::kSucceeded) attempt = JudgeStep(h);
  if (attempt == Attempt::kSucceeded) {
    attempt = AsAttempt(evaluator_.Residual(time_ + h, y_new_, zero_, r_new_));
  }
  return attempt;
}

Attempt Rodas::Linearize(double h) {
  EvalOutcome outcome = EvalOutcome::kOk;
  if (!evaluated_) outcome = evaluator_.Residual(time_, y_, zero_, r_);
  evaluated_ = outcome == EvalOutcome::kOk;
  if (evaluated_ && !linearized_) {
    outcome = matrix_.Evaluate(time_, 1 / (tableau_.gamma * h), y_, zero_, r_);
    linearized_ = outcome == EvalOutcome::kOk;
    if (linearized_ && inverse_mass_.empty()) ReadMass();
  }
  if (linearized_ && !time_derivative_known_) {
    outcome = time_dependence_.Evaluate(time_, h, y_, r_);
    time_derivative_known_ = outcome == EvalOutcome::kOk;
  }
  return AsAttempt(outcome);
}

Attempt Rodas::Factor(double h) {
  ++statistics_.factorizations;
  return AsAttempt(matrix_.Factor(-1, -1 / (tableau_.gamma * h)));
}

Attempt Rodas::SolveStages(double h) {
  const std::size_t n = y_.size();
  for (int i = 0; i < tableau_.num_stages; ++i) {
    const std::span<double> u = Stage(i);
    if (i == 0) {
      std::ranges::copy(r_, u.begin());
    } else {
      kCombine[i](tableau_.a[i], tableau_.c[i], -1 / h, n, stages_.data(), y_.data(), y_new_.data(),
                  v_.data());
      const EvalOutcome outcome = evaluator_.Residual(time_ + tableau_.alpha[i] * h, y_new_, v_, u);
      if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    }
    if (time_dependence_.present() && tableau_.gamma_sum[i] != 0) {
      const double weight = tableau_.gamma_sum[i] * h;
      const std::span<const double> dt = time_dependence_.values();
      for (std::size_t k = 0; k < n; ++k) u[k] += weight * dt[k];
    }
    matrix_.Solve(u);
  }
  const std::span<const double> last = Stage(tableau_.num_stages - 1);
  for (std::size_t k = 0; k < n; ++k) y_new_[k] += last[k];
  return Attempt::kSucceeded;
}

Attempt Rodas::JudgeStep(double h) {
  if (options_.fixed_step == 0) {
    error_ = norm_.Tested(Stage(tableau_.num_stages - 1), h);
    if (!(error_ <= 1)) return Attempt::kErrorTooLarge;
  }
  return FindSignViolation(y_new_) ? Attempt::kSignViolated : Attempt::kSucceeded;
}

double Rodas::StepAfterFailure(Attempt attempt, double h) {
  if (attempt == Attempt::kErrorTooLarge) {
    if (time_dependence_.NoteRejection()) time_derivative_known_ = false;
    return h * controller_.AfterFailure(error_, tableau_.order);
  }
  controller_.Reset();
  return h / 4;
}

Blame Rodas::FindBlame(Attempt attempt, double h) {
  Blame blame;
  if (attempt == Attempt::kSingular) blame = BlameSingularity(matrix_.solver());
  if (attempt == Attempt::kErrorTooLarge) blame.unknown = norm_.Worst(Stage(tableau_.num_stages - 1), h);
  if (attempt == Attempt::kSignViolated) blame.unknown = FindSignViolation(y_new_);
  return blame;
}

StepOutcome Rodas::AcceptStep(double h, double t_limit) {
  y_old_.swap(y_);
  y_.swap(y_new_);
  r_.swap(r_new_);
  old_stages_.swap(stages_);
  UpdateDerivative(h);
  linearized_ = time_derivative_known_ = false;
  if (options_.fixed_step == 0) {
    const double wanted = h * controller_.AfterSuccess(h, error_, tableau_.order);
    h_next_ = h < h_next_ ? std::max(wanted, h_next_) : wanted;  // a limit may have cut the step short
    norm_.SetWeights(y_);
  }
  return Accept(h, tableau_.order, t_limit);
}

// The derivative of the dense output at theta = 1, or F = 0 solved for y' where M allows it row by row.
void Rodas::UpdateDerivative(double h) {
  const std::size_t n = y_.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (inverse_mass_[k] != 0) {
      yp_[k] = -r_[k] * inverse_mass_[k];
      continue;
    }
    double sum = y_[k] - y_old_[k];
    for (int j = 0; j < tableau_.num_stages; ++j) {
      sum -= end_slopes_[j] * old_stages_[static_cast<std::size_t>(j) * n + k];
    }
    yp_[k] = sum / h;
  }
}

void Rodas::ReadMass() {
  const SparsePattern& pattern = problem().pattern;
  inverse_mass_.assign(size(), 0.0);
  // First the diagonal; then rows with an entry beside it are taken back.
  for (const bool on_diagonal : {true, false}) {
    for (std::int32_t j = 0; j < pattern.cols; ++j) {
      for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
        const std::int32_t i = pattern.row_indices[k];
        if (matrix_.dyp()[k] == 0 || (i == j) != on_diagonal) continue;
        inverse_mass_[i] = on_diagonal ? 1 / matrix_.dyp()[k] : 0;
      }
    }
  }
}

void Rodas::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const std::size_t n = y_.size();
  const double h = time_ - previous_time_;
  const double theta = (t - previous_time_) / h;
  // weights[j] = theta (1 - theta) (d_1j + theta d_2j + theta^2 d_3j), and its derivative.
  double weights[kMaxRosenbrockStages], slopes[kMaxRosenbrockStages];
  for (int j = 0; j < tableau_.num_stages; ++j) {
    const double d1 = tableau_.dense[0][j], d2 = tableau_.dense[1][j], d3 = tableau_.dense[2][j];
    const double inner = d1 + theta * (d2 + theta * d3);
    weights[j] = theta * (1 - theta) * inner;
    slopes[j] = (1 - 2 * theta) * inner + theta * (1 - theta) * (d2 + 2 * theta * d3);
  }
  for (std::size_t k = 0; k < n; ++k) {
    double value = (1 - theta) * y_old_[k] + theta * y_[k];
    double slope = y_[k] - y_old_[k];
    for (int j = 0; j < tableau_.num_stages; ++j) {
      const double u = old_stages_[static_cast<std::size_t>(j) * n + k];
      value += weights[j] * u;
      slope += slopes[j] * u;
    }
    y[k] = value;
    yp[k] = slope / h;
  }
}

}  // namespace

Expected<std::unique_ptr<Integrator>, std::string> MakeRodas(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  const std::span<const RosenbrockTableau> tableaus = RosenbrockTableaus();
  if (auto error = FindOptionsError(options, tableaus.back().order)) return Failure{*std::move(error)};
  if (!problem.constant_mass) {
    return Failure{std::string("rodas needs M y' = f(t, y) with a matrix M that does not depend on t and y")};
  }
  const int order = options.max_order == 0 ? tableaus.back().order : options.max_order;
  const auto tableau = std::ranges::find(tableaus, order, &RosenbrockTableau::order);
  if (tableau == tableaus.end()) return Failure{"rodas has no order " + std::to_string(order)};
  return std::unique_ptr<Integrator>(
      std::make_unique<Rodas>(std::move(problem), std::move(tolerances), options, *tableau));
}

}  // namespace daedalus::integrate
