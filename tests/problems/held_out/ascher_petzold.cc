// A linear problem of index 2 whose coefficients depend on time (U. M. Ascher, L. R. Petzold, SIAM J. Numer.
// Anal. 28, 1991): the larger a, the more a method suffers that is not made for the constraint.
//
//   x1' = (a - 1/(2-t)) x1 + (2-t) a z + (3-t)/(2-t) e^t
//   x2' = (1-a)/(t-2) x1 - x2 + (a-1) z + 2 e^t
//   0   = (t+2) x1 + (t^2-4) x2 - (t^2+t-2) e^t
//
// has the solution x1 = x2 = e^t, z = -e^t / (2-t).
#include <cmath>
#include <numbers>

#include "problems/held_out/held_out.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kA = 50;

struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    using std::exp;
    const T growth = exp(t), left = 2.0 - t;
    r[0] = yp[0] - (kA - 1.0 / left) * y[0] - left * kA * y[2] - (3.0 - t) / left * growth;
    r[1] = yp[1] + (1 - kA) / left * y[0] + y[1] - (kA - 1) * y[2] - 2.0 * growth;
    r[2] = (t + 2.0) * y[0] + (t * t - 4.0) * y[1] - (t * t + t - 2.0) * growth;
    return true;
  }
};

}  // namespace

IvpProblem AscherPetzold() {
  constexpr double e = std::numbers::e;
  // z' = -e^t (3-t) / (2-t)^2.
  IvpProblem p{.name = "ascher_petzold",
               .y0 = {1, 1, -0.5},
               .yp0 = {1, 1, -0.75},
               .t_end = 1,
               .reference = {e, e, -e}};
  p.dae = MakeSweptDae<3>(Residual(), FindPattern(Residual(), 3), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential = {1, 1, 0};
  p.dae.index = {1, 1, 2};
  return p;
}

}  // namespace daedalus::problems
