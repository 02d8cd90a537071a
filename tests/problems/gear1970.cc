// Gear's example [Gear, IEEE Trans. Circuit Theory 18, 1971], DAE version: y1..y6 and the algebraic unknowns
// v1, v2, which enter linearly. The derivative y6' occurs, yet y6 is fixed by an algebraic equation.
//
// z = U y with U = (ones - 2 I) / 2 turns the first four equations into z_i' = z_i^2 - beta_i z_i; hence the
// exact solution.
#include <cmath>

#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kBeta[] = {1000, 800, -10, 0.001};
constexpr double kBetaSum = 1790.001;

struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    using std::exp;
    const Y half_sum = 0.5 * (y[0] + y[1] + y[2] + y[3]);
    Y s = 0;
    for (int i = 0; i < 4; ++i) s += 0.5 * (half_sum - y[i]) * (half_sum - y[i]);
    for (int i = 0; i < 4; ++i) {
      r[i] = yp[i] - s + (half_sum - y[i]) * (half_sum - y[i]);
      for (int j = 0; j < 4; ++j) {
        const double b = i == j ? kBetaSum / 4 : kBetaSum / 4 - (kBeta[i] + kBeta[j]) / 2;
        r[i] += b * y[j];
      }
    }
    r[4] = yp[4] + y[0] * yp[5] + yp[0] * y[5];
    r[5] = 2.0 * y[5] + y[5] * y[5] * y[5] - y[0] + y[6] - 1.0 - exp(-t);
    r[6] = y[6] - y[7] + y[0] * y[5];
    r[7] = y[6] + y[7] + 5.0 * y[0] * y[1];
    return true;
  }
};

}  // namespace

std::vector<double> Gear1970Exact(double t) {
  double z[4];
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    const double decay = std::exp(-std::abs(kBeta[i]) * t);
    const double c = -(1 + kBeta[i]);
    z[i] = kBeta[i] > 0 ? kBeta[i] * decay / (decay + c) : kBeta[i] / (1 + c * decay);
    sum += z[i];
  }
  std::vector<double> y(8);
  for (int i = 0; i < 4; ++i) y[i] = sum / 2 - z[i];
  double w = 1;
  for (int iteration = 0; iteration < 50; ++iteration) {
    const double f = 2 * w + w * w * w - y[0] - (y[0] * w + 5 * y[0] * y[1]) / 2 - 1 - std::exp(-t);
    w -= f / (2 + 3 * w * w - y[0] / 2);
  }
  y[4] = -y[0] * w;
  y[5] = w;
  y[6] = -(y[0] * w + 5 * y[0] * y[1]) / 2;
  y[7] = (y[0] * w - 5 * y[0] * y[1]) / 2;
  return y;
}

IvpProblem Gear1970(double t_end) {
  IvpProblem p{.name = t_end > 1 ? "gear1970" : "gear1970_short", .y0 = Gear1970Exact(0), .t_end = t_end};
  // z' = 1 + beta gives y1'..y4'; with y1 = y2 = -1 and y6 = 1, the derivatives of the last three equations
  // give y6', v1', v2', and the fifth gives y5'.
  p.yp0.assign(8, 0);
  std::vector<double>& yp = p.yp0;
  for (int i = 0; i < 4; ++i) yp[i] = (4 + kBetaSum) / 2 - (1 + kBeta[i]);
  yp[5] = (yp[0] - 1 - (4 * yp[0] + 5 * yp[1]) / 2) / 5.5;
  yp[6] = (4 * yp[0] + 5 * yp[1] + yp[5]) / 2;
  yp[7] = (6 * yp[0] + 5 * yp[1] - yp[5]) / 2;
  yp[4] = yp[5] - yp[0];
  p.dae = MakeSweptDae<8>(Residual(), FindPattern(Residual(), 8), Mass::kVariable, p.y0, p.yp0);
  p.dae.is_differential = {1, 1, 1, 1, 1, 1, 0, 0};
  p.reference = Gear1970Exact(t_end);
  return p;
}

}  // namespace daedalus::problems
