#include "ivp/peer_cvode.h"

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cstdlib>

#include "daedalus/base/check.h"
#include "ivp/ode_form.h"

namespace daedalus::bench {
namespace {

PeerWorkspace& Space(void* user) {
  return *static_cast<PeerWorkspace*>(user);
}

// f(t, y) = -F(t, y, 0). yp of the workspace stays zero all along.
int Right(double t, N_Vector y, N_Vector f, void* user) {
  PeerWorkspace& s = Space(user);
  const int flag = Flag(s.problem.dae.residual(t, Values(y), Values(s.yp), Values(f)));
  for (double& value : Values(f)) value = -value;
  return flag;
}

int Jacobian(double t, N_Vector y, N_Vector, SUNMatrix matrix, void* user, N_Vector, N_Vector, N_Vector) {
  PeerWorkspace& s = Space(user);
  return s.FillMatrix(t, y, Values(s.yp), -1, 0, matrix);
}

}  // namespace

PeerCvode::PeerCvode(const problems::IvpProblem& problem, CvodeMethod method, const PeerOptions& options)
    : space_(problem, options) {
  PeerWorkspace& s = space_;
  cvode_ = CVodeCreate(method == CvodeMethod::kBdf ? CV_BDF : CV_ADAMS, s.context);
  int flag = CVodeInit(cvode_, Right, 0, s.y);
  flag |= CVodeSetUserData(cvode_, &s);
  flag |= CVodeSVtolerances(cvode_, options.relative, s.absolute);
  flag |= CVodeSetMaxNumSteps(cvode_, options.max_steps);
  flag |= CVodeSetErrFile(cvode_, nullptr);
  if (method == CvodeMethod::kBdf) {
    flag |= CVodeSetLinearSolver(cvode_, s.solver, s.matrix);
    flag |= CVodeSetJacFn(cvode_, Jacobian);
  } else {
    fixed_point_ = SUNNonlinSol_FixedPoint(s.y, 0, s.context);
    flag |= CVodeSetNonlinearSolver(cvode_, fixed_point_);
  }
  DAEDALUS_CHECK(flag == CV_SUCCESS, "CVODE takes the test problems");
}

PeerCvode::~PeerCvode() {
  CVodeFree(&cvode_);
  if (fixed_point_) SUNNonlinSolFree(fixed_point_);
}

bool PeerCvode::Fits(const problems::IvpProblem& problem) {
  return problem.dae.num_roots == 0 && IsExplicitOde(problem);
}

int PeerCvode::SolvePiece(double from, double to) {
  PeerWorkspace& s = space_;
  std::ranges::fill(Values(s.yp), 0.0);
  double t = from;
  CVodeReInit(cvode_, t, s.y);
  CVodeSetStopTime(cvode_, to);
  int flag = CV_SUCCESS;
  while (flag >= 0 && t < to) flag = CVode(cvode_, s.NextOutput(t, to), s.y, &t, CV_NORMAL);
  long since_start = 0;
  CVodeGetNumSteps(cvode_, &since_start);
  s.steps += since_start;
  return flag;
}

PeerResult PeerCvode::Run() {
  const int flag = RunPieces(space_, [&](double from, double to) { return SolvePiece(from, to); });
  const auto y = Values(space_.y);
  char* name = CVodeGetReturnFlagName(flag);
  PeerResult result{flag >= 0, space_.steps, flag >= 0 ? "" : name, {y.begin(), y.end()}, {}};
  std::free(name);
  return result;
}

}  // namespace daedalus::bench
