// LU with partial pivoting of a small or full complex matrix (small_lu.h). See complex_solver.h for the
// contract.
#pragma once

#include "daedalus/numerics/linear/complex_solver.h"
#include "daedalus/numerics/linear/small_lu.h"

namespace daedalus::linear {

class DenseComplexLu final : public ComplexLinearSolver {
 public:
  explicit DenseComplexLu(const SparsePattern& pattern);

  FactorStatus Factor(std::span<const double> real, std::span<const double> imaginary) override;
  void Solve(std::span<double> real, std::span<double> imaginary) override;
  std::string_view name() const override { return "dense"; }

 private:
  bool is_full_;                          // the pattern has no zeros: values are taken as they are given
  std::vector<std::int32_t> position_;    // of each entry of the pattern in the arrays
  std::vector<double> real_, imaginary_;  // column by column; empty: not needed
  SmallComplexLu lu_;
};

}  // namespace daedalus::linear
