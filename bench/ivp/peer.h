// What the peers of SUNDIALS have in common: how they are asked, what they answer, and the way from our
// problems to its vectors and matrices.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "problems/ivp_problem.h"

namespace daedalus::bench {

enum class PeerMatrix { kDense, kKlu };

struct PeerOptions {
  double relative = 1e-6;
  PeerMatrix matrix = PeerMatrix::kDense;
  long max_steps = 0;
  int intervals = 1;  // results at so many equal intervals; 1: the end alone
};

struct PeerResult {
  bool ok = false;
  long steps = 0;
  std::string remark;
  std::vector<double> y, yp;  // at the end; not all peers know slopes
};

inline std::span<double> Values(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))};
}

inline int Flag(integrate::EvalOutcome outcome) {
  if (outcome == integrate::EvalOutcome::kOk) return 0;
  return outcome == integrate::EvalOutcome::kRecoverable ? 1 : -1;
}

// Context, vectors, matrix and linear solver of one peer on one problem.
class PeerWorkspace {
 public:
  PeerWorkspace(const problems::IvpProblem& problem, const PeerOptions& options);
  ~PeerWorkspace();
  PeerWorkspace(const PeerWorkspace&) = delete;
  PeerWorkspace& operator=(const PeerWorkspace&) = delete;

  // matrix = factor_y dF/dy + factor_yp dF/dy'; the flag of the Jacobian.
  int FillMatrix(double t, N_Vector y, std::span<const double> yp, double factor_y, double factor_yp,
                 SUNMatrix matrix);
  // The next time at which results are wanted, at most t_limit.
  double NextOutput(double t, double t_limit) const;

  problems::IvpProblem problem;
  PeerOptions options;
  SUNContext context = nullptr;
  N_Vector y = nullptr, yp = nullptr, absolute = nullptr, id = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  long steps = 0;

 private:
  linear::SparsePattern pattern_;
  std::vector<double> dy_, dyp_;
};

// Runs a peer from start to end, piece by piece between the restart times: solve(t_from, t_to) starts anew at
// the first and returns a flag of SUNDIALS.
template <class Solve>
int RunPieces(PeerWorkspace& space, const Solve& solve) {
  const problems::IvpProblem& problem = space.problem;
  std::ranges::copy(problem.y0, Values(space.y).begin());
  std::ranges::copy(problem.yp0, Values(space.yp).begin());
  space.steps = 0;
  double t = 0;
  int flag = 0;
  for (std::size_t piece = 0; flag >= 0 && piece <= problem.restarts.size(); ++piece) {
    if (problem.make_consistent) problem.make_consistent(t, Values(space.y), Values(space.yp));
    const double end = piece < problem.restarts.size() ? problem.restarts[piece] : problem.t_end;
    flag = solve(t, end);
    t = end;
  }
  return flag;
}

// Which library this is, and whether it seems to be compiled with optimisation: one of its vector operations
// is timed against the same loop compiled here.
std::string DescribeSundials();

}  // namespace daedalus::bench
