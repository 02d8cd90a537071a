// out = base + sum_j w_j u_j over the stages u_j of a step, which are adjacent in memory. This is the inner
// loop of every Runge-Kutta method, in one pass with the sum unrolled.
#pragma once

#include <span>

namespace daedalus::integrate {

inline constexpr int kMaxSummedStages = 16;

// At most kMaxSummedStages weights; stage j is stages[j n] .. stages[(j + 1) n - 1] for n = out.size(). `out`
// may be `base`.
void AddStages(std::span<const double> weights, std::span<const double> stages, std::span<const double> base,
               std::span<double> out);

}  // namespace daedalus::integrate
