// Car axis: a bar on two springs of which one stands on a bumpy road; index 3 as given, and index 1 with both
// constraints differentiated twice.
//
//   0 = xb xl + yb yl,   0 = (xl - xr)^2 + (yl - yr)^2 - L^2
#include <cmath>

#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kMassFactor = 5e-4;  // k = M eps^2 / 2
constexpr double kL = 1, kL0 = 0.5, kRoad = 0.1, kOmega = 10, kGravity = 1;

template <bool kIndex1>
struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    using std::cos;
    using std::sin;
    using std::sqrt;
    const Y &xl = y[0], &yl = y[1], &xr = y[2], &yr = y[3], &l1 = y[8], &l2 = y[9];
    const T yb = kRoad * sin(kOmega * t);
    const T xb = sqrt(kL * kL - yb * yb);
    const R left = sqrt(xl * xl + yl * yl);
    const R right = sqrt((xr - xb) * (xr - xb) + (yr - yb) * (yr - yb));
    const R dx = xl - xr, dy = yl - yr;
    const R fl = (kL0 - left) / left, fr = (kL0 - right) / right;
    const R force[4] = {
        fl * xl + l1 * xb + 2.0 * l2 * dx, fl * yl + l1 * yb + 2.0 * l2 * dy - kMassFactor * kGravity,
        fr * (xr - xb) - 2.0 * l2 * dx, fr * (yr - yb) - 2.0 * l2 * dy - kMassFactor * kGravity};
    for (int i = 0; i < 4; ++i) {
      r[i] = yp[i] - y[4 + i];
      r[4 + i] = kMassFactor * yp[4 + i] - force[i];
    }
    if constexpr (kIndex1) {
      const T yb1 = kRoad * kOmega * cos(kOmega * t);
      const T yb2 = -kOmega * kOmega * yb;
      const T xb1 = -yb * yb1 / xb;
      const T xb2 = -(yb1 * yb1 + yb * yb2 + xb1 * xb1) / xb;
      const R dvx = y[4] - y[6], dvy = y[5] - y[7];
      r[8] = xb2 * xl + yb2 * yl + 2.0 * (xb1 * y[4] + yb1 * y[5]) +
             (xb * force[0] + yb * force[1]) / kMassFactor;
      r[9] = dvx * dvx + dvy * dvy + (dx * (force[0] - force[2]) + dy * (force[1] - force[3])) / kMassFactor;
    } else {
      r[8] = xb * xl + yb * yl;
      r[9] = dx * dx + dy * dy - kL * kL;
    }
    return true;
  }
};

template <bool kIndex1>
IvpProblem Make() {
  IvpProblem p{.name = kIndex1 ? "caraxis_i1" : "caraxis",
               .y0 = {0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0, 0, 0},
               .yp0 = {-0.5, 0, -0.5, 0, 0, -1, 0, -1, 0, 0},
               .t_end = 3};
  p.dae = MakeSweptDae<10>(Residual<kIndex1>(), FindPattern(Residual<kIndex1>(), 10), Mass::kConstant, p.y0,
                           p.yp0);
  p.dae.is_differential = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
  p.dae.index = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3};
  if (kIndex1) p.dae.index.assign(10, 1);
  p.reference = {0.493455784275402809122e-1, 0.496989460230171153861,     0.104174252488542151681e1,
                 0.373911027265361256927,    -0.770583684040972357970e-1, 0.744686658723778553466e-2,
                 0.175568157537232222276e-1, 0.770341043779251976443,     -0.473688659084893324729e-2,
                 -0.110468033125734368808e-2};
  return p;
}

}  // namespace

IvpProblem CarAxis(MechanicalForm form) {
  return form == MechanicalForm::kIndex1 ? Make<true>() : Make<false>();
}

}  // namespace daedalus::problems
