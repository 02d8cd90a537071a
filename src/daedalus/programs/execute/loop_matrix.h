// The factored matrix of a loop. A single entry, the usual case of a torn loop, is its own factor.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/programs/execute/factored_matrix.h"

namespace daedalus::execute {

class LoopMatrix {
 public:
  // `may_repeat`: the matrix is likely to be that of the last time. Then it is compared first.
  LoopMatrix(const linear::SparsePattern& pattern, bool may_repeat)
      : solver_(pattern),
        is_single_(pattern.cols == 1 && pattern.num_nonzeros() == 1),
        may_repeat_(may_repeat) {}

  // A single entry has been checked to be finite.
  linear::FactorStatus Factor(std::span<const double> entries) {
    if (is_single_) {
      pivot_ = entries[0];
      return pivot_ != 0 ? linear::FactorStatus::kOk : solver_.Factor(entries);  // which explains itself
    }
    return may_repeat_ ? solver_.FactorIfNew(entries) : solver_.Factor(entries);
  }
  // Replaces b by the solution, with the matrix factored last.
  void Solve(std::span<double> b) {
    if (pivot_ != 0) {
      b[0] /= pivot_;
    } else {
      solver_->Solve(b);
    }
  }
  // As linear::LinearSolver::Pivots.
  int Pivots(std::span<double> sizes) const {
    if (!is_single_) return solver_->Pivots(sizes);
    sizes[0] = std::abs(pivot_);
    return pivot_ > 0 ? 1 : -1;
  }

  bool is_single() const { return is_single_; }
  // True if there are factors that may serve for a matrix nearby; of more than a single entry.
  bool has_factors() const { return solver_.has_factors(); }
  std::int64_t num_factored() const { return solver_.num_factored(); }
  linear::Singularity ExplainSingularity() const { return solver_->ExplainSingularity(); }

 private:
  FactoredMatrix solver_;
  bool is_single_, may_repeat_;
  double pivot_ = 0;  // of a single entry, in place of the solver
};

}  // namespace daedalus::execute
