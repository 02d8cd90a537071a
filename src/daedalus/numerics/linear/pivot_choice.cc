#include "daedalus/numerics/linear/pivot_choice.h"

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/klu_factors.h"

namespace daedalus::linear {

std::optional<PivotChoice> ChoosePivots(const SparsePattern& pattern, std::span<const double> values) {
  if (!AreFinite(values)) return std::nullopt;
  KluFactors<RealKlu> factors(pattern);
  std::vector<double> work(values.begin(), values.end());
  if (factors.Factor(work) != FactorStatus::kOk) return std::nullopt;
  return PivotChoice{factors.order().rows, factors.order().columns};
}

}  // namespace daedalus::linear
