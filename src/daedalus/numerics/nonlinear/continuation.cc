#include "daedalus/numerics/nonlinear/continuation.h"

#include <algorithm>

namespace daedalus::nonlinear {

ContinuationOutcome FollowSolution(const std::function<bool(double lambda)>& solve,
                                   const ContinuationOptions& options) {
  ContinuationOutcome out;
  if (!options.begins_solved) {
    if (!solve(0)) return out;
    ++out.num_solved;
  }
  for (double step = options.first_step; step >= options.least_step;) {
    const double next = std::min(1.0, out.reached + step);
    if (!solve(next)) {
      step /= 2;
      continue;
    }
    ++out.num_solved;
    out.reached = next;
    out.arrived = next == 1;
    if (out.arrived) break;
    step *= 2;
  }
  return out;
}

}  // namespace daedalus::nonlinear
