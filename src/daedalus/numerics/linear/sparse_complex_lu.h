// LU of a sparse complex matrix, as sparse_lu.h does it for real ones. See complex_solver.h for the contract.
#pragma once

#include <complex>
#include <vector>

#include "daedalus/numerics/linear/complex_solver.h"
#include "daedalus/numerics/linear/klu_factors.h"

namespace daedalus::linear {

class SparseComplexLu final : public ComplexLinearSolver {
 public:
  explicit SparseComplexLu(const SparsePattern& pattern);

  FactorStatus Factor(std::span<const double> real, std::span<const double> imaginary) override;
  void Solve(std::span<double> real, std::span<double> imaginary) override;
  std::string_view name() const override { return "sparse"; }

 private:
  KluFactors<ComplexKlu> factors_;
  std::vector<std::complex<double>> values_, work_;
};

}  // namespace daedalus::linear
