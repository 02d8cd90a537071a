#include "daedalus/numerics/integrate/multistep/nordsieck_integrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace daedalus::integrate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Growth of the step: hardly limited after the first one, whose size was a guess; carefully after a failure.
constexpr double kFirstGrowth = 1e4;
constexpr double kGrowth = 10;
constexpr double kGrowthAfterFailure = 2;
constexpr double kDivisorAfterDivergence = 4;  // [Gea70] section V
// The error that the corrector leaves, in units of what the error test allows.
constexpr double kCorrectorPart = 0.01;

// Steps that are longer than the previous one by this factor are tested in their middle, which must satisfy
// the equations to so many tolerances. Dense output of unknowns without an error test is off by some
// tolerances, and after a missed pulse by thousands.
constexpr double kMuchLonger = 2, kMostMissed = 100;

constexpr int kStarterOrder = 4;  // of a Runge-Kutta start

// A start must be better than the steps that follow. Where their errors are not controlled, as good as it can
// be.
Tolerances StarterTolerances(Tolerances tolerances, bool fixed_step) {
  constexpr double kPart = 0.1;
  constexpr double kBest = 1e-13;
  const double factor = fixed_step ? kBest / std::max(tolerances.relative, kBest) : kPart;
  tolerances.relative = std::max(tolerances.relative * factor, kBest);
  for (double& absolute : tolerances.absolute) absolute *= factor;
  return tolerances;
}

double Factorial(int k) {
  double product = 1;
  for (int q = 2; q <= k; ++q) product *= q;
  return product;
}

std::vector<FormulaOfKind> FormulasUpTo(int highest_order, Formula (*formula)(int order)) {
  std::vector<FormulaOfKind> formulas(1);
  for (int order = 1; order <= highest_order; ++order) {
    formulas.push_back(WithOtherKinds(formula(order), order));
  }
  return formulas;
}

// The corrector also tests unknowns that the error test leaves out. The share also holds for the corrector.
// If it were solved to the whole tolerance, its error would exceed that of the step.
Tolerances TestingAll(Tolerances tolerances) {
  tolerances.untested.clear();
  return tolerances;
}

// Linear unknowns have no error to test: what they were and what they are is not compared with a prediction.
Tolerances LeavingOutLinear(Tolerances tolerances, const std::vector<UnknownKind>& kinds) {
  if (std::ranges::count(kinds, UnknownKind::kLinear) == 0) return tolerances;
  tolerances.untested.resize(kinds.size(), 0);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == UnknownKind::kLinear) tolerances.untested[i] = 1;
  }
  return tolerances;
}

}  // namespace

std::vector<UnknownKind> DifferentialOrAlgebraic(const DaeProblem& problem) {
  std::vector<UnknownKind> kinds(problem.size, UnknownKind::kDifferential);
  for (std::size_t i = 0; i < problem.is_differential.size(); ++i) {
    if (!problem.is_differential[i]) kinds[i] = UnknownKind::kAlgebraic;
  }
  return kinds;
}

NordsieckIntegrator::NordsieckIntegrator(Setup setup)
    : IntegratorBase(std::move(setup.problem), LeavingOutLinear(setup.tolerances, setup.kinds),
                     setup.options),
      kinds_(std::move(setup.kinds)),
      looks_inside_(options_.fixed_step == 0 && problem().index.empty() &&
                    std::ranges::count(kinds_, UnknownKind::kLinear) == 0),
      correction_norm_(problem(), LeavingOutLinear(TestingAll(setup.tolerances), kinds_), false),
      corrector_(evaluator_, options_.linear_solver, statistics_),
      new_y_(size()),
      new_yp_(size()),
      middle_y_(size()),
      middle_yp_(size()),
      tolerances_(std::move(setup.tolerances)),
      improves_slopes_(setup.improves_slopes),
      max_order_(options_.max_order > 0 ? options_.max_order : setup.highest_order),
      formulas_(FormulasUpTo(max_order_, setup.formula)),
      controller_(options_.controller.value_or(ControllerKind::kElementary), {.safety = 1 / kSameOrderBias}),
      array_(size(), max_order_),
      trial_(size(), max_order_),
      difference_(size()),
      accepted_difference_(size()),
      solved_again_(size()),
      work_(size()) {}

void NordsieckIntegrator::Start() {
  corrector_.Forget();
  controller_.Reset();
  order_ = array_order_ = 1;
  step_ = 0;
  difference_step_ = 0;
  correction_norm_.SetWeights(y_);
}

StepOutcome NordsieckIntegrator::Advance(double t_limit) {
  if (step_ == 0) {
    NotePast(time_, y_);
    if (options_.starter == Starter::kRungeKutta) {
      if (auto outcome = BeginWithRungeKutta(t_limit)) return *std::move(outcome);
    }
    BeginWithOrderOne(t_limit);
  }
  is_solved_again_ = false;
  for (int num_errors = 0;;) {
    const double h = NextStep(t_limit);
    const Attempt attempt = Try(h);
    if (attempt == Attempt::kSucceeded) return Finish(h, t_limit);
    if (attempt == Attempt::kErrorTooLarge) {
      step_ = ReduceAfterError(h, ++num_errors);
    } else {
      step_ = h / kDivisorAfterDivergence;
    }
    if (auto outcome = NoteFailure(attempt, step_, blame_)) return *std::move(outcome);
    wait_ = order_ + 1;
    largest_growth_ = kGrowthAfterFailure;
  }
}

// The only past is y and y' ([Gea70] sets h y' to zero; the modern choice is to use it).
void NordsieckIntegrator::BeginWithOrderOne(double t_limit) {
  step_ = options_.fixed_step > 0 ? options_.fixed_step : FirstStep(t_limit);
  array_step_ = step_;
  std::ranges::copy(y_, array_.row(0).begin());
  for (std::size_t i = 0; i < y_.size(); ++i) {
    array_.row(1)[i] = kinds_[i] == UnknownKind::kLinear ? 0 : step_ * yp_[i];
  }
  wait_ = order_ + 1;
  largest_growth_ = kFirstGrowth;
}

// nullopt if the time to the limit is too short, or the Runge-Kutta method fails; then the order builds up
// from 1.
std::optional<StepOutcome> NordsieckIntegrator::BeginWithRungeKutta(double t_limit) {
  const bool fixed = options_.fixed_step > 0;
  const int m = fixed ? max_order_ : std::min(max_order_, kStarterOrder);
  const auto starter = MakeStarter(evaluator_, StarterTolerances(tolerances_, fixed), options_.linear_solver);
  if (!starter) return std::nullopt;
  const double h = fixed ? options_.fixed_step : StarterStep(*starter, t_limit, m);
  if (h == 0 || m * h > (t_limit - time_) * (1 + 1e-10)) return std::nullopt;
  const EqualSteps past = RunEqualSteps(*starter, time_, y_, yp_, h, m);
  statistics_.newton_iterations += starter->statistics().newton_iterations;
  statistics_.factorizations += starter->statistics().factorizations;
  if (!past.outcome.ok()) return std::nullopt;
  order_ = array_order_ = m;
  array_step_ = step_ = h;
  FillArray(past);
  wait_ = order_ + 1;
  largest_growth_ = kFirstGrowth;
  y_ = past.y.back();
  yp_ = past.yp.back();
  norm_.SetWeights(y_);
  correction_norm_.SetWeights(y_);
  const StepOutcome outcome = Accept(m * h, m, t_limit);
  for (int i = 1; i <= m; ++i) NotePast(past.t0 + i * h, past.y[i]);
  return outcome;
}

// m such steps are one that the starter, or the user, thinks fit.
double NordsieckIntegrator::StarterStep(Integrator& starter, double t_limit, int m) const {
  const double whole =
      options_.initial_step > 0 ? m * options_.initial_step : FindEasyStep(starter, time_, y_, yp_, t_limit);
  return FitStep(whole, t_limit) / m;
}

// The polynomial that the formula itself would have made of this past.
void NordsieckIntegrator::FillArray(const EqualSteps& past) {
  const int m = array_order_;
  std::array<double, kHighestAdamsOrder + 1> points;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const bool from_slopes = improves_slopes_ && kinds_[i] == UnknownKind::kDifferential;
    for (int j = 0; j <= m; ++j) points[j] = from_slopes ? past.h * past.yp[m - j][i] : past.y[m - j][i];
    Polynomial p = {past.y[m][i]};
    if (from_slopes) {
      p = Primitive(ThroughPast(std::span(points).first(m)));
      p[0] = past.y[m][i];
    } else if (kinds_[i] != UnknownKind::kLinear) {
      p = ThroughPast(std::span(points).first(m + 1));
    }
    SetUnknown(array_, m, i, p);
  }
}

double NordsieckIntegrator::NextStep(double t_limit) const {
  if (options_.fixed_step <= 0) return FitStep(step_, t_limit);
  const double way = t_limit - time_;
  return way <= step_ * (1 + 1e-10) ? way : step_;
}

Attempt NordsieckIntegrator::Try(double h) {
  PredictAt(h);
  blame_ = {};
  const FormulaOfKind& f = formula();
  const Formula& differential = f.of(UnknownKind::kDifferential);
  const double c = differential.l[1] / (differential.l[0] * h);
  const double limit = kCorrectorPart * differential.l[0] / differential.error_constant;
  Attempt attempt =
      corrector_.Solve(time_ + h, c, {correction_norm_, h, limit, {time_, y_, yp_}}, new_y_, new_yp_);
  if (attempt == Attempt::kSucceeded) attempt = Improve(time_ + h, h);
  if (attempt != Attempt::kSucceeded) {
    if (!blame_.row && !blame_.unknown) blame_ = corrector_.BlameFailure(attempt, norm_);
    return attempt;
  }
  blame_.unknown = FindSignViolation(new_y_);
  if (blame_.unknown) return Attempt::kSignViolated;
  FindDifference(h);
  error_ = differential.error_constant * norm_.Tested(difference_, h);
  if (options_.fixed_step == 0 && !(error_ <= 1)) {
    blame_.unknown = norm_.Worst(difference_, h);
    return Attempt::kErrorTooLarge;
  }
  Correct(trial_, order_, kinds_, formula(), difference_);
  std::ranges::copy(new_y_, trial_.row(0).begin());
  return PassesOver(h) ? Attempt::kErrorTooLarge : Attempt::kSucceeded;
}

// An error test knows the ends of steps. A step that is much longer than the previous one may miss changes in
// between, such as a half-period of a switch. So its middle must satisfy the equations as well.
bool NordsieckIntegrator::PassesOver(double h) {
  if (!looks_inside_ || !(h > kMuchLonger * array_step_)) return false;
  Evaluate(trial_, order_, -0.5, h, middle_y_, middle_yp_);
  const double missed =
      corrector_.LargestResidual(time_ + h / 2, 2 / h, middle_y_, middle_yp_, correction_norm_.weights());
  if (missed <= kMostMissed) return false;
  error_ = missed;
  blame_ = {};
  return true;
}

// trial_, new_y_ and new_yp_ become the prediction, at the order and step that are wanted now.
void NordsieckIntegrator::PredictAt(double h) {
  CopyRows(array_, array_order_, trial_);
  if (order_ > array_order_) RaiseOrder(trial_, array_order_, accepted_difference_);
  for (int k = array_order_; k > order_; --k) LowerOrder(trial_, k, kinds_, formulas_[k]);
  if (is_solved_again_) std::ranges::copy(solved_again_, trial_.row(0).begin());
  Rescale(trial_, order_, h / array_step_);
  Predict(trial_, order_);
  std::ranges::copy(trial_.row(0), new_y_.begin());
  for (std::size_t i = 0; i < new_yp_.size(); ++i) new_yp_[i] = trial_.row(1)[i] / h;
}

// The change of the array by the step: from the slopes if these were solved for, else from the values.
void NordsieckIntegrator::FindDifference(double h) {
  for (std::size_t i = 0; i < difference_.size(); ++i) {
    const Formula& f = formula().of(kinds_[i]);
    if (kinds_[i] == UnknownKind::kLinear) {
      difference_[i] = 0;  // it has only its value
    } else if (kinds_[i] == UnknownKind::kDifferential && improves_slopes_) {
      difference_[i] = (h * new_yp_[i] - trial_.row(1)[i]) / f.l[1];
    } else {
      difference_[i] = (new_y_[i] - trial_.row(0)[i]) / f.l[0];
    }
  }
}

double NordsieckIntegrator::ReduceAfterError(double h, int num_errors) {
  controller_.Reset();
  if (num_errors > 2) {  // the past is of no use
    order_ = 1;
    if (num_errors == 3) SolveAgain(0.1 * h);
    return 0.1 * h;
  }
  const OrderChoice choice = ChooseOrder(order_, {ErrorBelow(h), error_, kInfinity});
  order_ = choice.order;
  const double most = num_errors > 1 ? 0.25 : 0.9;
  return h * (std::isfinite(error_) ? std::clamp(choice.ratio, 0.1, most) : 0.1);
}

// The values at the present time: with a new Jacobian, at the end of a step too short to change any but
// algebraic unknowns.
void NordsieckIntegrator::SolveAgain(double h) {
  constexpr double kPartOfStep = 1e-3;
  constexpr double kLimit = 1e-3;
  std::ranges::copy(y_, new_y_.begin());
  std::ranges::copy(yp_, new_yp_.begin());
  corrector_.Forget();
  const CorrectorGoal goal{correction_norm_, h, kLimit, {time_, y_, yp_}};
  is_solved_again_ =
      corrector_.Solve(time_, 1 / (kPartOfStep * h), goal, new_y_, new_yp_) == Attempt::kSucceeded;
  if (is_solved_again_) std::ranges::copy(new_y_, solved_again_.begin());
}

StepOutcome NordsieckIntegrator::Finish(double h, double t_limit) {
  const int order = order_;
  ChooseNext(h);
  std::swap(array_, trial_);
  std::swap(accepted_difference_, difference_);
  array_order_ = order;
  array_step_ = difference_step_ = h;
  std::swap(y_, new_y_);
  for (std::size_t i = 0; i < yp_.size(); ++i) yp_[i] = array_.row(1)[i] / h;
  norm_.SetWeights(y_);
  correction_norm_.SetWeights(y_);
  const StepOutcome outcome = Accept(h, order, t_limit);
  NotePast(time_, y_);
  return outcome;
}

// trial_ is the accepted array, array_ still the one before.
void NordsieckIntegrator::ChooseNext(double h) {
  if (options_.fixed_step > 0) {
    order_ = std::min(order_ + 1, max_order_);
    return;
  }
  const double controlled = controller_.AfterSuccess(h, error_, order_ + 1);
  const bool shortened = h < step_ * (1 - 1e-10);  // by the limit, not by its error
  if (shortened) wait_ = std::max(wait_, 2);
  if (--wait_ > 0) return;
  OrderChoice choice = ChooseOrder(order_, {ErrorBelow(h), error_, ErrorAbove(h)});
  if (choice.order == order_ && options_.controller) choice.ratio = controlled;
  // A change of the step shows in the differences of algebraic unknowns: at order 1 a function g of
  // differential unknowns q gets g_q q'' h^2 + g_qq q' q' h (h + h_before)/2, two terms that may cancel for
  // equal steps only. Where steps were refused, both at once were refused again and again (a double pendulum
  // took twenty thousand steps of order 1 that way).
  const bool was_refused = largest_growth_ == kGrowthAfterFailure;
  choice.ratio = std::min(choice.ratio, choice.order > order_ && was_refused ? 1.0 : largest_growth_);
  if (choice.ratio < (choice.order == order_ ? kWorthwhileRatio : 1)) {
    wait_ = kStepsUntilNextLook;
    return;
  }
  if (choice.order != order_) controller_.Reset();
  order_ = choice.order;
  step_ = choice.ratio < kWorthwhileRatio ? h : h * choice.ratio;
  if (options_.max_step > 0) step_ = std::min(step_, options_.max_step);
  wait_ = order_ + 1;
  largest_growth_ = kGrowth;
}

// The last row is h^k y^(k) / k!.
double NordsieckIntegrator::ErrorBelow(double h) const {
  if (order_ == 1) return kInfinity;
  const double constant = formulas_[order_ - 1].of(UnknownKind::kDifferential).error_constant;
  return constant * Factorial(order_) * norm_.Tested(trial_.row(order_), h);
}

// From two differences of the same order.
double NordsieckIntegrator::ErrorAbove(double h) {
  if (order_ == max_order_ || array_order_ != order_ || difference_step_ == 0) return kInfinity;
  const double ratio = std::pow(h / difference_step_, order_ + 1);
  for (std::size_t i = 0; i < work_.size(); ++i) work_[i] = difference_[i] - ratio * accepted_difference_[i];
  const double constant = formulas_[order_ + 1].of(UnknownKind::kDifferential).error_constant;
  return constant * norm_.Tested(work_, h);
}

void NordsieckIntegrator::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  Evaluate(array_, array_order_, (t - time_) / array_step_, array_step_, y, yp);
}

}  // namespace daedalus::integrate
