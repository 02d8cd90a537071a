#include "daedalus/numerics/integrate/runge_kutta/explicit_output.h"

namespace daedalus::integrate {

void ExplicitOutput::Interpolate(double t, const End& end, std::span<double> y, std::span<double> yp) const {
  const double middle = end.t0 + (end.t1 - end.t0) / 2;
  const bool first = has_middle_ && t < middle;
  const bool second = has_middle_ && !first;
  const double start = second ? middle : end.t0;
  const double h = (first ? middle : end.t1) - start;
  const double theta = (t - start) / h;
  const std::span<const double> y0 = second ? y_middle_ : y_old_;
  const std::span<const double> r0 = second ? r_middle_ : r_old_;
  const std::span<const double> y1 = first ? std::span<const double>(y_middle_) : end.y;
  const std::span<const double> r1 = first ? std::span<const double>(r_middle_) : end.r;
  for (std::size_t i = 0; i < y.size(); ++i) {
    // y = y0 + theta (d + (1 - theta) (b + theta (c + (1 - theta) (...)))), theory/dense_terms.h.
    const double d = y1[i] - y0[i];
    const double b = -h * r0[i] - d;
    const double c = d + h * r1[i] - b;
    double value = 0, slope = 0;  // of what is inside
    for (std::size_t m = higher_.size(); m-- > 0;) {
      const bool is_rising = m % 2 == 0;
      const double factor = is_rising ? theta : 1 - theta;
      slope = (is_rising ? value : -value) + factor * slope;
      value = higher_[m][i] + factor * value;
    }
    slope = -value + (1 - theta) * slope;
    value = c + (1 - theta) * value;
    slope = value + theta * slope;
    value = b + theta * value;
    y[i] = y0[i] + theta * (d + (1 - theta) * value);
    yp[i] = (d + (1 - 2 * theta) * value + theta * (1 - theta) * slope) / h;
  }
}

}  // namespace daedalus::integrate
