// LU of a sparse matrix. Order and pivots are those of KLU [DN10] (T. A. Davis, E. Palamadai Natarajan, ACM
// TOMS 37, 2010): permutation to block triangular form, minimum-degree ordering of each block, left-looking
// factorization. klu_factors.h says how pivots are kept and chosen, known_pivots.h how a matrix is factored
// with known pivots, and linear_solver.h what callers may expect.
#pragma once

#include "daedalus/numerics/linear/klu_factors.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::linear {

class SparseLu final : public LinearSolver {
 public:
  explicit SparseLu(const SparsePattern& pattern, PivotRule rule = PivotRule::kBySize);

  FactorStatus Factor(std::span<const double> values) override;
  void Solve(std::span<double> b) override;
  double ReciprocalCondition() override;
  int Pivots(std::span<double> sizes) const override { return factors_.Pivots(sizes); }
  Singularity ExplainSingularity() override;
  std::string_view name() const override { return "sparse"; }

  // The column whose pivot is smallest in the measure (1) of linear_solver.h, at the last Factor.
  std::int32_t weakest_column() const { return factors_.weakest_column(); }
  // The number of entries of both factors, without their diagonals, after a successful Factor.
  std::size_t num_nonzeros() const {
    return factors_.order().lower.rows.size() + factors_.order().upper.rows.size();
  }

 private:
  KluFactors<RealKlu> factors_;
  std::vector<double> values_;  // of the last Factor; KLU's estimates need them again
};

}  // namespace daedalus::linear
