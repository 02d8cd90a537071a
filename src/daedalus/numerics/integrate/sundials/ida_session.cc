#include "daedalus/numerics/integrate/sundials/ida_session.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/check.h"

namespace daedalus::integrate {
namespace {

constexpr int kHighestOrder = 5;

int AsFlag(EvalOutcome outcome) {
  switch (outcome) {
    case EvalOutcome::kOk:
      return 0;
    case EvalOutcome::kRecoverable:
      return 1;
    case EvalOutcome::kFatal:
      break;
  }
  return -1;
}

constexpr int kMaxErrorTestFailures = 30;

}  // namespace

Expected<std::unique_ptr<IdaSession>, std::string> IdaSession::Create(DaeProblem problem,
                                                                      const Tolerances& tolerances,
                                                                      const IntegratorOptions& options) {
  if (auto error = FindInputError(problem, tolerances)) return Failure{*std::move(error)};
  if (auto error = FindOptionsError(options, kHighestOrder)) return Failure{*std::move(error)};
  if (!problem.signs.empty()) return Failure{std::string("ida keeps no signs; bdf does")};
  std::unique_ptr<IdaSession> session(new IdaSession(std::move(problem), tolerances, options));
  if (session->Configure(tolerances, options) != IDA_SUCCESS) {
    return Failure{"IDA refuses the problem: " + session->TakeMessage()};
  }
  return session;
}

IdaSession::IdaSession(DaeProblem problem, const Tolerances& tolerances, const IntegratorOptions& options)
    : evaluator_(std::move(problem), tolerances),
      norm_(evaluator_.problem(), tolerances, false),
      linear_solver_(evaluator_.problem().pattern, options.linear_solver, context_),
      y_(linear::NewVector(size(), context_)),
      yp_(linear::NewVector(size(), context_)),
      weights_(linear::NewVector(size(), context_)),
      ida_(IDACreate(context_)) {
  DAEDALUS_CHECK(ida_, "IDA can allocate its memory block");
}

int IdaSession::Configure(const Tolerances& tolerances, const IntegratorOptions& options) {
  void* ida = ida_.get();
  int flag = IDASetErrHandlerFn(ida, linear::SundialsMessages::Listen, &messages_);
  const auto set = [&flag](int result) {
    if (flag == IDA_SUCCESS) flag = result;
  };
  N_VConst(0, y_.get());
  N_VConst(0, yp_.get());
  set(IDAInit(ida, OnResidual, 0, y_.get(), yp_.get()));
  set(IDASetUserData(ida, this));
  set(IDAWFtolerances(ida, OnWeights));
  set(IDASetLinearSolver(ida, linear_solver_.solver(), linear_solver_.matrix()));
  set(IDASetJacFn(ida, OnJacobian));
  set(IDASetMaxOrd(ida, options.max_order > 0 ? options.max_order : kHighestOrder));
  set(IDASetInitStep(ida, options.initial_step));
  if (options.max_step > 0) set(IDASetMaxStep(ida, options.max_step));
  // The first step may be too large by many powers of ten, where slopes at the start are poor; IDA's 10
  // quarterings do not suffice then.
  set(IDASetMaxErrTestFails(ida, kMaxErrorTestFailures));
  SetKinds(tolerances, options);
  return flag;
}

int IdaSession::OnWeights(N_Vector y, N_Vector weights, void* session) {
  ErrorNorm& norm = static_cast<IdaSession*>(session)->norm_;
  norm.SetWeights({N_VGetArrayPointer(y), norm.weights().size()});
  std::ranges::copy(norm.weights(), N_VGetArrayPointer(weights));
  return linear::AreFinite(norm.weights()) ? 0 : -1;
}

// IDA has one mark for "algebraic" and "not tested": on request, it leaves the unknowns marked as algebraic
// out of the error test. Its calculation of consistent values needs the word in its first meaning.
void IdaSession::SetKinds(const Tolerances& tolerances, const IntegratorOptions& options) {
  const std::vector<char>& differential = evaluator_.problem().is_differential;
  const std::vector<char>& untested = tolerances.untested;
  const bool by_list = !untested.empty() && !options.suppress_algebraic;
  const auto kinds = linear::NewVector(size(), context_);
  N_VConst(1, kinds.get());
  const auto values = linear::Values(kinds);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (by_list ? untested[i] != 0 : !differential.empty() && !differential[i]) values[i] = 0;
  }
  IDASetId(ida_.get(), kinds.get());
  IDASetSuppressAlg(ida_.get(), by_list || options.suppress_algebraic);
}

int IdaSession::Restart(double t, std::span<const double> y, std::span<const double> yp) {
  std::ranges::copy(y, linear::Values(y_).begin());
  std::ranges::copy(yp, linear::Values(yp_).begin());
  evaluator_.ForgetFailure();
  return IDAReInit(ida_.get(), t, y_.get(), yp_.get());
}

std::optional<StepOutcome> IdaSession::FindStartError(double t, std::span<const double> y,
                                                      std::span<const double> yp) {
  return integrate::FindStartError(evaluator_, t, y, yp, linear::Values(weights_));
}

int IdaSession::OnResidual(double t, N_Vector y, N_Vector yp, N_Vector r, void* session) {
  return AsFlag(static_cast<IdaSession*>(session)->evaluator_.Residual(
      t, linear::Values(y), linear::Values(yp), linear::Values(r)));
}

int IdaSession::OnJacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix, void* session,
                           N_Vector, N_Vector, N_Vector) {
  auto* self = static_cast<IdaSession*>(session);
  return AsFlag(self->evaluator_.Jacobian(t, c, linear::Values(y), linear::Values(yp), linear::Values(r),
                                          self->linear_solver_.values()));
}

WorstResidual IdaSession::FindWorstResidual(std::span<const double> r) {
  IDAGetErrWeights(ida_.get(), weights_.get());
  return integrate::FindWorstResidual(evaluator_.problem().pattern, linear_solver_.values(),
                                      linear::Values(weights_), r);
}

Blame IdaSession::BlameResidual() {
  double t, c;
  N_Vector y_predicted, yp_predicted, y, yp, residual;
  void* user_data;
  IDAGetNonlinearSystemData(ida_.get(), &t, &y_predicted, &yp_predicted, &y, &yp, &residual, &c, &user_data);
  return {FindWorstResidual(linear::Values(residual)).row, std::nullopt};
}

Blame IdaSession::BlameErrorTest() {
  const auto errors = linear::NewVector(size(), context_);
  IDAGetEstLocalErrors(ida_.get(), errors.get());
  IDAGetErrWeights(ida_.get(), weights_.get());
  N_VProd(errors.get(), weights_.get(), errors.get());
  N_VAbs(errors.get(), errors.get());
  const auto values = linear::Values(errors);
  const auto worst = std::ranges::max_element(values) - values.begin();
  return {std::nullopt, static_cast<std::int32_t>(worst)};
}

}  // namespace daedalus::integrate
