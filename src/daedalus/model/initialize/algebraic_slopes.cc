#include "daedalus/model/initialize/algebraic_slopes.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/integrate/consistent.h"

namespace daedalus::initialize {

// Far enough that rounding does not spoil the differences, near enough that they are slopes. So: a small part
// of the time scale, and a small relative change of any differential variable at most.
double DistanceAhead(const execute::DaeModel& dae, std::span<const double> nominal, double time_scale,
                     const InitialValues& values) {
  constexpr double kPartOfScale = 1e-4;
  constexpr double kRelativeChange = 1e-4;
  double rate = 0;
  for (std::size_t v = 0; v < dae.size(); ++v) {
    if (dae.is_differential()[v])
      rate = std::max(rate, std::abs(values.yp[v]) / (std::abs(values.y[v]) + nominal[v]));
  }
  return std::min(kPartOfScale * time_scale, kRelativeChange / std::max(rate, 1e-300));
}

void EstimateAlgebraicSlopes(execute::DaeModel& dae, std::span<const double> nominal,
                             const ConsistentOptions& options, InitialValues& values) {
  const double ahead = DistanceAhead(dae, nominal, options.time_scale, values);
  const double time = options.start_time + ahead;
  if (dae.num_differential() == dae.size() || time == options.start_time) return;
  std::vector<double> y = values.y, yp = values.yp;
  for (std::size_t v = 0; v < dae.size(); ++v) {
    if (dae.is_differential()[v]) y[v] += ahead * yp[v];
  }
  const auto outcome = integrate::CalculateConsistent(dae.Problem(), options.tolerances, time,
                                                      time + options.time_scale, y, yp);
  values.newton_iterations += outcome.newton_iterations;
  if (!outcome.ok()) return;
  for (std::size_t v = 0; v < dae.size(); ++v) {
    if (!dae.is_differential()[v]) values.yp[v] = (y[v] - values.y[v]) / (time - options.start_time);
  }
}

}  // namespace daedalus::initialize
