#include "daedalus/linear/linear_solver.h"

#include "daedalus/linear/dense_lu.h"
#include "daedalus/linear/sparse_lu.h"

namespace daedalus::linear {

LinearSolverKind ChooseLinearSolver(const SparsePattern& pattern) {
  constexpr std::int32_t kDenseBelow = 40;
  const double full = static_cast<double>(pattern.rows) * pattern.cols;
  constexpr double kDenseAboveFill = 0.3;
  const bool dense = pattern.cols < kDenseBelow || pattern.num_nonzeros() > kDenseAboveFill * full;
  return dense ? LinearSolverKind::kDense : LinearSolverKind::kSparse;
}

std::unique_ptr<LinearSolver> MakeLinearSolver(const SparsePattern& pattern, LinearSolverKind kind) {
  if (kind == LinearSolverKind::kAuto || pattern.cols == 0) kind = ChooseLinearSolver(pattern);
  if (kind == LinearSolverKind::kDense) return std::make_unique<DenseLu>(pattern);
  return std::make_unique<SparseLu>(pattern);
}

}  // namespace daedalus::linear
