#include "daedalus/numerics/linear/complex_solver.h"

#include "daedalus/numerics/linear/dense_complex_lu.h"
#include "daedalus/numerics/linear/sparse_complex_lu.h"

namespace daedalus::linear {

std::unique_ptr<ComplexLinearSolver> MakeComplexLinearSolver(const SparsePattern& pattern,
                                                             LinearSolverKind kind) {
  if (kind == LinearSolverKind::kAuto || pattern.cols == 0) kind = ChooseLinearSolver(pattern);
  if (kind == LinearSolverKind::kDense) return std::make_unique<DenseComplexLu>(pattern);
  return std::make_unique<SparseComplexLu>(pattern);
}

}  // namespace daedalus::linear
