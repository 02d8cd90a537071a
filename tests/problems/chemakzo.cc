// Chemical Akzo Nobel: carbon dioxide flows in and reacts, index 1. Outside of its domain for y2 < 0.
#include <cmath>

#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {

constexpr double k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, kEquilibrium = 34.4, kTransfer = 3.3,
                 ks = 115.83, kPressure = 0.9, kHenry = 737;

EvalOutcome Residual(double, std::span<const double> y, std::span<const double> yp, std::span<double> r) {
  if (y[1] < 0) return EvalOutcome::kRecoverable;
  const double root = std::sqrt(y[1]);
  const double square = y[0] * y[0];
  const double r1 = k1 * square * square * root;
  const double r2 = k2 * y[2] * y[3];
  const double r3 = k2 / kEquilibrium * y[0] * y[4];
  const double r4 = k3 * y[0] * y[3] * y[3];
  const double r5 = k4 * y[5] * y[5] * root;
  const double inflow = kTransfer * (kPressure / kHenry - y[1]);
  r[0] = yp[0] - (-2 * r1 + r2 - r3 - r4);
  r[1] = yp[1] - (-r1 / 2 - r4 - r5 / 2 + inflow);
  r[2] = yp[2] - (r1 - r2 + r3);
  r[3] = yp[3] - (-r2 + r3 - 2 * r4);
  r[4] = yp[4] - (r2 - r3 + r5);
  r[5] = ks * y[0] * y[3] - y[5];
  return EvalOutcome::kOk;
}

EvalOutcome Jacobian(double, std::span<const double> y, std::span<const double>, std::span<double> dy,
                     std::span<double> dyp) {
  if (y[1] < 0) return EvalOutcome::kRecoverable;
  const double root = std::sqrt(y[1]);
  const double cube = y[0] * y[0] * y[0];
  const double r1_y1 = 4 * k1 * cube * root;
  const double r1_y2 = k1 * cube * y[0] / (2 * root);
  const double r2_y3 = k2 * y[3];
  const double r2_y4 = k2 * y[2];
  const double r3_y1 = k2 / kEquilibrium * y[4];
  const double r3_y5 = k2 / kEquilibrium * y[0];
  const double r4_y1 = k3 * y[3] * y[3];
  const double r4_y4 = 2 * k3 * y[0] * y[3];
  const double r5_y2 = k4 * y[5] * y[5] / (2 * root);
  const double r5_y6 = 2 * k4 * y[5] * root;
  FullMatrix(dyp, 6).SetDiagonal({1, 1, 1, 1, 1, 0});
  FullMatrix a(dy, 6);
  a(0, 0) = 2 * r1_y1 + r3_y1 + r4_y1;
  a(1, 0) = r1_y1 / 2 + r4_y1;
  a(2, 0) = -r1_y1 - r3_y1;
  a(3, 0) = -r3_y1 + 2 * r4_y1;
  a(4, 0) = r3_y1;
  a(5, 0) = ks * y[3];
  a(0, 1) = 2 * r1_y2;
  a(1, 1) = r1_y2 / 2 + r5_y2 / 2 + kTransfer;
  a(2, 1) = -r1_y2;
  a(4, 1) = -r5_y2;
  a(0, 2) = -r2_y3;
  a(2, 2) = r2_y3;
  a(3, 2) = r2_y3;
  a(4, 2) = -r2_y3;
  a(0, 3) = -r2_y4 + r4_y4;
  a(1, 3) = r4_y4;
  a(2, 3) = r2_y4;
  a(3, 3) = r2_y4 + 2 * r4_y4;
  a(4, 3) = -r2_y4;
  a(5, 3) = ks * y[0];
  a(0, 4) = r3_y5;
  a(2, 4) = -r3_y5;
  a(3, 4) = -r3_y5;
  a(4, 4) = r3_y5;
  a(1, 5) = r5_y6 / 2;
  a(4, 5) = -r5_y6;
  a(5, 5) = -1;
  return EvalOutcome::kOk;
}

}  // namespace

IvpProblem ChemicalAkzo() {
  IvpProblem p{.name = "chemakzo", .y0 = {0.444, 0.00123, 0, 0.007, 0, ks * 0.444 * 0.007}, .t_end = 180};
  p.dae.size = 6;
  p.dae.is_differential = {1, 1, 1, 1, 1, 0};
  p.dae.constant_mass = true;
  p.dae.residual = Residual;
  p.dae.jacobian = Jacobian;
  p.dae.time_derivative = NoTimeDerivative;
  // y' = f(y) = -F(y, 0); the algebraic unknown follows from its equation.
  p.yp0.assign(6, 0);
  std::vector<double> r(6);
  Residual(0, p.y0, p.yp0, r);
  for (int i = 0; i < 5; ++i) p.yp0[i] = -r[i];
  p.yp0[5] = ks * (p.yp0[0] * p.y0[3] + p.y0[0] * p.yp0[3]);
  p.reference = {0.1150794920661702,    0.1203831471567715e-2, 0.1611562887407974,
                 0.3656156421249283e-3, 0.1708010885264404e-1, 0.4873531310307455e-2};
  return p;
}

}  // namespace daedalus::problems
