#include "daedalus/integrate/sundials/ida_consistent.h"

#include <algorithm>

#include "daedalus/integrate/sundials/ida_session.h"

namespace daedalus::integrate {
namespace {

ConsistentStatus AsConsistentStatus(StepStatus status) {
  switch (status) {
    case StepStatus::kBadInput:
      return ConsistentStatus::kBadInput;
    case StepStatus::kResidualFailed:
      return ConsistentStatus::kResidualFailed;
    default:
      return ConsistentStatus::kFatal;
  }
}

ConsistentStatus Classify(int flag, IdaSession& session) {
  const auto& failure = session.evaluator().failure();
  if (failure && failure->outcome == EvalOutcome::kFatal) return ConsistentStatus::kFatal;
  const bool singular = session.linear_solver().last_status() == linear::FactorStatus::kSingular;
  switch (flag) {
    case IDA_SUCCESS:
      return ConsistentStatus::kConsistent;
    case IDA_NO_RECOVERY:
      return singular ? ConsistentStatus::kSingularJacobian : ConsistentStatus::kResidualFailed;
    case IDA_FIRST_RES_FAIL:
      return ConsistentStatus::kResidualFailed;
    case IDA_LINESEARCH_FAIL:
    case IDA_CONV_FAIL:
      return singular ? ConsistentStatus::kSingularJacobian : ConsistentStatus::kNotConverged;
    case IDA_ILL_INPUT:
      return ConsistentStatus::kBadInput;
    default:
      return ConsistentStatus::kFatal;
  }
}

void Explain(ConsistentOutcome& outcome, IdaSession& session) {
  const auto& failure = session.evaluator().failure();
  Blame blame;
  switch (outcome.status) {
    case ConsistentStatus::kSingularJacobian:
      blame = BlameSingularity(session.linear_solver().linear_solver());
      outcome.reason = "the Jacobian of the initial system is singular";
      break;
    case ConsistentStatus::kNotConverged:
      blame = session.BlameResidual();
      outcome.reason =
          "the iteration for consistent initial values does not converge; largest residual in row " +
          std::to_string(*blame.row);
      break;
    case ConsistentStatus::kBadInput:
      outcome.reason = "t1 is too close to t0";
      break;
    default:
      if (failure) blame.row = failure->row;
      outcome.reason = failure ? failure->message : "the initial system could not be solved";
      break;
  }
  outcome.row = blame.row;
  outcome.unknown = blame.unknown;
}

// One point (y, y') and its residual.
struct Point {
  std::vector<double> y, yp, r;
};

// Newton steps with the factors that IDACalcIC left behind: y_a -= d, y_d' -= c d with J d = F.
void Polish(IdaSession& session, double t0, double c, Point& best, WorstResidual& worst) {
  constexpr int kMaxPolish = 10;
  const std::vector<char>& differential = session.evaluator().problem().is_differential;
  Point trial = best;
  for (int iteration = 0; iteration < kMaxPolish && worst.size > 0; ++iteration) {
    std::vector<double> step = best.r;
    session.linear_solver().linear_solver().Solve(step);
    for (std::size_t i = 0; i < step.size(); ++i) {
      const bool keeps_y = differential.empty() || differential[i];
      if (keeps_y) trial.yp[i] = best.yp[i] - c * step[i];
      if (!keeps_y) trial.y[i] = best.y[i] - step[i];
    }
    if (session.evaluator().Residual(t0, trial.y, trial.yp, trial.r) != EvalOutcome::kOk) return;
    const WorstResidual next = session.FindWorstResidual(trial.r);
    if (!(next.size <= worst.size / 2)) return;
    std::swap(best, trial);
    worst = next;
  }
}

void Finish(ConsistentOutcome& outcome, IdaSession& session, double t0, std::span<double> y,
            std::span<double> yp) {
  const auto y0 = linear::NewVector(session.size(), session.context());
  const auto yp0 = linear::NewVector(session.size(), session.context());
  IDAGetConsistentIC(session.ida(), y0.get(), yp0.get());
  Point point;
  point.y.assign(linear::Values(y0).begin(), linear::Values(y0).end());
  point.yp.assign(linear::Values(yp0).begin(), linear::Values(yp0).end());
  point.r.resize(point.y.size());
  session.evaluator().Residual(t0, point.y, point.yp, point.r);
  double c = 0;
  IDAGetCurrentCj(session.ida(), &c);
  WorstResidual worst = session.FindWorstResidual(point.r);
  Polish(session, t0, c, point, worst);
  std::ranges::copy(point.y, y.begin());
  std::ranges::copy(point.yp, yp.begin());
  outcome.row = worst.row;
  outcome.residual_norm = worst.size;
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
  Tolerances all_tested = tolerances;
  all_tested.untested.clear();
  auto created = IdaSession::Create(problem, all_tested, {});
  if (!created) return {.status = ConsistentStatus::kBadInput, .reason = created.error()};
  IdaSession& session = **created;
  if (auto error = session.FindStartError(t0, y, yp)) {
    return {.status = AsConsistentStatus(error->status),
            .row = error->row,
            .unknown = error->unknown,
            .residual_evaluations = session.evaluator().residual_evaluations(),
            .reason = error->reason};
  }
  session.Restart(t0, y, yp);
  const int flag = IDACalcIC(session.ida(), IDA_YA_YDP_INIT, t1);
  ConsistentOutcome outcome{.status = Classify(flag, session)};
  outcome.solver_message = session.TakeMessage();
  if (outcome.ok()) {
    Finish(outcome, session, t0, y, yp);
  } else {
    Explain(outcome, session);
  }
  long iterations = 0;
  IDAGetNumNonlinSolvIters(session.ida(), &iterations);
  outcome.newton_iterations = iterations;
  outcome.residual_evaluations = session.evaluator().residual_evaluations();
  return outcome;
}

}  // namespace daedalus::integrate
