#include "daedalus/numerics/linear/sundials/solver.h"

#include <algorithm>

#include "daedalus/base/check.h"

namespace daedalus::linear {
namespace {

SUNMatrix_ID MatrixId(SUNMatrix) {
  return SUNMATRIX_CUSTOM;
}
int ZeroMatrix(SUNMatrix a) {
  static_cast<SundialsSolver*>(a->content)->Zero();
  return SUNMAT_SUCCESS;
}

SUNLinearSolver_Type SolverType(SUNLinearSolver) {
  return SUNLINEARSOLVER_DIRECT;
}
SUNLinearSolver_ID SolverId(SUNLinearSolver) {
  return SUNLINEARSOLVER_CUSTOM;
}
int SetupSolver(SUNLinearSolver s, SUNMatrix) {
  return static_cast<SundialsSolver*>(s->content)->Setup();
}
int Solve(SUNLinearSolver s, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  std::ranges::copy(Values(b), Values(x).begin());
  static_cast<SundialsSolver*>(s->content)->linear_solver().Solve(Values(x));
  return SUNLS_SUCCESS;
}
int FreeSolver(SUNLinearSolver s) {
  SUNLinSolFreeEmpty(s);
  return SUNLS_SUCCESS;
}

}  // namespace

SundialsSolver::SundialsSolver(const SparsePattern& pattern, LinearSolverKind kind, SUNContext context)
    : values_(pattern.row_indices.size()),
      solver_(MakeLinearSolver(pattern, kind)),
      matrix_(SUNMatNewEmpty(context)),
      handle_(SUNLinSolNewEmpty(context)) {
  DAEDALUS_CHECK(matrix_ && handle_, "SUNDIALS can allocate a few hundred bytes");
  matrix_->content = this;
  matrix_->ops->getid = MatrixId;
  matrix_->ops->zero = ZeroMatrix;
  matrix_->ops->destroy = SUNMatFreeEmpty;
  handle_->content = this;
  handle_->ops->gettype = SolverType;
  handle_->ops->getid = SolverId;
  handle_->ops->setup = SetupSolver;
  handle_->ops->solve = Solve;
  handle_->ops->free = FreeSolver;
}

int SundialsSolver::Setup() {
  ++factorizations_;
  last_status_ = solver_->Factor(values_);
  switch (last_status_) {
    case FactorStatus::kOk:
      return SUNLS_SUCCESS;
    case FactorStatus::kSingular:
    case FactorStatus::kNotFinite:
      return SUNLS_LUFACT_FAIL;  // positive: another step size may help
    case FactorStatus::kNoMemory:
      break;
  }
  return SUNLS_MEM_FAIL;
}

void SundialsSolver::Zero() {
  std::ranges::fill(values_, 0.0);
}

}  // namespace daedalus::linear
