#include "daedalus/simulate/undamped_errors.h"

#include <algorithm>

namespace daedalus::simulate {

double ShareOfStep(const compile::PreparedModel& model, const integrate::MethodInfo& method, const integrate::IntegratorOptions& options) {
  if (!model.damps_nothing || options.fixed_step > 0 || method.overestimates_errors) return 1;
  // The lower the order, the more steps there are to add up. Below order 3 there would be far too many.
  if (method.max_order < 3 && method.min_order > 0) return 1;
  return method.max_order == 3 ? 0.01 : 0.02;
}

integrate::Tolerances Tightened(integrate::Tolerances tolerances, double share) {
  constexpr double kTightest = 1e-13;  // rounding is not far below
  const double least = std::min(1.0, kTightest / tolerances.relative);
  const double factor = std::max(share, least);
  tolerances.relative *= factor;
  for (double& value : tolerances.absolute) value *= factor;
  return tolerances;
}

}  // namespace daedalus::simulate
