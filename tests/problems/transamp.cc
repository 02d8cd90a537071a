// Transistor amplifier, index 1: a singular constant mass matrix that is not diagonal.
#include <cmath>
#include <numbers>

#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {

constexpr double kUb = 6, kUf = 0.026, kAlpha = 0.99, kBeta = 1e-6, kR0 = 1000, kR = 9000;
constexpr double kC[] = {1e-6, 2e-6, 3e-6, 4e-6, 5e-6};
constexpr double kOmega = 200 * std::numbers::pi;

double DiodeCurrent(double u) {
  return kBeta * (std::exp(u / kUf) - 1);
}
double DiodeSlope(double u) {
  return kBeta / kUf * std::exp(u / kUf);
}

// F = M y' - f.
EvalOutcome Residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) {
  const double input = 0.1 * std::sin(kOmega * t);
  const double g23 = DiodeCurrent(y[1] - y[2]);
  const double g56 = DiodeCurrent(y[4] - y[5]);
  const double c1 = kC[0] * (yp[1] - yp[0]);
  const double c3 = kC[2] * (yp[4] - yp[3]);
  const double c5 = kC[4] * (yp[7] - yp[6]);
  r[0] = c1 - (y[0] - input) / kR0;
  r[1] = -c1 - (y[1] / kR + (y[1] - kUb) / kR + (1 - kAlpha) * g23);
  r[2] = -kC[1] * yp[2] - (y[2] / kR - g23);
  r[3] = c3 - ((y[3] - kUb) / kR + kAlpha * g23);
  r[4] = -c3 - (y[4] / kR + (y[4] - kUb) / kR + (1 - kAlpha) * g56);
  r[5] = -kC[3] * yp[5] - (y[5] / kR - g56);
  r[6] = c5 - ((y[6] - kUb) / kR + kAlpha * g56);
  r[7] = -c5 - y[7] / kR;
  return EvalOutcome::kOk;
}

EvalOutcome Jacobian(double, std::span<const double> y, std::span<const double>, std::span<double> dy,
                     std::span<double> dyp) {
  FullMatrix m(dyp, 8);
  for (const int k : {0, 3, 6}) {
    const double c = kC[k * 2 / 3];
    m(k, k) = m(k + 1, k + 1) = -c;
    m(k, k + 1) = m(k + 1, k) = c;
  }
  m(2, 2) = -kC[1];
  m(5, 5) = -kC[3];
  FullMatrix a(dy, 8);
  a.SetDiagonal({-1 / kR0, -2 / kR, -1 / kR, -1 / kR, -2 / kR, -1 / kR, -1 / kR, -1 / kR});
  for (const int k : {1, 4}) {
    const double slope = DiodeSlope(y[k] - y[k + 1]);
    a(k, k) -= (1 - kAlpha) * slope;
    a(k, k + 1) += (1 - kAlpha) * slope;
    a(k + 1, k) += slope;
    a(k + 1, k + 1) -= slope;
    a(k + 2, k) -= kAlpha * slope;
    a(k + 2, k + 1) += kAlpha * slope;
  }
  return EvalOutcome::kOk;
}

EvalOutcome TimeDerivative(double t, std::span<const double>, std::span<const double>, std::span<double> r) {
  std::ranges::fill(r, 0.0);
  r[0] = 0.1 * kOmega * std::cos(kOmega * t) / kR0;
  return EvalOutcome::kOk;
}

}  // namespace

// y1' = y2', y4' = y5' and y7' = y8' at the start follow from the derivatives of the three algebraic
// equations, the sums of rows 1 and 2, 4 and 5, 7 and 8.
IvpProblem TransistorAmplifier() {
  IvpProblem p{.name = "transamp",
               .y0 = {0, kUb / 2, kUb / 2, kUb, kUb / 2, kUb / 2, kUb, 0},
               .yp0 = {51.338775, 51.338775, -kUb / 2 / (kC[1] * kR), -24.9757667, -24.9757667,
                       -kUb / 2 / (kC[3] * kR), -10.00564453, -10.00564453},
               .t_end = 0.2};
  p.dae.size = 8;
  p.dae.constant_mass = true;
  p.dae.residual = Residual;
  p.dae.jacobian = Jacobian;
  p.dae.time_derivative = TimeDerivative;
  p.reference = {-0.5562145012262709e-002, 0.3006522471903042e+001, 0.2849958788608128e+001,
                 0.2926422536206241e+001,  0.2704617865010554e+001, 0.2761837778393145e+001,
                 0.4770927631616772e+001,  0.1236995868091548e+001};
  return p;
}

}  // namespace daedalus::problems
