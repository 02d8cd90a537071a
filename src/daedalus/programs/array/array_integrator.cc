#include "daedalus/programs/array/array_integrator.h"

#include <algorithm>
#include <cmath>

#include "daedalus/programs/array/adams_weights.h"
#include "daedalus/programs/array/consistent_point.h"

namespace daedalus::array {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using integrate::Attempt;
using integrate::StepOutcome;
using integrate::StepStatus;

// Corrections of the iteration that count as rounding when they stop to shrink, of the tolerance.
constexpr double kAccuracy = 1e-3;
// A start further from the manifold than this many tolerances is not the given one.
constexpr double kFarStart = 1e3;
// Coordinates that are kept: until the slope has turned so much against them, or the iteration contracts
// slowly.
constexpr double kMostTilt = 0.1;
constexpr double kSlowContraction = 0.2;
// Errors of steps add up over a run without damping, so one may have a third of the tolerance.
constexpr double kStrictness = 3;
constexpr double kAfterDivergence = 0.25;  // of the step

Coordinates CoordinatesOf(ArrayMethod method) {
  switch (method) {
    case ArrayMethod::kEi:
      return Coordinates::kAll;
    case ArrayMethod::kIcp:
      return Coordinates::kPermutation;
    case ArrayMethod::kUcp:
      break;
  }
  return Coordinates::kOrthogonal;
}

Attempt AttemptOf(SolveStatus status) {
  switch (status) {
    case SolveStatus::kConverged:
      return Attempt::kSucceeded;
    case SolveStatus::kDiverged:
      return Attempt::kDiverged;
    case SolveStatus::kNotFinite:
      return Attempt::kNotEvaluated;
    case SolveStatus::kCancelled:
      break;
  }
  return Attempt::kFatal;
}

std::vector<double> UnitsOfTolerances(const integrate::Tolerances& tolerances, std::size_t n) {
  std::vector<double> units(n);
  for (std::size_t i = 0; i < n; ++i)
    units[i] = tolerances.absolute[tolerances.absolute.size() == 1 ? 0 : i] / tolerances.relative;
  return units;
}

}  // namespace

ArrayIntegrator::ArrayIntegrator(integrate::DaeProblem problem, integrate::Tolerances tolerances,
                                 const ArrayOptions& options, std::shared_ptr<DerivativeArray> array,
                                 ArrayInputs inputs)
    : IntegratorBase(std::move(problem), std::move(tolerances), options.integrator),
      array_options_(options),
      highest_order_(options.integrator.max_order > 0 ? options.integrator.max_order : kUsualOrder),
      array_(std::move(array)),
      inputs_(inputs),
      x_units_(UnitsOfTolerances(tolerances_, array_->num_variables())),
      controller_(options.integrator.controller.value_or(integrate::ControllerKind::kH211b)) {}

std::optional<StepOutcome> ArrayIntegrator::FindMethodError(double t, std::span<const double> y,
                                                            std::span<const double> yp) {
  inputs_.time = t;
  VectorXd guess(2 * size());
  std::ranges::copy(y, guess.begin());
  std::ranges::copy(yp, guess.begin() + size());
  PointOutcome found = FindPoint(*array_, {inputs_, x_units_, {}, cancelled_}, guess);
  StepOutcome outcome{.status = StepStatus::kBadInput, .t = t};
  outcome.row = static_cast<std::int32_t>(found.worst_row % array_->num_equations());
  if (!found.found) {
    outcome.status = found.is_finite ? StepStatus::kNewtonDiverged : StepStatus::kResidualFailed;
    outcome.reason = "no point was found at which the equations and their derivatives hold";
    return outcome;
  }
  for (Index i = 0; i < size(); ++i) {
    const double allowed = kFarStart * tolerances_.relative *
                           (x_units_[static_cast<std::size_t>(i)] + std::abs(found.unknowns[i]));
    if (std::abs(found.unknowns[i] - guess[i]) <= allowed) continue;
    outcome.unknown = static_cast<std::int32_t>(i);
    outcome.reason = "the start values violate a constraint, explicit or hidden";
    return outcome;
  }
  next_ = std::move(found.unknowns);
  solver_ = std::make_unique<ArraySolver>(array_, inputs_, UnitsOf(*array_, inputs_, x_units_, next_),
                                          CoordinatesOf(array_options_.method));
  solver_->ObeyCancellation(cancelled_);
  solver_->SetAccuracy(kAccuracy * tolerances_.relative);
  if (!solver_->Factor(t, next_) || !solver_->factors().is_one_full()) {
    outcome.status = StepStatus::kSingularJacobian;
    const auto& determined = solver_->factors().is_determined();
    const auto open = std::find(determined.begin(), determined.begin() + size(), 0) - determined.begin();
    if (open < size()) outcome.unknown = static_cast<std::int32_t>(open);
    outcome.reason = "the derivative array does not determine all derivatives";
    return outcome;
  }
  return std::nullopt;
}

void ArrayIntegrator::Start() {
  now_ = before_ = next_;
  std::ranges::copy(X(now_), y_.begin());
  std::ranges::copy(Slope(now_), yp_.begin());
  past_.assign(1, {time_, Slope(now_)});
  controller_.Reset();
  has_coordinates_ = false;
  h_next_ = h_before_ = 0;
}

int ArrayIntegrator::Order() const {
  return std::min(highest_order_, static_cast<int>(past_.size()));
}

// Of equal steps the first ones cannot be small ones of a low order.
bool ArrayIntegrator::StartsByRungeKutta() const {
  return options_.fixed_step > 0 && static_cast<int>(past_.size()) < highest_order_;
}

StepOutcome ArrayIntegrator::Advance(double t_limit) {
  if (h_next_ == 0) h_next_ = FirstStep(t_limit);
  for (;;) {
    const double h = NextStep(h_next_, t_limit);
    const int order = StartsByRungeKutta() ? 4 : Order();
    Attempt attempt = TryStep(h);
    const double error = attempt == Attempt::kSucceeded ? SizeOfError(h) : 0;
    const bool is_tested = options_.fixed_step == 0;
    if (attempt == Attempt::kSucceeded && is_tested && !(error <= 1)) attempt = Attempt::kErrorTooLarge;
    if (attempt == Attempt::kSucceeded) {
      if (is_tested) h_next_ = h * controller_.AfterSuccess(h, error, order + 1);
      return TakeStep(h, order, t_limit);
    }
    h_next_ = h * (attempt == Attempt::kErrorTooLarge ? controller_.AfterFailure(error, order + 1)
                                                      : kAfterDivergence);
    has_coordinates_ = false;
    integrate::Blame blame;
    if (attempt == Attempt::kErrorTooLarge) blame.unknown = norm_.Worst({error_.data(), y_.size()}, h);
    if (attempt == Attempt::kDiverged) blame.row = static_cast<std::int32_t>(solver_->worst_equation());
    if (auto failed = NoteFailure(attempt, h_next_, blame)) return *std::move(failed);
  }
}

// The norm is a mean over all variables; but an error has only as many components as the manifold has
// dimensions.
double ArrayIntegrator::SizeOfError(double h) const {
  const auto n = static_cast<double>(size());
  const double dimension = n - static_cast<double>(solver_->factors().num_constraints());
  return kStrictness * std::sqrt(n / std::max(dimension, 1.0)) * norm_.Tested({error_.data(), y_.size()}, h);
}

bool ArrayIntegrator::ChooseCoordinates() {
  if (has_coordinates_ && array_options_.reuses_coordinates) {
    const VectorXd slope = Slope(now_);
    if (solver_->last_rate() < kSlowContraction &&
        std::abs(solver_->factors().Tilt(slope) - tilt_) < kMostTilt)
      return true;
  }
  if (!solver_->Factor(time_, now_)) return false;
  tilt_ = solver_->factors().Tilt(Slope(now_));
  return has_coordinates_ = true;
}

Attempt ArrayIntegrator::TryStep(double h) {
  if (!ChooseCoordinates()) return Attempt::kNotEvaluated;
  if (!solver_->factors().is_one_full()) return Attempt::kSingular;
  return StartsByRungeKutta() ? RungeKuttaStep(h) : AdamsStep(h, Order());
}

Attempt ArrayIntegrator::Correct(double t, VectorXd& at) {
  return AttemptOf(solver_->Solve(t, at));
}

Attempt ArrayIntegrator::RungeKuttaStep(double h) {
  const VectorXd x = X(now_);
  VectorXd sum = Slope(now_), slope = sum;
  next_ = now_;
  for (const auto& [part, weight] : {std::pair{0.5, 2.0}, {0.5, 2.0}, {1.0, 1.0}}) {
    X(next_) = x + part * h * slope;
    if (const Attempt corrected = Correct(time_ + part * h, next_); corrected != Attempt::kSucceeded)
      return corrected;
    slope = Slope(next_);
    sum += weight * slope;
  }
  X(next_) = x + h / 6 * sum;
  error_ = VectorXd::Zero(size());
  return Correct(time_ + h, next_);
}

// The slopes of the past at these times; a node after the present time is the slope of next_.
VectorXd ArrayIntegrator::WeightedSlopes(std::span<const double> weights,
                                         std::span<const double> nodes) const {
  VectorXd sum = VectorXd::Zero(size());
  std::size_t k = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] > time_) {
      sum += weights[i] * next_.segment(size(), size());
    } else {
      sum += weights[i] * past_[k++].slope;
    }
  }
  return sum;
}

void ArrayIntegrator::Guess(double h, int order) {
  std::vector<double> nodes;
  for (int i = 0; i < order; ++i) nodes.push_back(past_[static_cast<std::size_t>(i)].time);
  next_ = now_;
  const Index n = size();
  // Undetermined entries would drift from step to step, so they start at zero each time.
  const std::vector<char>& determined = solver_->factors().is_determined();
  for (Index i = 2 * n; i < next_.size(); ++i) {
    if (!determined[static_cast<std::size_t>(i - n)]) {
      next_[i] = 0;
    } else if (h_before_ > 0) {
      next_[i] += h / h_before_ * (now_[i] - before_[i]);
    }
  }
  Slope(next_) = WeightedSlopes(ExtrapolationWeights(nodes, time_ + h), nodes);
  X(next_) = X(now_) + h * WeightedSlopes(AdamsWeights(nodes, time_, h), nodes);
}

Attempt ArrayIntegrator::AdamsStep(double h, int order) {
  Guess(h, order);
  if (const Attempt corrected = Correct(time_ + h, next_); corrected != Attempt::kSucceeded) return corrected;
  std::vector<double> nodes = {time_ + h};
  for (int i = 0; i < order; ++i) nodes.push_back(past_[static_cast<std::size_t>(i)].time);
  const std::vector<double> weights = AdamsWeights(nodes, time_, h);
  X(next_) = X(now_) + h * WeightedSlopes(weights, nodes);
  if (const Attempt corrected = Correct(time_ + h, next_); corrected != Attempt::kSucceeded) return corrected;
  // Against the formula with one slope less.
  const std::vector<double> lower = AdamsWeights({nodes.data(), nodes.size() - 1}, time_, h);
  std::vector<double> difference = weights;
  for (std::size_t i = 0; i < lower.size(); ++i) difference[i] -= lower[i];
  error_ = h * WeightedSlopes(difference, nodes);
  solver_->factors().ToManifold(error_);
  return Attempt::kSucceeded;
}

StepOutcome ArrayIntegrator::TakeStep(double h, int order, double t_limit) {
  std::swap(before_, now_);
  std::swap(now_, next_);
  h_before_ = h;
  std::ranges::copy(X(now_), y_.begin());
  std::ranges::copy(Slope(now_), yp_.begin());
  norm_.SetWeights(y_);
  StepOutcome outcome = Accept(h, order, t_limit);
  const SolverCounts& counts = solver_->counts();
  statistics_.residual_evaluations += counts.residuals;
  statistics_.jacobian_evaluations += counts.jacobians;
  statistics_.factorizations = counts.factorizations;
  statistics_.newton_iterations = counts.iterations;
  past_.push_front({time_, Slope(now_)});
  if (static_cast<int>(past_.size()) > highest_order_) past_.pop_back();
  return outcome;
}

void ArrayIntegrator::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const double h = time_ - previous_time_, s = (t - previous_time_) / h;
  const Index n = size();
  VectorXd at = (1 - s) * before_ + s * now_;
  const auto x0 = before_.head(n), x1 = now_.head(n), f0 = before_.segment(n, n), f1 = now_.segment(n, n);
  // The cubic of Hermite, and its derivative.
  at.head(n) = (1 + 2 * s) * (1 - s) * (1 - s) * x0 + s * s * (3 - 2 * s) * x1 +
               h * (s * (1 - s) * (1 - s) * f0 - s * s * (1 - s) * f1);
  at.segment(n, n) = 6 * s * (1 - s) / h * (x1 - x0) + (1 - s) * (1 - 3 * s) * f0 + s * (3 * s - 2) * f1;
  VectorXd moved = at;
  if (solver_->Solve(t, moved) == SolveStatus::kConverged) at = moved;
  std::copy_n(at.data(), n, y.begin());
  std::copy_n(at.data() + n, n, yp.begin());
}

}  // namespace daedalus::array
