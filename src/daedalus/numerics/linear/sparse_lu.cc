#include "daedalus/numerics/linear/sparse_lu.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/singularity.h"

namespace daedalus::linear {

bool IsNarrowBand(const SparsePattern& pattern) {
  constexpr std::int32_t kNarrow = 4;  // on either side of the diagonal
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) {
      if (std::abs(i - j) > kNarrow) return false;
    }
  }
  return true;
}

SparseLu::SparseLu(const SparsePattern& pattern, PivotRule rule)
    : factors_(pattern, rule), values_(pattern.row_indices.size()) {}

FactorStatus SparseLu::Factor(std::span<const double> values) {
  DAEDALUS_CHECK(values.size() == values_.size(), "there is one value for each entry");
  if (!AreFinite(values)) return FactorStatus::kNotFinite;
  std::ranges::copy(values, values_.begin());
  return factors_.Factor(values_);
}

void SparseLu::Solve(std::span<double> b) {
  factors_.Solve(b);
}

double SparseLu::ReciprocalCondition() {
  klu_numeric* numeric = factors_.symbolic() ? factors_.FactorByKlu(values_) : nullptr;
  if (!numeric) return 0;
  std::vector<int> starts = factors_.pattern().column_starts;  // KLU does not say const
  klu_common& common = factors_.common();
  klu_condest(starts.data(), values_.data(), factors_.symbolic(), numeric, &common);
  klu_free_numeric(&numeric, &common);
  return 1 / common.condest;
}

Singularity SparseLu::ExplainSingularity() {
  return linear::ExplainSingularity(factors_.pattern(), values_);
}

}  // namespace daedalus::linear
