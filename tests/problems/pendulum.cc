// The plane pendulum in Cartesian coordinates: one motion, four formulations.
//
//   x' = vx,  y' = vy,  vx' = -lambda x,  vy' = -lambda y - g,  and
//   index 3:  0 = x^2 + y^2 - 1
//   index 2:  0 = x vx + y vy
//   index 1:  0 = vx^2 + vy^2 - lambda (x^2 + y^2) - g y
//   stabilized (C. W. Gear, B. Leimkuhler, G. K. Gupta, J. Comput. Appl. Math. 12-13, 1985), index 2: the
//   first two constraints together, with x' = vx - mu x, y' = vy - mu y.
#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kGravity = 9.81;

template <PendulumForm kForm>
struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T&, const Y* y, const P* yp, R* r) const {
    const Y &px = y[0], &py = y[1], &vx = y[2], &vy = y[3], &lambda = y[4];
    r[0] = yp[0] - vx;
    r[1] = yp[1] - vy;
    r[2] = yp[2] + lambda * px;
    r[3] = yp[3] + lambda * py + kGravity;
    const auto position = px * px + py * py - 1.0;
    const auto velocity = px * vx + py * vy;
    if constexpr (kForm == PendulumForm::kIndex3) r[4] = position;
    if constexpr (kForm == PendulumForm::kIndex2) r[4] = velocity;
    if constexpr (kForm == PendulumForm::kIndex1) {
      r[4] = vx * vx + vy * vy - lambda * (px * px + py * py) - kGravity * py;
    }
    if constexpr (kForm == PendulumForm::kStabilized) {
      r[0] += y[5] * px;
      r[1] += y[5] * py;
      r[4] = velocity;
      r[5] = position;
    }
    return true;
  }
};

template <PendulumForm kForm>
IvpProblem Make(const char* name, std::vector<std::uint8_t> index) {
  const auto n = static_cast<std::int32_t>(index.size());
  IvpProblem p{.name = name, .t_end = 10};
  p.y0.assign(n, 0);
  p.yp0.assign(n, 0);
  p.y0[0] = 1;
  p.yp0[3] = -kGravity;
  p.dae = MakeSweptDae<6>(Residual<kForm>(), FindPattern(Residual<kForm>(), n), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential = {1, 1, 1, 1, 0};
  p.dae.is_differential.resize(n, 0);
  p.dae.index = std::move(index);
  // The closed form by Jacobi's elliptic functions, in arithmetic of 40 digits: with k = sin(pi/4), w =
  // sqrt(g) and theta from the vertical, theta = 2 asin(k sn(K - w t)), theta' = -2 w k cn(K - w t).
  p.reference = {0.27508746257611686, -0.961419205099125064, -4.17559810095172884, -1.19474905456047527,
                 28.2945672060672506};
  p.reference.resize(n, 0);
  p.compared = {0, 1, 2, 3, 4};
  return p;
}

}  // namespace

IvpProblem Pendulum(PendulumForm form) {
  switch (form) {
    case PendulumForm::kIndex3:
      return Make<PendulumForm::kIndex3>("pendulum", {1, 1, 2, 2, 3});
    case PendulumForm::kIndex2:
      return Make<PendulumForm::kIndex2>("pendulum_i2", {1, 1, 1, 1, 2});
    case PendulumForm::kIndex1:
      return Make<PendulumForm::kIndex1>("pendulum_i1", {1, 1, 1, 1, 1});
    case PendulumForm::kStabilized:
      break;
  }
  return Make<PendulumForm::kStabilized>("pendulum_ggl", {1, 1, 1, 1, 2, 2});
}

}  // namespace daedalus::problems
