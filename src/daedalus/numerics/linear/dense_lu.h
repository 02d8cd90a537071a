// LU with partial pivoting of a small or full matrix: by pairs of rows (small_lu.h), or for large matrices by
// blocks (Eigen). See linear_solver.h for the contract.
#pragma once

#include <Eigen/LU>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/small_lu.h"

namespace daedalus::linear {

class DenseLu final : public LinearSolver {
 public:
  explicit DenseLu(const SparsePattern& pattern);

  FactorStatus Factor(std::span<const double> values) override;
  void Solve(std::span<double> b) override;
  double ReciprocalCondition() override;
  int Pivots(std::span<double> sizes) const override;
  Singularity ExplainSingularity() override;
  std::string_view name() const override { return "dense"; }

 private:
  void Scatter(std::span<const double> values);
  void ComputeLarge();
  bool FactorSmall(std::span<const double> values);
  bool FactorLarge(std::span<const double> values);
  void SolveLarge(std::span<double> b);

  SparsePattern pattern_;
  bool is_full_;                        // the pattern has no zeros
  std::vector<std::int32_t> position_;  // of each entry of the pattern in matrix_
  bool is_small_;
  SmallLu small_;
  Eigen::MatrixXd matrix_;
  // Of large ones, and where the condition is asked for:
  Eigen::VectorXd inverse_scale_;  // of the rows
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd work_;
  std::vector<double> singular_values_;  // the values of the last matrix that was singular
};

}  // namespace daedalus::linear
