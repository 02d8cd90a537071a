#include "daedalus/numerics/integrate/multistep/nordsieck_integrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace daedalus::integrate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
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

int HighestOrder(const IntegratorOptions& options, int of_method) {
  return options.max_order > 0 ? options.max_order : of_method;
}

std::vector<FormulaOfKind> FormulasUpTo(int highest_order, Formula (*formula)(int order)) {
  std::vector<FormulaOfKind> formulas(1);
  for (int order = 1; order <= highest_order; ++order) {
    formulas.push_back(WithOtherKinds(formula(order), order));
  }
  return formulas;
}

// The corrector also tests unknowns that the error test leaves out. It takes the same share of the tolerance
// as the step: with the whole tolerance its error would be larger than that of the step.
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
      past_{.array = NordsieckArray(size(), HighestOrder(options_, setup.highest_order)),
            .difference = std::vector<double>(size())},
      trial_{.array = past_.array,
             .y = std::vector<double>(size()),
             .yp = std::vector<double>(size()),
             .difference = std::vector<double>(size())},
      tolerances_(std::move(setup.tolerances)),
      improves_slopes_(setup.improves_slopes),
      control_(HighestOrder(options_, setup.highest_order), options_),
      formulas_(FormulasUpTo(control_.max_order(), setup.formula)),
      solved_again_(size()),
      middle_y_(size()),
      middle_yp_(size()),
      work_(size()) {}

void NordsieckIntegrator::Start() {
  corrector_.Forget();
  control_.Forget();
  past_.order = 1;
  past_.has_difference = false;
  correction_norm_.SetWeights(y_);
}

StepOutcome NordsieckIntegrator::Advance(double t_limit) {
  if (control_.step() == 0) {
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
    ShortenAfter(attempt, h, num_errors);
    if (auto outcome = NoteFailure(attempt, control_.step(), trial_.blame)) return *std::move(outcome);
  }
}

void NordsieckIntegrator::ShortenAfter(Attempt attempt, double h, int& num_errors) {
  if (attempt != Attempt::kErrorTooLarge) {
    control_.AfterDivergence(h);
    return;
  }
  control_.AfterError(h, ++num_errors, ErrorBelow(h), trial_.error);
  if (num_errors == 3) SolveAgain(0.1 * h);
}

// The only past is y and y' ([Gea70] sets h y' to zero; the modern choice is to use it).
void NordsieckIntegrator::BeginWithOrderOne(double t_limit) {
  const double h = options_.fixed_step > 0 ? options_.fixed_step : FirstStep(t_limit);
  control_.StartAt(1, h);
  past_.h = h;
  std::ranges::copy(y_, past_.array.row(0).begin());
  for (std::size_t i = 0; i < y_.size(); ++i) {
    past_.array.row(1)[i] = kinds_[i] == UnknownKind::kLinear ? 0 : h * yp_[i];
  }
}

// nullopt if the time to the limit is too short, or the Runge-Kutta method fails; then the order builds up
// from 1.
std::optional<StepOutcome> NordsieckIntegrator::BeginWithRungeKutta(double t_limit) {
  const bool fixed = options_.fixed_step > 0;
  const int m = fixed ? control_.max_order() : std::min(control_.max_order(), kStarterOrder);
  const auto starter = MakeStarter(evaluator_, StarterTolerances(tolerances_, fixed), options_.linear_solver);
  if (!starter) return std::nullopt;
  const double h = fixed ? options_.fixed_step : StarterStep(*starter, t_limit, m);
  if (h == 0 || m * h > (t_limit - time_) * (1 + 1e-10)) return std::nullopt;
  const EqualSteps past = RunEqualSteps(*starter, time_, y_, yp_, h, m);
  statistics_.newton_iterations += starter->statistics().newton_iterations;
  statistics_.factorizations += starter->statistics().factorizations;
  if (!past.outcome.ok()) return std::nullopt;
  control_.StartAt(m, h);
  past_.order = m;
  past_.h = h;
  FillArray(past);
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
  const int m = past_.order;
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
    SetUnknown(past_.array, m, i, p);
  }
}

double NordsieckIntegrator::NextStep(double t_limit) const {
  if (options_.fixed_step <= 0) return FitStep(control_.step(), t_limit);
  const double way = t_limit - time_;
  return way <= control_.step() * (1 + 1e-10) ? way : control_.step();
}

Attempt NordsieckIntegrator::Try(double h) {
  PredictAt(h);
  trial_.blame = {};
  const FormulaOfKind& f = formula();
  const Formula& differential = f.of(UnknownKind::kDifferential);
  const double c = differential.l[1] / (differential.l[0] * h);
  const double limit = kCorrectorPart * differential.l[0] / differential.error_constant;
  Attempt attempt =
      corrector_.Solve(time_ + h, c, {correction_norm_, h, limit, {time_, y_, yp_}}, trial_.y, trial_.yp);
  if (attempt == Attempt::kSucceeded) attempt = Improve(time_ + h, h);
  if (attempt != Attempt::kSucceeded) {
    if (!trial_.blame.row && !trial_.blame.unknown) trial_.blame = corrector_.BlameFailure(attempt, norm_);
    return attempt;
  }
  trial_.blame.unknown = FindSignViolation(trial_.y);
  if (trial_.blame.unknown) return Attempt::kSignViolated;
  FindDifference(h);
  trial_.error = differential.error_constant * norm_.Tested(trial_.difference, h);
  if (options_.fixed_step == 0 && !(trial_.error <= 1)) {
    trial_.blame.unknown = norm_.Worst(trial_.difference, h);
    return Attempt::kErrorTooLarge;
  }
  Correct(trial_.array, control_.order(), kinds_, formula(), trial_.difference);
  std::ranges::copy(trial_.y, trial_.array.row(0).begin());
  return PassesOver(h) ? Attempt::kErrorTooLarge : Attempt::kSucceeded;
}

// An error test knows the ends of steps. A step that is much longer than the previous one may miss changes in
// between, such as a half-period of a switch. So its middle must satisfy the equations as well.
bool NordsieckIntegrator::PassesOver(double h) {
  if (!looks_inside_ || !(h > kMuchLonger * past_.h)) return false;
  Evaluate(trial_.array, control_.order(), -0.5, h, middle_y_, middle_yp_);
  const double missed =
      corrector_.LargestResidual(time_ + h / 2, 2 / h, middle_y_, middle_yp_, correction_norm_.weights());
  if (missed <= kMostMissed) return false;
  trial_.error = missed;
  trial_.blame = {};
  return true;
}

// trial_.array, trial_.y and trial_.yp become the prediction, at the order and step that are wanted now.
void NordsieckIntegrator::PredictAt(double h) {
  CopyRows(past_.array, past_.order, trial_.array);
  if (control_.order() > past_.order) RaiseOrder(trial_.array, past_.order, past_.difference);
  for (int k = past_.order; k > control_.order(); --k) LowerOrder(trial_.array, k, kinds_, formulas_[k]);
  if (is_solved_again_) std::ranges::copy(solved_again_, trial_.array.row(0).begin());
  Rescale(trial_.array, control_.order(), h / past_.h);
  Predict(trial_.array, control_.order());
  std::ranges::copy(trial_.array.row(0), trial_.y.begin());
  for (std::size_t i = 0; i < trial_.yp.size(); ++i) trial_.yp[i] = trial_.array.row(1)[i] / h;
}

// The change of the array by the step: from the slopes if these were solved for, else from the values.
void NordsieckIntegrator::FindDifference(double h) {
  for (std::size_t i = 0; i < trial_.difference.size(); ++i) {
    const Formula& f = formula().of(kinds_[i]);
    if (kinds_[i] == UnknownKind::kLinear) {
      trial_.difference[i] = 0;  // it has only its value
    } else if (kinds_[i] == UnknownKind::kDifferential && improves_slopes_) {
      trial_.difference[i] = (h * trial_.yp[i] - trial_.array.row(1)[i]) / f.l[1];
    } else {
      trial_.difference[i] = (trial_.y[i] - trial_.array.row(0)[i]) / f.l[0];
    }
  }
}

// The values at the present time, by a new Jacobian and as the end of a step that is too short to change any
// but algebraic unknowns.
void NordsieckIntegrator::SolveAgain(double h) {
  constexpr double kPartOfStep = 1e-3;
  constexpr double kLimit = 1e-3;
  std::ranges::copy(y_, trial_.y.begin());
  std::ranges::copy(yp_, trial_.yp.begin());
  corrector_.Forget();
  const CorrectorGoal goal{correction_norm_, h, kLimit, {time_, y_, yp_}};
  is_solved_again_ =
      corrector_.Solve(time_, 1 / (kPartOfStep * h), goal, trial_.y, trial_.yp) == Attempt::kSucceeded;
  if (is_solved_again_) std::ranges::copy(trial_.y, solved_again_.begin());
}

StepOutcome NordsieckIntegrator::Finish(double h, double t_limit) {
  const int order = control_.order();
  ChooseNext(h);
  std::swap(past_.array, trial_.array);
  std::swap(past_.difference, trial_.difference);
  past_.order = order;
  past_.h = h;
  past_.has_difference = true;
  std::swap(y_, trial_.y);
  for (std::size_t i = 0; i < yp_.size(); ++i) yp_[i] = past_.array.row(1)[i] / h;
  norm_.SetWeights(y_);
  correction_norm_.SetWeights(y_);
  const StepOutcome outcome = Accept(h, order, t_limit);
  NotePast(time_, y_);
  return outcome;
}

// The trial is the accepted step, the past still the one before.
void NordsieckIntegrator::ChooseNext(double h) {
  if (options_.fixed_step > 0) {
    control_.Rise();
  } else if (control_.NoteSuccess(h, trial_.error)) {
    control_.Choose(h, {ErrorBelow(h), trial_.error, ErrorAbove(h)});
  }
}

// The last row is h^k y^(k) / k!.
double NordsieckIntegrator::ErrorBelow(double h) const {
  const int order = control_.order();
  if (order == 1) return kInfinity;
  const double constant = formulas_[order - 1].of(UnknownKind::kDifferential).error_constant;
  return constant * Factorial(order) * norm_.Tested(trial_.array.row(order), h);
}

// From two differences of the same order.
double NordsieckIntegrator::ErrorAbove(double h) {
  const int order = control_.order();
  if (order == control_.max_order() || past_.order != order || !past_.has_difference) return kInfinity;
  const double ratio = std::pow(h / past_.h, order + 1);
  for (std::size_t i = 0; i < work_.size(); ++i)
    work_[i] = trial_.difference[i] - ratio * past_.difference[i];
  const double constant = formulas_[order + 1].of(UnknownKind::kDifferential).error_constant;
  return constant * norm_.Tested(work_, h);
}

void NordsieckIntegrator::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  Evaluate(past_.array, past_.order, (t - time_) / past_.h, past_.h, y, yp);
}

}  // namespace daedalus::integrate
