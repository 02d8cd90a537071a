#include "daedalus/simulate/undamped_errors.h"

#include <algorithm>

namespace daedalus::simulate {
namespace {

constexpr double kTightest = 1e-13;  // rounding is not far below

}  // namespace

double ShareOfStep(const compile::PreparedModel& model, const integrate::MethodInfo& method, const integrate::IntegratorOptions& options) {
  if (!model.damps_nothing || options.fixed_step > 0 || method.overestimates_errors || !IsHeldToAShare(method)) return 1;
  return method.max_order == 3 ? 0.01 : 0.02;
}

double ShareInRun(const integrate::MethodInfo& method, double tolerance, double share_of_step, double num_steps) {
  // Shares of the tolerance that all steps together may use up. A step of a linkage loses up to 0.15 of its share in energy (`rodas`, `dopri5`), 0.06 with multistep methods, 0.02 with implicit Runge-Kutta methods,
  // 0.007 with those that err less than they estimate: five tolerances and a bit (decision 047).
  const double budget = method.overestimates_errors ? 800 : method.family == "implicit Runge-Kutta" ? 300 : method.family == "multistep" ? 80 : 50;
  return std::clamp(budget / (num_steps * share_of_step), std::min(1.0, kTightest / (tolerance * share_of_step)), 1.0);
}

integrate::Tolerances Tightened(integrate::Tolerances tolerances, double share) {
  const double least = std::min(1.0, kTightest / tolerances.relative);
  const double factor = std::max(share, least);
  tolerances.relative *= factor;
  for (double& value : tolerances.absolute) value *= factor;
  return tolerances;
}

}  // namespace daedalus::simulate
