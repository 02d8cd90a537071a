// A crank of length 1, a rod of length 2 and a slider on a horizontal line, all of mass 1, swinging under
// gravity from 45 degrees: in absolute coordinates, one motion in three formulations.
//
//   q = (p, x, y, s, z): angle of the crank, centre of the rod, angle of the rod below the line, the slider
//   q' = v,  M v' = f(q) - G(q)^T lambda,  M = diag(I1, m, m, I2, m),  and, with g the four joints, G =
//            dg/dq,
//   index 3: 0 = g(q)      index 2: 0 = G v      index 1: 0 = G v' + G' v
//
// With the angle of the crank as the only coordinate it is an ordinary differential equation of order 2, from
// which the end values were computed.
#include <array>
#include <cmath>
#include <numbers>

#include "problems/held_out/held_out.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr int kCoordinates = 5, kJoints = 4, kSize = 2 * kCoordinates + kJoints;
constexpr double kCrank = 1, kRod = 2, kHalf = kRod / 2, kMass = 1, kGravity = 9.81;
constexpr double kInertia[kCoordinates] = {kMass * kCrank * kCrank / 3, kMass, kMass, kMass* kRod* kRod / 12,
                                           kMass};

// The joints crank to rod (two), rod to slider (two), and their first and second derivatives.
template <class Y>
struct Joints {
  Y sp, cp, ss, cs;
  std::array<std::array<Y, kCoordinates>, kJoints> jacobian;

  explicit Joints(const Y* q) {
    using std::cos, std::sin;
    sp = sin(q[0]), cp = cos(q[0]), ss = sin(q[3]), cs = cos(q[3]);
    jacobian = {{{kCrank * sp, Y(1), Y(0), kHalf * ss, Y(0)},
                 {-kCrank * cp, Y(0), Y(1), kHalf * cs, Y(0)},
                 {Y(0), Y(-1), Y(0), kHalf * ss, Y(1)},
                 {Y(0), Y(0), Y(1), -kHalf * cs, Y(0)}}};
  }
  std::array<Y, kJoints> Gaps(const Y* q) const {
    return {q[1] - kCrank * cp - kHalf * cs, q[2] - kCrank * sp + kHalf * ss, q[4] - q[1] - kHalf * cs,
            q[2] - kHalf * ss};
  }
  std::array<Y, kJoints> Rates(const Y* v) const {
    std::array<Y, kJoints> out;
    for (int j = 0; j < kJoints; ++j) {
      out[j] = Y(0);
      for (int i = 0; i < kCoordinates; ++i) out[j] += jacobian[j][i] * v[i];
    }
    return out;
  }
  // G' v.
  std::array<Y, kJoints> Centrifugal(const Y* v) const {
    const Y crank = kCrank * v[0] * v[0], rod = kHalf * v[3] * v[3];
    return {crank * cp + rod * cs, crank * sp - rod * ss, rod * cs, rod * ss};
  }
};

template <SliderCrankForm kForm>
struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T&, const Y* y, const P* yp, R* r) const {
    const Y *q = y, *v = y + kCoordinates, *lambda = y + 2 * kCoordinates;
    const Joints<Y> joints(q);
    std::array<Y, kCoordinates> acceleration;
    for (int i = 0; i < kCoordinates; ++i) {
      Y force = i == 0 ? -0.5 * kMass * kGravity * kCrank * joints.cp : Y(i == 2 ? -kMass * kGravity : 0.0);
      for (int j = 0; j < kJoints; ++j) force -= joints.jacobian[j][i] * lambda[j];
      acceleration[i] = force / kInertia[i];
      r[i] = yp[i] - v[i];
      r[kCoordinates + i] = yp[kCoordinates + i] - acceleration[i];
    }
    std::array<Y, kJoints> rows = joints.Gaps(q);
    if constexpr (kForm == SliderCrankForm::kIndex2) rows = joints.Rates(v);
    if constexpr (kForm == SliderCrankForm::kIndex1) {
      rows = joints.Rates(acceleration.data());
      const auto centrifugal = joints.Centrifugal(v);
      for (int j = 0; j < kJoints; ++j) rows[j] += centrifugal[j];
    }
    for (int j = 0; j < kJoints; ++j) r[2 * kCoordinates + j] = rows[j];
    return true;
  }
};

struct State {
  std::vector<double> y, yp;
};

// From angle and rate of the crank: the others follow from the joints, the acceleration from d/dt of the
// energy M(p) p'^2 / 2 + V(p), the forces in the joints from the equations of motion one by one.
State StateAt(double p, double rate) {
  const double sp = std::sin(p), cp = std::cos(p), ss = kCrank / kRod * sp, cs = std::sqrt(1 - ss * ss);
  const double b = kCrank * cp / (kRod * cs);                      // ds/dp
  const double db = -kCrank * sp / (kRod * cs) + b * b * ss / cs;  // d2s/dp2
  const std::array<double, kCoordinates> by_p = {
      1, -kCrank * sp - kHalf * ss * b, kCrank * cp - kHalf * cs * b, b, -kCrank * sp - kRod * ss * b};
  const std::array<double, kCoordinates> by_pp = {0, -kCrank * cp - kHalf * (cs * b * b + ss * db),
                                                  -kCrank * sp - kHalf * (cs * db - ss * b * b), db,
                                                  -kCrank * cp - kRod * (cs * b * b + ss * db)};
  double mass = 0, half_slope = 0;
  for (int i = 0; i < kCoordinates; ++i) {
    mass += kInertia[i] * by_p[i] * by_p[i];
    half_slope += kInertia[i] * by_p[i] * by_pp[i];
  }
  const double weight = 0.5 * kMass * kGravity * kCrank * cp;
  const double turn = -(weight + kMass * kGravity * by_p[2] + half_slope * rate * rate) / mass;

  State state{{p, kCrank * cp + kHalf * cs, kHalf * ss, std::asin(ss), kCrank * cp + kRod * cs}, {}};
  std::array<double, kCoordinates> a;
  for (int i = 0; i < kCoordinates; ++i) {
    state.y.push_back(by_p[i] * rate);
    a[i] = by_p[i] * turn + by_pp[i] * rate * rate;
  }
  const double l3 = -kMass * a[4], l1 = l3 - kMass * a[1];
  const double l2 = (kInertia[0] * a[0] + weight + kCrank * sp * l1) / (kCrank * cp);
  const double l4 = -kMass * (a[2] + kGravity) - l2;
  state.y.insert(state.y.end(), {l1, l2, l3, l4});
  state.yp.assign(state.y.begin() + kCoordinates, state.y.begin() + 2 * kCoordinates);
  state.yp.insert(state.yp.end(), a.begin(), a.end());
  state.yp.resize(kSize, 0);  // of the forces: zero at rest, where the motion turns back on itself
  return state;
}

template <SliderCrankForm kForm>
IvpProblem Make(const char* name, int velocities, int forces) {
  const State start = StateAt(std::numbers::pi / 4, 0);
  IvpProblem p{.name = name, .y0 = start.y, .yp0 = start.yp, .t_end = 10};
  p.dae =
      MakeSweptDae<7>(Residual<kForm>(), FindPattern(Residual<kForm>(), kSize), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential.assign(kSize, 1);
  std::fill_n(p.dae.is_differential.begin() + 2 * kCoordinates, kJoints, 0);
  p.dae.index.assign(kSize, 1);
  std::fill_n(p.dae.index.begin() + kCoordinates, kCoordinates, static_cast<std::uint8_t>(velocities));
  std::fill_n(p.dae.index.begin() + 2 * kCoordinates, kJoints, static_cast<std::uint8_t>(forces));
  p.reference = StateAt(0.64719069295420321925, 1.061493137090453398).y;
  return p;
}

}  // namespace

IvpProblem SliderCrank(SliderCrankForm form) {
  switch (form) {
    case SliderCrankForm::kIndex3:
      return Make<SliderCrankForm::kIndex3>("slider_crank", 2, 3);
    case SliderCrankForm::kIndex2:
      return Make<SliderCrankForm::kIndex2>("slider_crank_i2", 1, 2);
    case SliderCrankForm::kIndex1:
      break;
  }
  return Make<SliderCrankForm::kIndex1>("slider_crank_i1", 1, 1);
}

}  // namespace daedalus::problems
