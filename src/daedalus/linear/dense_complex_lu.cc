#include "daedalus/linear/dense_complex_lu.h"

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"

namespace daedalus::linear {

DenseComplexLu::DenseComplexLu(const SparsePattern& pattern)
    : num_entries_(pattern.row_indices.size()), lu_(pattern.cols) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
  const std::size_t size = static_cast<std::size_t>(pattern.rows) * pattern.cols;
  if (num_entries_ == size) return;
  real_.resize(size);
  imaginary_.resize(size);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) position_.push_back(j * pattern.rows + i);
  }
}

FactorStatus DenseComplexLu::Factor(std::span<const double> real, std::span<const double> imaginary) {
  DAEDALUS_CHECK(real.size() == num_entries_ && imaginary.size() == num_entries_,
                 "there is one value for each entry");
  if (!AreFinite(real) || !AreFinite(imaginary)) return FactorStatus::kNotFinite;
  for (std::size_t k = 0; k < position_.size(); ++k) {
    real_[position_[k]] = real[k];
    imaginary_[position_[k]] = imaginary[k];
  }
  const bool is_full = position_.empty();
  const bool ok =
      is_full ? lu_.Factor({real.data(), imaginary.data()}) : lu_.Factor({real_.data(), imaginary_.data()});
  return ok ? FactorStatus::kOk : FactorStatus::kSingular;
}

void DenseComplexLu::Solve(std::span<double> real, std::span<double> imaginary) {
  lu_.Solve({real.data(), imaginary.data()});
}

}  // namespace daedalus::linear
