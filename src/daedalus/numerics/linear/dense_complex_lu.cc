#include "daedalus/numerics/linear/dense_complex_lu.h"

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::linear {

DenseComplexLu::DenseComplexLu(const SparsePattern& pattern)
    : is_full_(IsDense(pattern)), position_(PositionsInDense(pattern)), lu_(pattern.cols) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
  if (is_full_) return;
  real_.resize(static_cast<std::size_t>(pattern.rows) * pattern.cols);
  imaginary_.resize(real_.size());
}

FactorStatus DenseComplexLu::Factor(std::span<const double> real, std::span<const double> imaginary) {
  DAEDALUS_CHECK(real.size() == position_.size() && imaginary.size() == position_.size(),
                 "there is one value for each entry");
  if (!AreFinite(real) || !AreFinite(imaginary)) return FactorStatus::kNotFinite;
  for (std::size_t k = 0; !is_full_ && k < position_.size(); ++k) {
    real_[position_[k]] = real[k];
    imaginary_[position_[k]] = imaginary[k];
  }
  const bool ok =
      is_full_ ? lu_.Factor({real.data(), imaginary.data()}) : lu_.Factor({real_.data(), imaginary_.data()});
  return ok ? FactorStatus::kOk : FactorStatus::kSingular;
}

void DenseComplexLu::Solve(std::span<double> real, std::span<double> imaginary) {
  lu_.Solve({real.data(), imaginary.data()});
}

}  // namespace daedalus::linear
