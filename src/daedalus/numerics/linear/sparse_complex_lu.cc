#include "daedalus/numerics/linear/sparse_complex_lu.h"

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::linear {

SparseComplexLu::SparseComplexLu(const SparsePattern& pattern)
    : factors_(pattern), values_(pattern.row_indices.size()), work_(pattern.cols) {}

FactorStatus SparseComplexLu::Factor(std::span<const double> real, std::span<const double> imaginary) {
  DAEDALUS_CHECK(real.size() == values_.size() && real.size() == imaginary.size(),
                 "there is one value for each entry");
  if (!AreFinite(real) || !AreFinite(imaginary)) return FactorStatus::kNotFinite;
  for (std::size_t k = 0; k < real.size(); ++k) values_[k] = {real[k], imaginary[k]};
  return factors_.Factor(values_);
}

void SparseComplexLu::Solve(std::span<double> real, std::span<double> imaginary) {
  for (std::size_t i = 0; i < real.size(); ++i) work_[i] = {real[i], imaginary[i]};
  factors_.Solve(work_);
  for (std::size_t i = 0; i < real.size(); ++i) {
    real[i] = work_[i].real();
    imaginary[i] = work_[i].imag();
  }
}

}  // namespace daedalus::linear
