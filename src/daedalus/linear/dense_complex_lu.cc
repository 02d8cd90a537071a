#include "daedalus/linear/dense_complex_lu.h"

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"

namespace daedalus::linear {

DenseComplexLu::DenseComplexLu(const SparsePattern& pattern)
    : num_entries_(pattern.row_indices.size()), lu_(pattern) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
}

FactorStatus DenseComplexLu::Factor(std::span<const double> real, std::span<const double> imaginary) {
  DAEDALUS_CHECK(real.size() == num_entries_ && imaginary.size() == num_entries_,
                 "there is one value for each entry");
  if (!AreFinite(real) || !AreFinite(imaginary)) return FactorStatus::kNotFinite;
  return lu_.Factor({real.data(), imaginary.data()}) ? FactorStatus::kOk : FactorStatus::kSingular;
}

void DenseComplexLu::Solve(std::span<double> real, std::span<double> imaginary) {
  lu_.Solve({real.data(), imaginary.data()});
}

}  // namespace daedalus::linear
