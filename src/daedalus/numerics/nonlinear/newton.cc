#include "daedalus/numerics/nonlinear/newton.h"

#include <kinsol/kinsol.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/sundials/solver.h"
#include "daedalus/numerics/linear/sundials/vector.h"

namespace daedalus::nonlinear {
namespace {

using linear::Values;

// Scaled residual that stands for "F cannot be evaluated here": its square must not overflow in KINSOL's
// norms.
constexpr double kInfinitelyBad = 1e100;
constexpr double kStepTolerance = 1e-14;  // on the relative step; below, the iteration stands still
constexpr std::int64_t kEvaluationsPerIteration = 60;  // more than halvings to nothing
constexpr double kLargestStep = 1e3;  // in units of max(|x|, nominal), before the line search

std::optional<std::string> FindInputError(const NonlinearProblem& problem, std::span<const double> x,
                                          const NewtonOptions& options) {
  if (problem.size < 0) return "a negative number of unknowns";
  if (!problem.residual || !problem.jacobian) return "the residual or the Jacobian callback is missing";
  const auto n = static_cast<std::size_t>(problem.size);
  if (x.size() != n) return std::to_string(x.size()) + " start values for " + std::to_string(n) + " unknowns";
  if (!problem.nominal.empty() && problem.nominal.size() != n) {
    return std::to_string(problem.nominal.size()) + " nominal values for " + std::to_string(n) + " unknowns";
  }
  for (const double nominal : problem.nominal) {
    if (!(nominal > 0) || std::isinf(nominal)) return "a nominal value is not positive and finite";
  }
  if (!(options.tolerance > 0) || options.max_iterations < 1)
    return "the tolerance or the iteration limit is not positive";
  const linear::SparsePattern& pattern = problem.pattern;
  if (pattern.cols == 0 && pattern.rows == 0) return std::nullopt;
  if (pattern.rows != problem.size || pattern.cols != problem.size)
    return "the pattern is not that of a square system";
  return linear::FindPatternError(pattern);
}

const linear::SparsePattern& PatternOf(const NonlinearProblem& problem, linear::SparsePattern& dense) {
  if (problem.pattern.cols == problem.size) return problem.pattern;
  dense = linear::DensePattern(problem.size, problem.size);
  return dense;
}

class NewtonSolver {
 public:
  NewtonSolver(const NonlinearProblem& problem, const NewtonOptions& options);
  SolveOutcome Solve(std::span<double> x);

 private:
  bool Start(std::span<const double> x);
  bool Rescale();
  int RunKinsol();
  bool CanGoOn(int flag, double norm_before) const;
  SolveStatus Classify(int flag) const;
  bool IsUsedUp() const {
    return outcome_.residual_evaluations >= kEvaluationsPerIteration * options_.max_iterations;
  }
  void Explain(SolveStatus status);
  void Measure();

  EvalOutcome EvaluateResidual(N_Vector x, std::span<double> r);
  EvalOutcome EvaluateJacobian(N_Vector x);
  static int OnResidual(N_Vector x, N_Vector r, void* solver);
  static int OnJacobian(N_Vector x, N_Vector r, SUNMatrix j, void* solver, N_Vector work1, N_Vector work2);

  struct KinsolDeleter {
    void operator()(void* kinsol) const { KINFree(&kinsol); }
  };

  const NonlinearProblem& problem_;
  const NewtonOptions& options_;
  linear::SparsePattern dense_;
  const linear::SparsePattern& pattern_;
  linear::SundialsContext context_;
  linear::SundialsMessages messages_;
  linear::SundialsSolver linear_solver_;
  linear::VectorHandle x_, x_scale_, r_scale_;
  std::vector<double> r_;
  std::unique_ptr<void, KinsolDeleter> kinsol_;
  linear::EvalFailure failure_;
  SolveOutcome outcome_;
};

NewtonSolver::NewtonSolver(const NonlinearProblem& problem, const NewtonOptions& options)
    : problem_(problem),
      options_(options),
      pattern_(PatternOf(problem, dense_)),
      linear_solver_(pattern_, options.linear_solver, context_),
      x_(linear::NewVector(problem.size, context_)),
      x_scale_(linear::NewVector(problem.size, context_)),
      r_scale_(linear::NewVector(problem.size, context_)),
      r_(problem.size),
      kinsol_(KINCreate(context_)) {
  DAEDALUS_CHECK(kinsol_, "KINSOL can allocate its memory block");
  void* kinsol = kinsol_.get();
  KINSetErrHandlerFn(kinsol, linear::SundialsMessages::Listen, &messages_);
  int flag = KINInit(kinsol, OnResidual, x_.get());
  const auto set = [&flag](int result) {
    if (flag == KIN_SUCCESS) flag = result;
  };
  set(KINSetUserData(kinsol, this));
  set(KINSetLinearSolver(kinsol, linear_solver_.solver(), linear_solver_.matrix()));
  set(KINSetJacFn(kinsol, OnJacobian));
  set(KINSetMaxSetupCalls(kinsol, 1));  // a new Jacobian in every iteration
  set(KINSetFuncNormTol(kinsol, options.tolerance));
  set(KINSetScaledStepTol(kinsol, kStepTolerance));
  set(KINSetMaxBetaFails(kinsol, options.max_iterations));
  DAEDALUS_CHECK(flag == KIN_SUCCESS, "KINSOL accepts checked options");
}

EvalOutcome NewtonSolver::EvaluateResidual(N_Vector x, std::span<double> r) {
  ++outcome_.residual_evaluations;
  const auto evaluate = [&] { return problem_.residual(std::span<const double>(Values(x)), r); };
  const EvalOutcome outcome = linear::CallGuarded(evaluate, failure_);
  if (outcome != EvalOutcome::kOk) return outcome;
  if (linear::AreFinite(r)) return EvalOutcome::kOk;
  const auto row = linear::FirstNotFinite(r);
  failure_ = {EvalOutcome::kRecoverable, row, "residual " + std::to_string(*row) + " is not finite"};
  return EvalOutcome::kRecoverable;
}

EvalOutcome NewtonSolver::EvaluateJacobian(N_Vector x) {
  ++outcome_.jacobian_evaluations;
  const auto values = linear_solver_.values();
  const auto evaluate = [&] { return problem_.jacobian(std::span<const double>(Values(x)), values); };
  const EvalOutcome outcome = linear::CallGuarded(evaluate, failure_);
  if (outcome != EvalOutcome::kOk) return outcome;
  if (linear::AreFinite(values)) return EvalOutcome::kOk;
  const auto entry = linear::FirstNotFinite(values);
  const std::int32_t row = pattern_.row_indices[*entry];
  failure_ = {EvalOutcome::kRecoverable, row,
              "the Jacobian of residual " + std::to_string(row) + " is not finite"};
  return EvalOutcome::kRecoverable;
}

int NewtonSolver::OnResidual(N_Vector x, N_Vector r, void* solver) {
  auto* self = static_cast<NewtonSolver*>(solver);
  if (self->IsUsedUp()) return -1;  // KINSOL's line search may go on for ever where F overflows
  switch (self->EvaluateResidual(x, Values(r))) {
    case EvalOutcome::kOk:
      return 0;
    case EvalOutcome::kRecoverable: {
      // KINSOL itself would halve the step five times only, and then stop.
      const auto scale = Values(self->r_scale_);
      for (std::size_t i = 0; i < scale.size(); ++i) Values(r)[i] = kInfinitelyBad / scale[i];
      return 0;
    }
    case EvalOutcome::kFatal:
      break;
  }
  return -1;
}

int NewtonSolver::OnJacobian(N_Vector x, N_Vector, SUNMatrix, void* solver, N_Vector, N_Vector) {
  return static_cast<NewtonSolver*>(solver)->EvaluateJacobian(x) == EvalOutcome::kOk ? 0 : -1;
}

// The scales (1) of the header at x_; false when the Jacobian cannot be evaluated there.
bool NewtonSolver::Rescale() {
  if (EvaluateJacobian(x_.get()) != EvalOutcome::kOk) return false;
  const auto x = Values(x_);
  const auto x_scale = Values(x_scale_);
  for (std::size_t j = 0; j < x.size(); ++j) {
    x_scale[j] = 1 / std::max(std::abs(x[j]), problem_.nominal.empty() ? 1.0 : problem_.nominal[j]);
  }
  std::vector<double> size(x.size(), 0);
  const auto values = linear_solver_.values();
  for (std::int32_t j = 0; j < pattern_.cols; ++j) {
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      double& s = size[pattern_.row_indices[k]];
      s = std::max(s, std::abs(values[k]) / x_scale[j]);
    }
  }
  // An equation whose derivatives all vanish here keeps the scale it had.
  for (std::size_t i = 0; i < size.size(); ++i) {
    if (size[i] > 0) Values(r_scale_)[i] = 1 / size[i];
  }
  return true;
}

void NewtonSolver::Measure() {
  outcome_.residual_norm = 0;
  outcome_.row.reset();
  const auto scale = Values(r_scale_);
  for (std::size_t i = 0; i < r_.size(); ++i) {
    const double size = std::abs(r_[i]) * scale[i];
    if (outcome_.row && size <= outcome_.residual_norm) continue;
    outcome_.row = static_cast<std::int32_t>(i);
    outcome_.residual_norm = size;
  }
}

// True when there is something to iterate on; otherwise outcome_ is final.
bool NewtonSolver::Start(std::span<const double> x) {
  std::ranges::copy(x, Values(x_).begin());
  std::ranges::fill(Values(r_scale_), 1.0);
  const bool evaluated = EvaluateResidual(x_.get(), r_) == EvalOutcome::kOk && Rescale();
  if (!evaluated) {
    const bool fatal = failure_.outcome == EvalOutcome::kFatal;
    outcome_.status = fatal ? SolveStatus::kFatal : SolveStatus::kResidualFailedAtStart;
    outcome_.row = failure_.row;
    outcome_.reason = failure_.message + " at the start";
    return false;
  }
  Measure();
  return true;
}

int NewtonSolver::RunKinsol() {
  void* kinsol = kinsol_.get();
  KINSetNumMaxIters(kinsol, options_.max_iterations - outcome_.iterations);
  const double length = N_VWL2Norm(x_.get(), x_scale_.get());
  KINSetMaxNewtonStep(kinsol, kLargestStep * std::max(length, std::sqrt(static_cast<double>(problem_.size))));
  const int flag = KINSol(kinsol, x_.get(), KIN_LINESEARCH, x_scale_.get(), r_scale_.get());
  long iterations = 0;
  KINGetNumNonlinSolvIters(kinsol, &iterations);
  outcome_.iterations += iterations;
  return flag;
}

// Another round with new scales makes sense unless KINSOL met an obstacle that no scale removes.
bool NewtonSolver::CanGoOn(int flag, double norm_before) const {
  if (outcome_.iterations >= options_.max_iterations) return false;
  switch (flag) {
    case KIN_SUCCESS:
    case KIN_INITIAL_GUESS_OK:
    case KIN_MXNEWT_5X_EXCEEDED:
      return true;
    case KIN_STEP_LT_STPTOL:
    case KIN_LINESEARCH_NONCONV:
    case KIN_LINESEARCH_BCFAIL:
      return outcome_.residual_norm < norm_before / 2;
    default:
      return false;
  }
}

SolveStatus NewtonSolver::Classify(int flag) const {
  if (failure_.outcome == EvalOutcome::kFatal) return SolveStatus::kFatal;
  if (IsUsedUp()) return SolveStatus::kNotConverged;
  switch (flag) {
    case KIN_LSETUP_FAIL:
      return linear_solver_.last_status() == linear::FactorStatus::kSingular ? SolveStatus::kSingularJacobian
                                                                             : SolveStatus::kResidualFailed;
    case KIN_MEM_NULL:
    case KIN_ILL_INPUT:
    case KIN_NO_MALLOC:
    case KIN_SYSFUNC_FAIL:
      return SolveStatus::kFatal;
    default:
      return SolveStatus::kNotConverged;
  }
}

void NewtonSolver::Explain(SolveStatus status) {
  outcome_.status = status;
  switch (status) {
    case SolveStatus::kSingularJacobian: {
      const linear::Singularity singularity = linear_solver_.linear_solver().ExplainSingularity();
      if (!singularity.rows.empty()) outcome_.row = singularity.rows.front();
      if (!singularity.columns.empty()) outcome_.unknown = singularity.columns.front();
      outcome_.reason = "the Jacobian is singular";
      break;
    }
    case SolveStatus::kNotConverged:
      outcome_.reason =
          outcome_.iterations >= options_.max_iterations
              ? "no solution after " + std::to_string(outcome_.iterations) + " iterations"
              : "the iteration is stuck after " + std::to_string(outcome_.iterations) + " iterations";
      if (failure_.row) outcome_.reason += "; " + failure_.message + " at some of the points tried";
      break;
    default:
      outcome_.row = failure_.row;
      outcome_.reason = failure_.message.empty() ? messages_.last : failure_.message;
      break;
  }
}

SolveOutcome NewtonSolver::Solve(std::span<double> x) {
  if (!Start(x)) return outcome_;
  int flag = KIN_SUCCESS;
  double norm_before = outcome_.residual_norm;
  while (outcome_.residual_norm > options_.tolerance && CanGoOn(flag, norm_before)) {
    norm_before = outcome_.residual_norm;
    flag = RunKinsol();
    if (failure_.outcome == EvalOutcome::kFatal) break;
    if (EvaluateResidual(x_.get(), r_) != EvalOutcome::kOk || !Rescale()) break;
    Measure();
  }
  std::ranges::copy(Values(x_), x.begin());
  if (outcome_.residual_norm > options_.tolerance || failure_.outcome == EvalOutcome::kFatal)
    Explain(Classify(flag));
  return outcome_;
}

}  // namespace

std::string_view StatusName(SolveStatus status) {
  switch (status) {
    case SolveStatus::kConverged:
      return "converged";
    case SolveStatus::kNotConverged:
      return "not-converged";
    case SolveStatus::kSingularJacobian:
      return "singular-jacobian";
    case SolveStatus::kResidualFailedAtStart:
      return "residual-failed-at-start";
    case SolveStatus::kResidualFailed:
      return "residual-failed";
    case SolveStatus::kBadInput:
      return "bad-input";
    case SolveStatus::kFatal:
      break;
  }
  return "fatal";
}

SolveOutcome SolveNonlinear(const NonlinearProblem& problem, std::span<double> x,
                            const NewtonOptions& options) {
  SolveOutcome refused{.status = SolveStatus::kBadInput};
  if (auto error = FindInputError(problem, x, options)) {
    refused.reason = *std::move(error);
    return refused;
  }
  if (const auto unknown = linear::FirstNotFinite(x)) {
    refused.unknown = unknown;
    refused.reason = "start value " + std::to_string(*unknown) + " is not finite";
    return refused;
  }
  if (problem.size == 0) return {};
  return NewtonSolver(problem, options).Solve(x);
}

}  // namespace daedalus::nonlinear
