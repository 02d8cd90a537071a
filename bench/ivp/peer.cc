#include "ivp/peer.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <ida/ida.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>

#include "ivp/measure.h"

namespace daedalus::bench {
namespace {

// Not inlined, so that repetitions are not optimised away.
[[gnu::noinline]] void AddVectors(double alpha, std::span<const double> a, double beta,
                                  std::span<const double> b, std::span<double> sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = alpha * a[i] + beta * b[i];
}

}  // namespace

PeerWorkspace::PeerWorkspace(const problems::IvpProblem& of, const PeerOptions& with)
    : problem(of), options(with) {
  const std::int32_t n = problem.dae.size;
  pattern_ = problem.dae.pattern.cols > 0 ? problem.dae.pattern : linear::DensePattern(n, n);
  dy_.resize(pattern_.num_nonzeros());
  dyp_.resize(dy_.size());
  SUNContext_Create(nullptr, &context);
  y = N_VNew_Serial(n, context);
  yp = N_VClone(y);
  absolute = N_VClone(y);
  id = N_VClone(y);
  std::ranges::copy(problem.y0, Values(y).begin());
  std::ranges::copy(problem.yp0, Values(yp).begin());
  const auto tolerances = problems::TolerancesFor(problem, options.relative);
  for (std::int32_t i = 0; i < n; ++i) {
    Values(absolute)[i] = tolerances.absolute.size() == 1 ? tolerances.absolute[0] : tolerances.absolute[i];
    Values(id)[i] = problem.dae.is_differential.empty() || problem.dae.is_differential[i] ? 1 : 0;
  }
  if (options.matrix == PeerMatrix::kDense) {
    matrix = SUNDenseMatrix(n, n, context);
    solver = SUNLinSol_Dense(y, matrix, context);
  } else {
    matrix = SUNSparseMatrix(n, n, pattern_.num_nonzeros(), CSC_MAT, context);
    solver = SUNLinSol_KLU(y, matrix, context);
  }
}

PeerWorkspace::~PeerWorkspace() {
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  for (N_Vector v : {y, yp, absolute, id}) N_VDestroy(v);
  SUNContext_Free(&context);
}

int PeerWorkspace::FillMatrix(double t, N_Vector at, std::span<const double> slopes, double factor_y,
                              double factor_yp, SUNMatrix to) {
  const int flag = Flag(problem.dae.jacobian(t, Values(at), slopes, dy_, dyp_));
  if (flag != 0) return flag;
  const bool dense = SUNMatGetID(to) == SUNMATRIX_DENSE;
  if (!dense) {
    std::ranges::copy(pattern_.column_starts, SUNSparseMatrix_IndexPointers(to));
    std::ranges::copy(pattern_.row_indices, SUNSparseMatrix_IndexValues(to));
  }
  double* values = dense ? nullptr : SUNSparseMatrix_Data(to);
  for (std::int32_t column = 0; column < pattern_.cols; ++column) {
    double* entries = dense ? SUNDenseMatrix_Column(to, column) : nullptr;
    for (std::int32_t k = pattern_.column_starts[column]; k < pattern_.column_starts[column + 1]; ++k)
      (dense ? entries[pattern_.row_indices[k]] : values[k]) = factor_y * dy_[k] + factor_yp * dyp_[k];
  }
  return 0;
}

double PeerWorkspace::NextOutput(double t, double t_limit) const {
  if (options.intervals <= 1) return t_limit;
  const double width = problem.t_end / options.intervals;
  return std::min(t_limit, width * (std::floor(t / width * (1 + 1e-12)) + 1));
}

std::string DescribeSundials() {
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
