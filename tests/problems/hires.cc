// HIRES: how light changes the form of a growing plant, eight species.
#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {

constexpr double k1 = 1.71, k2 = 0.43, k3 = 8.32, k4 = 0.69, k5 = 0.035, k6 = 8.32, k7 = 280, k8 = 0.69,
                 k9 = 0.69, kOks = 0.0007;

EvalOutcome Residual(double, std::span<const double> y, std::span<const double> yp, std::span<double> r) {
  const double binding = k7 * y[5] * y[7];
  const double y7_rate = binding - (k2 + k8 + k9) * y[6];
  r[0] = yp[0] - (-k1 * y[0] + k2 * y[1] + k6 * y[2] + kOks);
  r[1] = yp[1] - (k1 * y[0] - (k2 + k3) * y[1]);
  r[2] = yp[2] - (-(k6 + k1) * y[2] + k2 * y[3] + k5 * y[4]);
  r[3] = yp[3] - (k3 * y[1] + k1 * y[2] - (k4 + k2) * y[3]);
  r[4] = yp[4] - (-(k5 + k1) * y[4] + k2 * (y[5] + y[6]));
  r[5] = yp[5] - (-binding + k8 * y[3] + k1 * y[4] - k2 * y[5] + k8 * y[6]);
  r[6] = yp[6] - y7_rate;
  r[7] = yp[7] + y7_rate;
  return EvalOutcome::kOk;
}

EvalOutcome Jacobian(double, std::span<const double> y, std::span<const double>, std::span<double> dy,
                     std::span<double> dyp) {
  FullMatrix(dyp, 8).SetDiagonal({1, 1, 1, 1, 1, 1, 1, 1});
  FullMatrix a(dy, 8);
  a.SetDiagonal({k1, k2 + k3, k6 + k1, k4 + k2, k5 + k1, k7 * y[7] + k2, k2 + k8 + k9, k7 * y[5]});
  a(0, 1) = -k2;
  a(0, 2) = -k6;
  a(1, 0) = -k1;
  a(2, 3) = -k2;
  a(2, 4) = -k5;
  a(3, 1) = -k3;
  a(3, 2) = -k1;
  a(4, 5) = a(4, 6) = -k2;
  a(5, 3) = -k8;
  a(5, 4) = -k1;
  a(5, 6) = -k8;
  a(5, 7) = k7 * y[5];
  a(6, 5) = -k7 * y[7];
  a(6, 7) = -k7 * y[5];
  a(7, 5) = k7 * y[7];
  a(7, 6) = -(k2 + k8 + k9);
  return EvalOutcome::kOk;
}

}  // namespace

IvpProblem Hires() {
  IvpProblem p{.name = "hires",
               .y0 = {1, 0, 0, 0, 0, 0, 0, 0.0057},
               .yp0 = {-k1 + kOks, k1, 0, 0, 0, 0, 0, 0},
               .t_end = 321.8122};
  p.dae.size = 8;
  p.dae.constant_mass = true;
  p.dae.residual = Residual;
  p.dae.jacobian = Jacobian;
  p.dae.time_derivative = NoTimeDerivative;
  p.reference = {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
                 0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2};
  p.absolute_scale = {1e-4};
  return p;
}

}  // namespace daedalus::problems
