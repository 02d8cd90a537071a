#include "ivp/peer_ida.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

#include "daedalus/base/check.h"
#include "ivp/measure.h"

namespace daedalus::bench {
namespace {

using integrate::EvalOutcome;
using linear::SparsePattern;
using problems::IvpProblem;

std::span<double> Values(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))};
}

// Not inlined, so that repetitions are not optimised away.
[[gnu::noinline]] void AddVectors(double alpha, std::span<const double> a, double beta,
                                  std::span<const double> b, std::span<double> sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = alpha * a[i] + beta * b[i];
}

int Flag(EvalOutcome outcome) {
  if (outcome == EvalOutcome::kOk) return 0;
  return outcome == EvalOutcome::kRecoverable ? 1 : -1;
}

}  // namespace

struct PeerIda::Session {
  IvpProblem problem;
  SparsePattern pattern;
  std::vector<double> dy, dyp;
  SUNContext context = nullptr;
  N_Vector y = nullptr, yp = nullptr, absolute = nullptr, id = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  void* ida = nullptr;

  static int Residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* user) {
    return Flag(static_cast<Session*>(user)->problem.dae.residual(t, Values(y), Values(yp), Values(r)));
  }

  static int Roots(double t, N_Vector y, N_Vector yp, double* g, void* user) {
    const auto& dae = static_cast<Session*>(user)->problem.dae;
    return Flag(dae.roots(t, Values(y), Values(yp), {g, static_cast<std::size_t>(dae.num_roots)}));
  }

  static int Jacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector, SUNMatrix j, void* user,
                      N_Vector, N_Vector, N_Vector) {
    auto& self = *static_cast<Session*>(user);
    const int flag = Flag(self.problem.dae.jacobian(t, Values(y), Values(yp), self.dy, self.dyp));
    if (flag != 0) return flag;
    if (SUNMatGetID(j) == SUNMATRIX_DENSE) {
      self.FillDense(c, j);
    } else {
      self.FillSparse(c, j);
    }
    return 0;
  }

  void FillDense(double c, SUNMatrix j) const {
    for (std::int32_t column = 0; column < pattern.cols; ++column) {
      double* entries = SUNDenseMatrix_Column(j, column);
      for (std::int32_t k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
        entries[pattern.row_indices[k]] = dy[k] + c * dyp[k];
    }
  }

  void FillSparse(double c, SUNMatrix j) const {
    std::ranges::copy(pattern.column_starts, SUNSparseMatrix_IndexPointers(j));
    std::ranges::copy(pattern.row_indices, SUNSparseMatrix_IndexValues(j));
    double* values = SUNSparseMatrix_Data(j);
    for (std::size_t k = 0; k < dy.size(); ++k) values[k] = dy[k] + c * dyp[k];
  }

  // To t_limit, with a new start after every root.
  int SolveTo(double t_limit) {
    IDASetStopTime(ida, t_limit);
    double t = 0;
    int flag = IDASolve(ida, t_limit, &t, y, yp, IDA_NORMAL);
    while (flag == IDA_ROOT_RETURN) {
      problem.make_consistent(t, Values(y), Values(yp));
      CountSteps();
      IDAReInit(ida, t, y, yp);
      IDASetStopTime(ida, t_limit);
      flag = IDASolve(ida, t_limit, &t, y, yp, IDA_NORMAL);
    }
    return flag;
  }

  void CountSteps() {
    long since_start = 0;
    IDAGetNumSteps(ida, &since_start);
    steps += since_start;
  }
  long steps = 0;
};

PeerIda::PeerIda(const IvpProblem& problem, double relative, IdaMatrix matrix, long max_steps)
    : session_(std::make_unique<Session>()) {
  Session& s = *session_;
  s.problem = problem;
  const std::int32_t n = problem.dae.size;
  s.pattern = problem.dae.pattern.cols > 0 ? problem.dae.pattern : linear::DensePattern(n, n);
  s.dy.resize(s.pattern.num_nonzeros());
  s.dyp.resize(s.dy.size());
  SUNContext_Create(nullptr, &s.context);
  s.y = N_VNew_Serial(n, s.context);
  s.yp = N_VClone(s.y);
  s.absolute = N_VClone(s.y);
  s.id = N_VClone(s.y);
  std::ranges::copy(problem.y0, Values(s.y).begin());
  std::ranges::copy(problem.yp0, Values(s.yp).begin());
  const auto tolerances = problems::TolerancesFor(problem, relative);
  for (std::int32_t i = 0; i < n; ++i) {
    Values(s.absolute)[i] = tolerances.absolute.size() == 1 ? tolerances.absolute[0] : tolerances.absolute[i];
    Values(s.id)[i] = problem.dae.is_differential.empty() || problem.dae.is_differential[i] ? 1 : 0;
  }
  s.ida = IDACreate(s.context);
  int flag = IDAInit(s.ida, Session::Residual, 0, s.y, s.yp);
  flag |= IDASetUserData(s.ida, &s);
  flag |= IDASVtolerances(s.ida, relative, s.absolute);
  flag |= IDASetId(s.ida, s.id);
  flag |= IDASetSuppressAlg(s.ida, problem.suppress_algebraic);
  flag |= IDASetMaxNumSteps(s.ida, max_steps);
  flag |= IDASetErrFile(s.ida, nullptr);
  if (problem.dae.num_roots > 0) flag |= IDARootInit(s.ida, problem.dae.num_roots, Session::Roots);
  if (matrix == IdaMatrix::kDense) {
    s.matrix = SUNDenseMatrix(n, n, s.context);
    s.solver = SUNLinSol_Dense(s.y, s.matrix, s.context);
  } else {
    s.matrix = SUNSparseMatrix(n, n, s.pattern.num_nonzeros(), CSC_MAT, s.context);
    s.solver = SUNLinSol_KLU(s.y, s.matrix, s.context);
  }
  flag |= IDASetLinearSolver(s.ida, s.solver, s.matrix);
  flag |= IDASetJacFn(s.ida, Session::Jacobian);
  DAEDALUS_CHECK(flag == IDA_SUCCESS, "IDA takes the test problems");
}

PeerIda::~PeerIda() {
  Session& s = *session_;
  IDAFree(&s.ida);
  SUNLinSolFree(s.solver);
  SUNMatDestroy(s.matrix);
  for (N_Vector v : {s.y, s.yp, s.absolute, s.id}) N_VDestroy(v);
  SUNContext_Free(&s.context);
}

IdaResult PeerIda::Run() {
  Session& s = *session_;
  std::ranges::copy(s.problem.y0, Values(s.y).begin());
  std::ranges::copy(s.problem.yp0, Values(s.yp).begin());
  s.steps = 0;
  double t = 0;
  int flag = 0;
  for (std::size_t piece = 0; flag >= 0 && piece <= s.problem.restarts.size(); ++piece) {
    if (s.problem.make_consistent) s.problem.make_consistent(t, Values(s.y), Values(s.yp));
    IDAReInit(s.ida, t, s.y, s.yp);
    t = piece < s.problem.restarts.size() ? s.problem.restarts[piece] : s.problem.t_end;
    flag = s.SolveTo(t);
    s.CountSteps();
  }
  const auto y = Values(s.y);
  char* name = IDAGetReturnFlagName(flag);
  IdaResult result{flag >= 0, s.steps, flag >= 0 ? "" : name, {y.begin(), y.end()}};
  free(name);
  return result;
}

std::string DescribeIda() {
  Dl_info where{};
  dladdr(reinterpret_cast<void*>(&IDASolve), &where);
  constexpr int kSize = 1000, kSums = 100;
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  N_Vector x = N_VNew_Serial(kSize, context), y = N_VClone(x), z = N_VClone(x);
  N_VConst(1, x);
  N_VConst(2, y);
  std::vector<double> a(kSize, 1), b(kSize, 2), c(kSize);
  const double theirs = MeasureSeconds(
      [&] {
        for (int k = 0; k < kSums; ++k) N_VLinearSum(1.5, x, 2.5 + k, y, z);
      },
      {});
  const double here = MeasureSeconds(
      [&] {
        for (int k = 0; k < kSums; ++k) AddVectors(1.5, a, 2.5 + k, b, c);
      },
      {});
  for (N_Vector v : {x, y, z}) N_VDestroy(v);
  SUNContext_Free(&context);
  return fmt::format("SUNDIALS {} at {}, {} (a vector sum takes {:.1f} times as long as here)",
                     SUNDIALS_VERSION, where.dli_fname ? where.dli_fname : "an unknown place",
                     theirs < 2.5 * here ? "optimised" : "NOT OPTIMISED", theirs / here);
}

}  // namespace daedalus::bench
