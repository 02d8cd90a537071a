// E5: a pyrolysis whose concentrations range over twenty powers of ten, to t = 1e13.
//
//   y1' = -A y1 - B y1 y3,  y2' = A y1 - M C y2 y3,  y4' = B y1 y3 - C y4,  y3' = y2' - y4'
//
// In double precision, y2 and y3 of this form end with three common digits whatever the tolerance: only their
// common invariant y2 - y3 - y4 = 0 ties them. The second form (e5_dae) has the invariant in place of the
// equation for y2, and all digits.
#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {

constexpr double kA = 7.89e-10, kB = 1.1e7, kC = 1.13e3, kM = 1e6;

template <bool kConserving>
EvalOutcome Residual(double, std::span<const double> y, std::span<const double> yp, std::span<double> r) {
  const double decay = kA * y[0];
  const double capture = kB * y[0] * y[2];
  const double loss = kM * kC * y[1] * y[2];
  const double release = kC * y[3];
  r[0] = yp[0] + decay + capture;
  r[1] = kConserving ? y[1] - y[2] - y[3] : yp[1] - decay + loss;
  r[2] = yp[2] - decay + loss + capture - release;
  r[3] = yp[3] - capture + release;
  return EvalOutcome::kOk;
}

template <bool kConserving>
EvalOutcome Jacobian(double, std::span<const double> y, std::span<const double>, std::span<double> dy,
                     std::span<double> dyp) {
  FullMatrix(dyp, 4).SetDiagonal({1, kConserving ? 0.0 : 1.0, 1, 1});
  FullMatrix a(dy, 4);
  a(0, 0) = kA + kB * y[2];
  a(0, 2) = kB * y[0];
  a(2, 0) = -kA + kB * y[2];
  a(2, 1) = kM * kC * y[2];
  a(2, 2) = kM * kC * y[1] + kB * y[0];
  a(2, 3) = -kC;
  a(3, 0) = -kB * y[2];
  a(3, 2) = -kB * y[0];
  a(3, 3) = kC;
  if (kConserving) {
    a(1, 1) = 1;
    a(1, 2) = a(1, 3) = -1;
  } else {
    a(1, 0) = -kA;
    a(1, 1) = kM * kC * y[2];
    a(1, 2) = kM * kC * y[1];
  }
  return EvalOutcome::kOk;
}

}  // namespace

IvpProblem E5(E5Form form) {
  constexpr double kStart = 1.76e-3;
  const bool conserving = form == E5Form::kConserving;
  IvpProblem p{.name = conserving ? "e5_dae" : "e5",
               .y0 = {kStart, 0, 0, 0},
               .yp0 = {-kA * kStart, kA * kStart, kA * kStart, 0},
               .t_end = 1e13};
  p.dae.size = 4;
  p.dae.constant_mass = true;
  p.dae.residual = conserving ? Residual<true> : Residual<false>;
  p.dae.jacobian = conserving ? Jacobian<true> : Jacobian<false>;
  if (conserving) p.dae.is_differential = {1, 0, 1, 1};
  p.dae.time_derivative = NoTimeDerivative;
  p.reference = {0.1152903278711829e-290, 8.8612335e-23, 8.8612335e-23, 0};
  p.compared = {1, 2};         // y1 is 1e-291 and y4 without digits
  p.absolute_scale = {1e-20};  // y2 ends at 9e-23
  return p;
}

}  // namespace daedalus::problems
