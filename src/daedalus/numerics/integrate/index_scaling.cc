#include "daedalus/numerics/integrate/index_scaling.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {

IndexScaling::IndexScaling(const DaeProblem& problem) {
  if (std::ranges::none_of(problem.index, [](std::uint8_t m) { return m > 1; })) return;
  index_ = problem.index;
  factors_.assign(index_.size(), 1);
}

void IndexScaling::SetRate(double c) {
  if (!is_needed()) return;
  const double base = std::ldexp(1, std::ilogb(c));
  const double factor_of_index[] = {1, 1, base, base * base};
  for (std::size_t j = 0; j < factors_.size(); ++j) factors_[j] = factor_of_index[index_[j]];
}

void IndexScaling::ScaleColumns(const SparsePattern& pattern, std::span<double> values) const {
  for (std::size_t j = 0; j < factors_.size(); ++j) {
    const double factor = factors_[j];
    if (factor == 1) continue;
    const std::int32_t end = pattern.column_starts[j + 1];
    for (std::int32_t k = pattern.column_starts[j]; k < end; ++k) values[k] *= factor;
  }
}

void IndexScaling::ScaleSolution(std::span<double> x) const {
  for (std::size_t j = 0; j < factors_.size(); ++j) x[j] *= factors_[j];
}

}  // namespace daedalus::integrate
