// Ring modulator: a low and a high frequency mixed by four diodes; oscillating and stiff.
#include <array>
#include <cmath>
#include <numbers>

#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {

constexpr int kSize = 15;
constexpr double kC = 1.6e-8, kCs = 2e-12, kCp = 1e-8, kLh = 4.45, kLs1 = 2e-3, kLs2 = 5e-4, kLs3 = 5e-4,
                 kGamma = 40.67286402e-9, kR = 25000, kRp = 50, kRg1 = 36.3, kRg2 = 17.3, kRg3 = 17.3,
                 kRi = 50, kRc = 600, kDelta = 17.7493332;
constexpr double kOmega1 = 2000 * std::numbers::pi, kOmega2 = 20000 * std::numbers::pi;

// How the diode voltages D1..D4 depend on y3..y7 and u2: D_k = sum_j kDiode[k][j] y_(3+j) + kDiode[k][5] u2.
constexpr int kDiode[4][6] = {
    {1, 0, -1, 0, -1, -1}, {0, -1, 0, 1, -1, -1}, {0, 1, 1, 0, 1, 1}, {-1, 0, 0, -1, 1, 1}};
// How the diode currents q1..q4 enter the sums of rows 3..7.
constexpr int kEnters[5][4] = {{-1, 0, 0, 1}, {0, 1, -1, 0}, {1, 0, -1, 0}, {0, -1, 0, 1}, {1, 1, -1, -1}};
constexpr double kCapacity[5] = {kCs, kCs, kCs, kCs, kCp};

double Voltage(int k, std::span<const double> y, double u2) {
  double d = kDiode[k][5] * u2;
  for (int j = 0; j < 5; ++j) d += kDiode[k][j] * y[2 + j];
  return d;
}

// F = y' - f.
EvalOutcome Residual(double t, std::span<const double> y, std::span<const double> yp, std::span<double> r) {
  const double u1 = 0.5 * std::sin(kOmega1 * t);
  const double u2 = 2 * std::sin(kOmega2 * t);
  const double q1 = kGamma * (std::exp(kDelta * (y[2] - y[4] - y[6] - u2)) - 1);
  const double q2 = kGamma * (std::exp(kDelta * (-y[3] + y[5] - y[6] - u2)) - 1);
  const double q3 = kGamma * (std::exp(kDelta * (y[3] + y[4] + y[6] + u2)) - 1);
  const double q4 = kGamma * (std::exp(kDelta * (-y[2] - y[5] + y[6] + u2)) - 1);
  r[0] = yp[0] - (y[7] - y[9] / 2 + y[10] / 2 + y[13] - y[0] / kR) / kC;
  r[1] = yp[1] - (y[8] - y[11] / 2 + y[12] / 2 + y[14] - y[1] / kR) / kC;
  r[2] = yp[2] - (y[9] - q1 + q4) / kCs;
  r[3] = yp[3] - (-y[10] + q2 - q3) / kCs;
  r[4] = yp[4] - (y[11] + q1 - q3) / kCs;
  r[5] = yp[5] - (-y[12] - q2 + q4) / kCs;
  r[6] = yp[6] - (-y[6] / kRp + q1 + q2 - q3 - q4) / kCp;
  r[7] = yp[7] + y[0] / kLh;
  r[8] = yp[8] + y[1] / kLh;
  r[9] = yp[9] - (y[0] / 2 - y[2] - kRg2 * y[9]) / kLs2;
  r[10] = yp[10] - (-y[0] / 2 + y[3] - kRg3 * y[10]) / kLs3;
  r[11] = yp[11] - (y[1] / 2 - y[4] - kRg2 * y[11]) / kLs2;
  r[12] = yp[12] - (-y[1] / 2 + y[5] - kRg3 * y[12]) / kLs3;
  r[13] = yp[13] - (-y[0] + u1 - (kRi + kRg1) * y[13]) / kLs1;
  r[14] = yp[14] - (-y[1] - (kRc + kRg1) * y[14]) / kLs1;
  return EvalOutcome::kOk;
}

// All but the diodes.
void SetLinearPart(FullMatrix& a) {
  a(0, 0) = a(1, 1) = 1 / (kR * kC);
  a(0, 7) = a(0, 13) = a(1, 8) = a(1, 14) = -1 / kC;
  a(0, 9) = a(1, 11) = 0.5 / kC;
  a(0, 10) = a(1, 12) = -0.5 / kC;
  a(2, 9) = a(4, 11) = -1 / kCs;
  a(3, 10) = a(5, 12) = 1 / kCs;
  a(6, 6) = 1 / (kRp * kCp);
  a(7, 0) = a(8, 1) = 1 / kLh;
  a(9, 0) = a(11, 1) = -0.5 / kLs2;
  a(9, 2) = a(11, 4) = 1 / kLs2;
  a(9, 9) = a(11, 11) = kRg2 / kLs2;
  a(10, 0) = a(12, 1) = 0.5 / kLs3;
  a(10, 3) = a(12, 5) = -1 / kLs3;
  a(10, 10) = a(12, 12) = kRg3 / kLs3;
  a(13, 0) = a(14, 1) = 1 / kLs1;
  a(13, 13) = (kRi + kRg1) / kLs1;
  a(14, 14) = (kRc + kRg1) / kLs1;
}

EvalOutcome Jacobian(double t, std::span<const double> y, std::span<const double>, std::span<double> dy,
                     std::span<double> dyp) {
  FullMatrix(dyp, kSize).SetDiagonal({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  FullMatrix a(dy, kSize);
  SetLinearPart(a);
  const double u2 = 2 * std::sin(kOmega2 * t);
  for (int k = 0; k < 4; ++k) {
    const double slope = kGamma * kDelta * std::exp(kDelta * Voltage(k, y, u2));
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) a(2 + i, 2 + j) -= kEnters[i][k] * kDiode[k][j] * slope / kCapacity[i];
    }
  }
  return EvalOutcome::kOk;
}

EvalOutcome TimeDerivative(double t, std::span<const double> y, std::span<const double>,
                           std::span<double> r) {
  const double u2 = 2 * std::sin(kOmega2 * t);
  const double u2_slope = 2 * kOmega2 * std::cos(kOmega2 * t);
  std::ranges::fill(r, 0.0);
  for (int k = 0; k < 4; ++k) {
    const double slope = kGamma * kDelta * std::exp(kDelta * Voltage(k, y, u2)) * kDiode[k][5] * u2_slope;
    for (int i = 0; i < 5; ++i) r[2 + i] -= kEnters[i][k] * slope / kCapacity[i];
  }
  r[13] = -0.5 * kOmega1 * std::cos(kOmega1 * t) / kLs1;
  return EvalOutcome::kOk;
}

}  // namespace

IvpProblem RingModulator() {
  IvpProblem p{.name = "ringmod", .t_end = 1e-3};
  p.y0.assign(kSize, 0);
  p.yp0.assign(kSize, 0);
  p.dae.size = kSize;
  p.dae.constant_mass = true;
  p.dae.residual = Residual;
  p.dae.jacobian = Jacobian;
  p.dae.time_derivative = TimeDerivative;
  p.reference = {-0.2339057358486745e-001, -0.7367485485540825e-002, 0.2582956709291169e+000,
                 -0.4064465721283450e+000, -0.4039455665149794e+000, 0.2607966765422943e+000,
                 0.1106761861269975e+000,  0.2939904342435596e-006,  -0.2840029933642329e-007,
                 0.7267198267264553e-003,  0.7929487196960840e-003,  -0.7255283495698965e-003,
                 -0.7941401968526521e-003, 0.7088495416976114e-004,  0.2390059075236570e-004};
  return p;
}

}  // namespace daedalus::problems
