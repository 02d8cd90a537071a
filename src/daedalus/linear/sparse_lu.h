// LU of a sparse matrix by KLU [DN10] (T. A. Davis, E. Palamadai Natarajan, ACM TOMS 37, 2010): permutation
// to block triangular form, minimum-degree ordering of each block, left-looking factorization. The ordering
// is found once for the pattern (a narrow band keeps its own). New values are first factored with the old
// pivots ("refactor"), which is several times cheaper; pivots are chosen anew when that would lose accuracy,
// measured by the reciprocal pivot growth
//
//   g = min_j max_i |a_ij| / max_i |u_ij|     of the row-scaled matrix. (1)
//
// See linear_solver.h for the contract.
#pragma once

#include <klu.h>

#include "daedalus/linear/linear_solver.h"

namespace daedalus::linear {

class SparseLu final : public LinearSolver {
 public:
  explicit SparseLu(const SparsePattern& pattern);
  ~SparseLu() override;
  SparseLu(const SparseLu&) = delete;
  SparseLu& operator=(const SparseLu&) = delete;

  FactorStatus Factor(std::span<const double> values) override;
  void Solve(std::span<double> b) override;
  double ReciprocalCondition() override;
  Singularity ExplainSingularity() override;
  std::string_view name() const override { return "sparse"; }

  // The column whose pivot is smallest in the measure (1) of linear_solver.h, at the last Factor.
  std::int32_t weakest_column() const { return weakest_column_; }

 private:
  bool Refactor(double* values);
  FactorStatus FactorWithNewPivots(double* values);
  FactorStatus JudgePivots(std::span<const double> values);

  SparsePattern pattern_;
  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  std::vector<double> values_;      // of the last Factor; KLU's estimates ask for them again
  std::vector<double> column_max_;  // work: largest scaled entry of each column
  double fresh_growth_ = 0;         // (1) when the pivots were chosen
  std::int32_t weakest_column_ = 0;
};

}  // namespace daedalus::linear
