#include "daedalus/model/simulate/undamped_errors.h"

#include <algorithm>

namespace daedalus::simulate {
namespace {

constexpr double kTightest = 1e-13;  // rounding is not far below

// The part of the tolerance that a step may use up, and the number of such parts that all steps of a run
// together may use.
struct Allowance {
  double step, run;
};

// A step of a linkage loses energy: up to 0.5 of its part with methods of order 2, 0.15 with `rodas`,
// `dopri5` and `rk4`, 0.06 with multistep methods, 0.02 with implicit Runge-Kutta methods. Methods that err
// less than they estimate lose 0.007. Derivative arrays, whose error test counts all variables, lose 0.0006.
// In all this gives about five tolerances (decision 047).
Allowance AllowanceOf(const integrate::MethodInfo& method) {
  if (method.needs_equations) return {1, 6000};
  if (method.overestimates_errors) return {1, 800};
  if (method.max_order == 2) return {0.01, 15};
  if (method.family == "implicit Runge-Kutta") return {method.max_order == 3 ? 0.01 : 0.02, 300};
  return {0.02, method.family == "multistep" ? 80.0 : 40.0};
}

}  // namespace

bool DoErrorsAddUp(const compile::PreparedModel& model, const integrate::MethodInfo& method,
                   const integrate::IntegratorOptions& options) {
  return model.damps_nothing && options.fixed_step == 0 && (method.needs_equations || !model.as_it_stands);
}

double ShareOfStep(const compile::PreparedModel& model, const integrate::MethodInfo& method,
                   const integrate::IntegratorOptions& options) {
  return DoErrorsAddUp(model, method, options) && IsHeldToAShare(method) ? AllowanceOf(method).step : 1;
}

double ShareInRun(const integrate::MethodInfo& method, double tolerance, double share_of_step,
                  double num_steps) {
  return std::clamp(AllowanceOf(method).run / (num_steps * share_of_step),
                    std::min(1.0, kTightest / (tolerance * share_of_step)), 1.0);
}

integrate::Tolerances Tightened(integrate::Tolerances tolerances, double share) {
  const double least = std::min(1.0, kTightest / tolerances.relative);
  const double factor = std::max(share, least);
  tolerances.relative *= factor;
  for (double& value : tolerances.absolute) value *= factor;
  return tolerances;
}

}  // namespace daedalus::simulate
