#include "ivp/peer_ida.h"

#include <ida/ida.h>

#include <algorithm>
#include <cstdlib>

#include "daedalus/base/check.h"

namespace daedalus::bench {
namespace {

PeerWorkspace& Space(void* user) {
  return *static_cast<PeerWorkspace*>(user);
}

int Residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* user) {
  return Flag(Space(user).problem.dae.residual(t, Values(y), Values(yp), Values(r)));
}

int Roots(double t, N_Vector y, N_Vector yp, double* g, void* user) {
  const auto& dae = Space(user).problem.dae;
  return Flag(dae.roots(t, Values(y), Values(yp), {g, static_cast<std::size_t>(dae.num_roots)}));
}

int Jacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector, SUNMatrix matrix, void* user, N_Vector,
             N_Vector, N_Vector) {
  return Space(user).FillMatrix(t, y, Values(yp), 1, c, matrix);
}

}  // namespace

PeerIda::PeerIda(const problems::IvpProblem& problem, const PeerOptions& options) : space_(problem, options) {
  PeerWorkspace& s = space_;
  ida_ = IDACreate(s.context);
  int flag = IDAInit(ida_, Residual, 0, s.y, s.yp);
  flag |= IDASetUserData(ida_, &s);
  flag |= IDASVtolerances(ida_, options.relative, s.absolute);
  flag |= IDASetId(ida_, s.id);
  flag |= IDASetSuppressAlg(ida_, problem.suppress_algebraic);
  flag |= IDASetMaxNumSteps(ida_, options.max_steps);
  flag |= IDASetErrFile(ida_, nullptr);
  if (problem.dae.num_roots > 0) flag |= IDARootInit(ida_, problem.dae.num_roots, Roots);
  flag |= IDASetLinearSolver(ida_, s.solver, s.matrix);
  flag |= IDASetJacFn(ida_, Jacobian);
  DAEDALUS_CHECK(flag == IDA_SUCCESS, "IDA takes the test problems");
}

PeerIda::~PeerIda() {
  IDAFree(&ida_);
}

// With a new start after every root.
int PeerIda::SolvePiece(double from, double to) {
  PeerWorkspace& s = space_;
  double t = from;
  IDAReInit(ida_, t, s.y, s.yp);
  IDASetStopTime(ida_, to);
  int flag = IDA_SUCCESS;
  while (flag >= 0 && t < to) {
    flag = IDASolve(ida_, s.NextOutput(t, to), &t, s.y, s.yp, IDA_NORMAL);
    if (flag != IDA_ROOT_RETURN) continue;
    s.problem.make_consistent(t, Values(s.y), Values(s.yp));
    CountSteps();
    IDAReInit(ida_, t, s.y, s.yp);
    IDASetStopTime(ida_, to);
  }
  CountSteps();
  return flag;
}

void PeerIda::CountSteps() {
  long since_start = 0;
  IDAGetNumSteps(ida_, &since_start);
  space_.steps += since_start;
}

PeerResult PeerIda::Run() {
  const int flag = RunPieces(space_, [&](double from, double to) { return SolvePiece(from, to); });
  const auto y = Values(space_.y), yp = Values(space_.yp);
  char* name = IDAGetReturnFlagName(flag);
  PeerResult result{
      flag >= 0, space_.steps, flag >= 0 ? "" : name, {y.begin(), y.end()}, {yp.begin(), yp.end()}};
  std::free(name);
  return result;
}

}  // namespace daedalus::bench
