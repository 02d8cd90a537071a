// Our linear solvers as SUNDIALS sees them: a SUNMatrix and a SUNLinearSolver of type "custom".
//
// SUNDIALS' own dense and KLU modules would do, but (a) they say only that a factorization failed, where we
// want to know the row and the column, (b) Debian compiles them without optimisation and with 64-bit indices,
// and (c) the Jacobian would have to be copied into their matrices. Here the Jacobian callback writes
// values() in pattern order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sundials/handles.h"

namespace daedalus::linear {

class SundialsSolver {
 public:
  SundialsSolver(const SparsePattern& pattern, LinearSolverKind kind, SUNContext context);
  // SUNDIALS holds pointers to it.
  SundialsSolver(const SundialsSolver&) = delete;
  SundialsSolver& operator=(const SundialsSolver&) = delete;

  SUNMatrix matrix() const { return matrix_.get(); }
  SUNLinearSolver solver() const { return handle_.get(); }

  std::span<double> values() { return values_; }
  LinearSolver& linear_solver() { return *solver_; }
  FactorStatus last_status() const { return last_status_; }
  std::int64_t factorizations() const { return factorizations_; }

  // The functions that SUNDIALS calls through the handles.
  int Setup();
  void Zero();

 private:
  std::vector<double> values_;
  std::unique_ptr<LinearSolver> solver_;
  FactorStatus last_status_ = FactorStatus::kOk;
  std::int64_t factorizations_ = 0;
  MatrixHandle matrix_;
  LinearSolverHandle handle_;
};

}  // namespace daedalus::linear
