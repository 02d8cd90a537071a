// LU with partial pivoting of a small or full matrix: by pairs of rows (small_lu.h), or for large matrices by
// blocks (Eigen). See linear_solver.h for the contract.
#pragma once

#include <Eigen/LU>

#include "daedalus/linear/linear_solver.h"
#include "daedalus/linear/small_lu.h"

namespace daedalus::linear {

class DenseLu final : public LinearSolver {
 public:
  explicit DenseLu(const SparsePattern& pattern);

  FactorStatus Factor(std::span<const double> values) override;
  void Solve(std::span<double> b) override;
  double ReciprocalCondition() override;
  Singularity ExplainSingularity() override;
  std::string_view name() const override { return "dense"; }

 private:
  void ScaleAndScatter();
  bool FactorLarge();
  void SolveLarge(std::span<double> b);

  SparsePattern pattern_;
  std::vector<std::int32_t> position_;  // of each entry of the pattern in matrix_; empty: all are there
  bool is_small_;
  std::vector<double> values_;     // of the last matrix
  Eigen::MatrixXd matrix_;         // row-scaled, of large ones and where the condition is asked for
  Eigen::VectorXd inverse_scale_;  // of the rows
  SmallLu small_;
  Eigen::VectorXd work_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace daedalus::linear
