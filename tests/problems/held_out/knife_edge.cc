// A blade on an inclined plane, turning at a constant rate: it cannot slip sideways, a constraint on its
// velocity that is not the derivative of one on its position (J. I. Neimark, N. A. Fufaev, Dynamics of
// Nonholonomic Systems, 1972; A. M. Bloch, Nonholonomic Mechanics and Control, 2003).
//
//   x'' = lambda sin(phi) + a,  y'' = -lambda cos(phi),  phi'' = 0,  and
//   index 2:  0 = x' sin(phi) - y' cos(phi)
//   index 1:  0 = lambda + a sin(phi) + phi' (x' cos(phi) + y' sin(phi)), its derivative
//
// Started at rest with phi' = w: x = a sin^2(w t) / (2 w^2), y = a (w t - sin(2 w t) / 2) / (2 w^2),
// lambda = -2 a sin(w t). It does not slide down for ever, it drifts sideways.
#include <cmath>

#include "problems/held_out/held_out.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kPull = 5, kRate = 2, kEnd = 5;

template <KnifeEdgeForm kForm>
struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T&, const Y* y, const P* yp, R* r) const {
    using std::cos, std::sin;
    const Y &vx = y[3], &vy = y[4], &rate = y[5], &lambda = y[6];
    const Y s = sin(y[2]), c = cos(y[2]);
    r[0] = yp[0] - vx;
    r[1] = yp[1] - vy;
    r[2] = yp[2] - rate;
    r[3] = yp[3] - lambda * s - kPull;
    r[4] = yp[4] + lambda * c;
    r[5] = yp[5];
    if constexpr (kForm == KnifeEdgeForm::kIndex2) {
      r[6] = vx * s - vy * c;
    } else {
      r[6] = lambda + kPull * s + rate * (vx * c + vy * s);
    }
    return true;
  }
};

std::vector<double> StateAt(double t) {
  const double s = std::sin(kRate * t), c = std::cos(kRate * t), size = kPull / (2 * kRate * kRate);
  return {size * s * s,          size * (kRate * t - s * c), kRate * t,
          kPull / kRate * s * c, kPull / kRate * s * s,      kRate,
          -2 * kPull * s};
}

template <KnifeEdgeForm kForm>
IvpProblem Make(const char* name, int index) {
  IvpProblem p{.name = name,
               .y0 = StateAt(0),
               .yp0 = {0, 0, kRate, kPull, 0, 0, -2 * kPull * kRate},
               .t_end = kEnd,
               .reference = StateAt(kEnd)};
  p.dae = MakeSweptDae<4>(Residual<kForm>(), FindPattern(Residual<kForm>(), 7), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential = {1, 1, 1, 1, 1, 1, 0};
  p.dae.index = {1, 1, 1, 1, 1, 1, static_cast<std::uint8_t>(index)};
  return p;
}

}  // namespace

IvpProblem KnifeEdge(KnifeEdgeForm form) {
  return form == KnifeEdgeForm::kIndex2 ? Make<KnifeEdgeForm::kIndex2>("knife_edge", 2)
                                        : Make<KnifeEdgeForm::kIndex1>("knife_edge_i1", 1);
}

}  // namespace daedalus::problems
