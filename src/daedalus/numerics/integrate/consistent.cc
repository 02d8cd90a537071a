#include "daedalus/numerics/integrate/consistent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/integrate/slope_matrix.h"

namespace daedalus::integrate {
namespace {

constexpr int kMaxRounds = 100;
constexpr int kMaxPolish = 10;
constexpr double kLeastDamping = 1e-7;
constexpr double kSmallStep = 0.01;  // in units of the tolerance
constexpr double kReach = 2;

// One point (y, y') and its residual.
struct Point {
  std::vector<double> y, yp, r;
};

class Search {
 public:
  Search(const DaeProblem& problem, const Tolerances& tolerances, double t0, double time_scale)
      : evaluator_(problem, tolerances),
        norm_(evaluator_.problem(), tolerances, false),
        matrix_(evaluator_.problem(), linear::LinearSolverKind::kAuto),
        t0_(t0),
        time_scale_(time_scale),
        dy_(matrix_.values().size()),
        dyp_(dy_.size()),
        step_(problem.size),
        next_step_(problem.size),
        scaled_(problem.size),
        small_(DisturbanceScale(tolerances, problem.size)) {}

  ConsistentOutcome Run(std::span<double> y, std::span<double> yp);

 private:
  std::optional<ConsistentOutcome> FindStartError();
  ConsistentStatus Iterate();
  ConsistentStatus Linearise();
  ConsistentStatus MoveDamped();
  void Polish();
  bool TryMove(double damping);
  void LimitStep();
  double SizeOf(std::span<const double> step);
  void SetWeights(const Point& a, const Point& b);
  WorstResidual Worst(std::span<const double> r);
  void Explain(ConsistentOutcome& outcome);

  Evaluator evaluator_;
  ErrorNorm norm_;
  SlopeMatrix matrix_;
  double t0_;
  double time_scale_;
  std::vector<double> dy_, dyp_;
  std::vector<double> newton_step_;  // at the point
  std::vector<double> step_;         // the same, limited
  std::vector<double> next_step_;    // at a trial point, with the matrix of the point
  std::vector<double> scaled_;
  bool is_limited_ = false;
  Point point_, trial_;
  std::vector<char> has_guess_;
  std::vector<double> small_;  // s_j of finite_differences.h
  std::int64_t iterations_ = 0;
};

ConsistentStatus AsStatus(EvalOutcome outcome) {
  if (outcome == EvalOutcome::kOk) return ConsistentStatus::kConsistent;
  return outcome == EvalOutcome::kFatal ? ConsistentStatus::kFatal : ConsistentStatus::kResidualFailed;
}

std::optional<ConsistentOutcome> Search::FindStartError() {
  point_.r.resize(evaluator_.problem().size);
  const auto error = integrate::FindStartError(evaluator_, t0_, point_.y, point_.yp, point_.r);
  if (!error) return std::nullopt;
  ConsistentOutcome outcome{.row = error->row, .unknown = error->unknown, .reason = error->reason};
  switch (error->status) {
    case StepStatus::kBadInput:
      outcome.status = ConsistentStatus::kBadInput;
      break;
    case StepStatus::kResidualFailed:
      outcome.status = ConsistentStatus::kResidualFailed;
      break;
    default:
      outcome.status = ConsistentStatus::kFatal;
      break;
  }
  return outcome;
}

ConsistentOutcome Search::Run(std::span<double> y, std::span<double> yp) {
  point_.y.assign(y.begin(), y.end());
  point_.yp.assign(yp.begin(), yp.end());
  for (const double value : y) has_guess_.push_back(value != 0);
  ConsistentOutcome outcome;
  if (auto error = FindStartError()) {
    outcome = *std::move(error);
  } else {
    trial_ = point_;
    outcome.status = Iterate();
    Explain(outcome);
  }
  if (outcome.ok()) {
    std::ranges::copy(point_.y, y.begin());
    std::ranges::copy(point_.yp, yp.begin());
  }
  outcome.newton_iterations = iterations_;
  outcome.residual_evaluations = evaluator_.residual_evaluations();
  return outcome;
}

ConsistentStatus Search::Iterate() {
  for (int iteration = 0; iteration < kMaxRounds; ++iteration) {
    if (const auto status = Linearise(); status != ConsistentStatus::kConsistent) return status;
    SetWeights(point_, point_);
    if (SizeOf(newton_step_) <= kSmallStep) {
      Polish();
      return ConsistentStatus::kConsistent;
    }
    if (const auto status = MoveDamped(); status != ConsistentStatus::kConsistent) return status;
  }
  return ConsistentStatus::kNotConverged;
}

// A and the Newton step at the point.
ConsistentStatus Search::Linearise() {
  ++iterations_;
  const EvalOutcome evaluated =
      evaluator_.JacobianParts(t0_, 1 / time_scale_, point_.y, point_.yp, point_.r, dy_, dyp_);
  if (evaluated != EvalOutcome::kOk) return AsStatus(evaluated);
  switch (matrix_.Factor(dy_, dyp_)) {
    case linear::FactorStatus::kOk:
      break;
    case linear::FactorStatus::kNoMemory:
      return ConsistentStatus::kFatal;
    default:
      return ConsistentStatus::kSingularJacobian;
  }
  step_ = point_.r;
  matrix_.Solve(step_);
  newton_step_ = step_;
  LimitStep();
  return ConsistentStatus::kConsistent;
}

// No guess is left by more than twice its own size (or s_j, below which the user calls y_j small) at once.
// Unknowns without a guess, mostly derivatives, are wrong at first, and may move the others far away: an
// angle would turn many times. Those without a guess are not limited, since they may have to move far.
void Search::LimitStep() {
  is_limited_ = false;
  for (std::size_t j = 0; j < step_.size(); ++j) {
    if (matrix_.is_differential(j) || !has_guess_[j]) continue;
    const double reach = kReach * std::max(std::abs(point_.y[j]), small_[j]);
    is_limited_ = is_limited_ || std::abs(step_[j]) > reach;
    step_[j] = std::clamp(step_[j], -reach, reach);
  }
}

// trial_ = point_ - damping * step_; false where it cannot be evaluated.
bool Search::TryMove(double damping) {
  trial_.y = point_.y;
  trial_.yp = point_.yp;
  matrix_.Add(-damping, step_, trial_.y, trial_.yp);
  return evaluator_.Residual(t0_, trial_.y, trial_.yp, trial_.r) == EvalOutcome::kOk;
}

// Moves to the first point that passes the monotonicity test.
ConsistentStatus Search::MoveDamped() {
  bool evaluated = false;
  for (double damping = 1; damping >= kLeastDamping; damping /= 2) {
    if (!TryMove(damping)) {
      if (evaluator_.failure()->outcome == EvalOutcome::kFatal) return ConsistentStatus::kFatal;
      continue;
    }
    evaluated = true;
    next_step_ = trial_.r;
    matrix_.Solve(next_step_);
    SetWeights(point_, trial_);
    // A limited step need not make progress, as long as it does no harm.
    const double progress = is_limited_ ? 0 : damping / 4;
    if (SizeOf(next_step_) <= (1 - progress) * SizeOf(newton_step_)) {
      std::swap(point_, trial_);
      evaluator_.ForgetFailure();
      return ConsistentStatus::kConsistent;
    }
  }
  return evaluated ? ConsistentStatus::kNotConverged : ConsistentStatus::kResidualFailed;
}

// Steps with the last matrix; step_ is the first of them.
void Search::Polish() {
  double worst = Worst(point_.r).size;
  for (int iteration = 0; iteration < kMaxPolish && worst > 0; ++iteration) {
    if (!TryMove(1)) return;
    const double next = Worst(trial_.r).size;
    if (!(next <= worst / 2)) return;
    ++iterations_;
    std::swap(point_, trial_);
    worst = next;
    step_ = point_.r;
    matrix_.Solve(step_);
  }
}

// Relative to the larger of both points. A derivative jumps from its guess of zero to its value; this
// progress must not hide that another unknown moves far away, perhaps to another branch.
void Search::SetWeights(const Point& a, const Point& b) {
  for (std::size_t j = 0; j < scaled_.size(); ++j) {
    scaled_[j] =
        matrix_.is_differential(j)
            ? std::max({std::abs(a.y[j]), time_scale_ * std::abs(a.yp[j]), time_scale_ * std::abs(b.yp[j])})
            : std::max(std::abs(a.y[j]), std::abs(b.y[j]));
  }
  norm_.SetWeights(scaled_);
}

double Search::SizeOf(std::span<const double> step) {
  for (std::size_t j = 0; j < step.size(); ++j) {
    scaled_[j] = matrix_.is_differential(j) ? time_scale_ * step[j] : step[j];
  }
  return norm_(scaled_);
}

WorstResidual Search::Worst(std::span<const double> r) {
  std::vector<double>& weights = scaled_;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    weights[j] = matrix_.is_differential(j) ? time_scale_ * norm_.weights()[j] : norm_.weights()[j];
  }
  return FindWorstResidual(evaluator_.problem().pattern, matrix_.values(), weights, r);
}

void Search::Explain(ConsistentOutcome& outcome) {
  const auto& failure = evaluator_.failure();
  switch (outcome.status) {
    case ConsistentStatus::kConsistent:
    case ConsistentStatus::kNotConverged: {
      const WorstResidual worst = Worst(point_.r);
      outcome.row = worst.row;
      outcome.residual_norm = worst.size;
      if (outcome.ok()) break;
      outcome.reason =
          "the iteration for consistent initial values does not converge; largest residual in row " +
          std::to_string(worst.row);
      break;
    }
    case ConsistentStatus::kSingularJacobian: {
      const Blame blame = BlameSingularity(matrix_.solver());
      outcome.row = blame.row;
      outcome.unknown = blame.unknown;
      outcome.reason = "the Jacobian of the initial system is singular";
      break;
    }
    default:
      if (failure) outcome.row = failure->row;
      outcome.reason = failure ? failure->message : "the initial system could not be solved";
      break;
  }
}

}  // namespace

std::string_view StatusName(ConsistentStatus status) {
  switch (status) {
    case ConsistentStatus::kConsistent:
      return "consistent";
    case ConsistentStatus::kNotConverged:
      return "not-converged";
    case ConsistentStatus::kSingularJacobian:
      return "singular-jacobian";
    case ConsistentStatus::kResidualFailed:
      return "residual-failed";
    case ConsistentStatus::kBadInput:
      return "bad-input";
    case ConsistentStatus::kFatal:
      break;
  }
  return "fatal";
}

ConsistentOutcome CalculateConsistent(const DaeProblem& problem, const Tolerances& tolerances, double t0,
                                      double t1, std::span<double> y, std::span<double> yp) {
  if (auto error = FindInputError(problem, tolerances)) {
    return {.status = ConsistentStatus::kBadInput, .reason = *std::move(error)};
  }
  const double roundoff = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(t1));
  if (!(t1 - t0 > roundoff) || std::isinf(t1 - t0)) {
    return {.status = ConsistentStatus::kBadInput, .reason = "t1 is too close to t0"};
  }
  return Search(problem, tolerances, t0, t1 - t0).Run(y, yp);
}

}  // namespace daedalus::integrate
