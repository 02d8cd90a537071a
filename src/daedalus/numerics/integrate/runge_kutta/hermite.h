// The cubic polynomial with given values and slopes at both ends of a step: dense output of third order.
#pragma once

namespace daedalus::integrate {

struct ValueAndSlope {
  double value, slope;
};

// Value and slope at the part theta of a step of size h from (y0, slope k0) to (y1, slope k1).
inline ValueAndSlope Hermite(double theta, double h, double y0, double k0, double y1, double k1) {
  // y = y0 + theta (d + (1 - theta) (b + theta c)).
  const double d = y1 - y0;
  const double b = h * k0 - d;
  const double c = d - h * k1 - b;
  const double inner = b + theta * c;
  return {y0 + theta * (d + (1 - theta) * inner),
          (d + (1 - 2 * theta) * inner + theta * (1 - theta) * c) / h};
}

}  // namespace daedalus::integrate
