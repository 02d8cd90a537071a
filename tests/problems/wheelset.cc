// Wheelset: two rigidly joined conical wheels roll on rails, index 2, with creep forces in the contacts.
//
// Unknowns: position x, y, z and angles theta, phi; their velocities; beta, the deviation of the angular
// velocity; contact coordinates psi, xi of the right and the left wheel; and two multipliers in units of
// 1e4 N, left before right. The accelerations are written explicitly, so the mass is constant.
#include <cmath>
#include <numbers>

#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kMass = 16.08, kGravity = 9.81, kSpeed = 30, kRadius = 0.1, kI1 = 0.0605, kI2 = 0.366,
                 kFriction = 0.12, kArm = 0.19, kStiffX = 6400, kStiffZ = 6400, kHertzE = 1.3537956,
                 kHertzG = 0.7115218, kPoisson = 0.28, kShear = 7.92e10, kC11 = 4.72772197, kC22 = 4.27526987,
                 kC23 = 1.97203505, kCone = 0.0262, kGauge = 0.1506, kRail = 0.06, kMultiplierUnit = 1e4;

double ValueOf(double x) {
  return x;
}
template <int kLanes>
double ValueOf(const Dual<kLanes>& x) {
  return x.v;
}

template <class V>
struct Body {
  V s_theta, c_theta, s_phi, c_phi;
  const V* q;  // x, y, z, theta, phi
  const V* v;  // their derivatives
  V omega;
};

// The contact of one wheel: geometry of cone and rail, and the row Q of the constraint.
template <class V>
struct Contact {
  V s_psi, c_psi, xi, radius, slope, curvature;  // of the wheel R(xi), of the rail G(x): G', G''
  double cone_slope;                             // R'
  V row[5];                                      // Q
  V sine, cosine;                                // of the contact angle

  Contact(const Body<V>& body, const V& psi, const V& xi_in, double side) : xi(xi_in) {
    using std::atan;
    using std::cos;
    using std::sin;
    using std::sqrt;
    const auto& [s_theta, c_theta, s_phi, c_phi, q, v, omega] = body;
    s_psi = sin(psi);
    c_psi = cos(psi);
    const double sign = ValueOf(xi) < 0 ? -1 : 1;
    cone_slope = -sign * std::tan(kCone);
    radius = kRadius + std::tan(kCone) * (kGauge - sign * xi);
    const V at = q[0] + xi * c_theta * c_phi + radius * (c_theta * s_phi * c_psi - s_theta * s_psi);
    const double rail_side = ValueOf(at) < 0 ? -1 : 1;
    const V off = rail_side * at - kGauge - kRail * std::sin(kCone);
    const V height = sqrt(kRail * kRail - off * off);
    slope = -rail_side * off / height;
    curvature = -kRail * kRail / (height * height * height);
    row[0] = slope;
    row[1] = V(-1);
    row[2] = V(0);
    row[3] = slope * (radius * (-c_theta * s_psi - c_psi * s_phi * s_theta) - c_phi * s_theta * xi);
    row[4] = -c_psi * radius * s_phi - c_phi * xi +
             slope * (c_phi * c_psi * c_theta * radius - c_theta * s_phi * xi);
    const V angle = atan(((cone_slope * c_phi - s_phi * c_psi) * c_theta + s_psi * s_theta) /
                         (-side * (cone_slope * s_phi + c_psi * c_phi)));
    sine = sin(angle);
    cosine = cos(angle);
  }
};

template <class V>
struct Force {
  V x, y, z;
};

// Creepage in the contact, from the velocity of the touching points, and its force by Hertz and Kalker, with
// saturation. `side` is +1 left and -1 right.
template <class V>
Force<V> CreepForce(const Body<V>& body, const Contact<V>& at, const V& normal, double side) {
  using std::abs;
  using std::cbrt;
  using std::cos;
  using std::sin;
  using std::sqrt;
  using std::tanh;
  const auto& [s_theta, c_theta, s_phi, c_phi, q, v, omega] = body;
  const auto& [s_psi, c_psi, xi, radius, slope, curvature, cone_slope, row, sine, cosine] = at;
  const V turned = q[3] / cosine, st = sin(turned), ct = cos(turned);
  const V a = 0.5 / (radius * std::sqrt(1 + cone_slope * cone_slope));
  const V root = sqrt(1.0 + slope * slope);
  const V b = -0.5 * curvature / (root * root * root);
  const V c = cbrt(3 * (1 - kPoisson) * kHertzE / (2 * std::numbers::pi * kShear * std::sqrt(kHertzG)) *
                   abs(normal) / (a + b));
  const V w1 = -omega * radius * (st * c_psi + ct * s_phi * s_psi) + v[0] -
               v[3] * (radius * (st * s_phi * c_psi + ct * s_psi) + xi * st * c_phi) -
               v[4] * ct * (xi * s_phi - radius * c_phi * c_psi);
  const V w2 = omega * radius * c_phi * s_psi + v[1] + v[4] * (xi * c_phi + radius * s_phi * c_psi);
  const V w3 = -omega * radius * (ct * c_psi - st * s_phi * s_psi) + kSpeed + v[2] -
               v[3] * (xi * ct * c_phi + radius * (ct * s_phi * c_psi - st * s_psi)) +
               v[4] * st * (xi * s_phi - radius * c_phi * c_psi);
  const V r1 = w1 - 2.0 * v[0], r2 = w2 - 2.0 * v[1], r3 = w3 - 2.0 * v[2] - 2 * kSpeed;
  const V rolling = 0.5 * sqrt(r1 * r1 + r2 * r2 + r3 * r3);
  const V nx = (st * w1 + ct * w3) / rolling;
  const V ny = (ct * cosine * w1 + side * sine * w2 - st * cosine * w3) / rolling;
  const V spin = (cosine * v[3] - side * sine * omega) / rolling;
  const V limit = kFriction * normal;
  V tx = -limit * tanh(kShear * kC11 * c * c * nx / limit);
  V ty = -limit * tanh((kShear * kC22 * c * c * ny + kShear * kC23 * c * c * c * spin) / limit);
  const V size = sqrt(tx * tx + ty * ty), bound = abs(limit);
  if (size > bound) {
    tx = tx * bound / size;
    ty = ty * bound / size;
  }
  return {st * tx + ct * cosine * ty, side * sine * ty, ct * tx - st * cosine * ty};
}

// Moments of a contact force about the axes of theta, phi and beta.
template <class V>
void AddMoments(const Body<V>& body, const Contact<V>& at, const Force<V>& f, V* moment) {
  const auto& [s_theta, c_theta, s_phi, c_phi, q, v, omega] = body;
  const V &xi = at.xi, &r = at.radius, &s_psi = at.s_psi, &c_psi = at.c_psi;
  moment[0] += -(xi * s_theta + r * s_psi * c_theta * c_phi) * f.x - r * s_psi * s_phi * f.y +
               (r * s_psi * s_theta * c_phi - xi * c_theta) * f.z;
  moment[1] += -(xi * c_theta * s_phi - r * c_psi * c_theta * c_phi) * f.x +
               (xi * c_phi + r * c_psi * s_phi) * f.y +
               (xi * s_theta * s_phi - r * c_psi * s_theta * c_phi) * f.z;
  moment[2] += -r * (c_psi * s_theta + s_psi * c_theta * s_phi) * f.x + r * s_psi * c_phi * f.y -
               r * (c_psi * c_theta - s_psi * s_theta * s_phi) * f.z;
}

struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T&, const Y* y, const P* yp, R* r) const {
    using std::cos;
    using std::sin;
    const Y *q = y, *v = y + 5;
    const Body<Y> body{sin(q[3]), cos(q[3]), sin(q[4]), cos(q[4]), q, v, kSpeed / kRadius + y[10]};
    const auto& [s_theta, c_theta, s_phi, c_phi, q_, v_, omega] = body;
    const Contact<Y> right(body, y[11], y[12], -1), left(body, y[13], y[14], 1);
    const Y l1 = kMultiplierUnit * y[15], l2 = kMultiplierUnit * y[16];
    Y reaction[5];
    for (int i = 0; i < 5; ++i) reaction[i] = left.row[i] * l1 + right.row[i] * l2;
    const Y d = -left.sine * right.cosine - right.sine * left.cosine;
    const Y n_left = (right.cosine * reaction[0] - right.sine * reaction[1]) / d;
    const Y n_right = (-left.cosine * reaction[0] - left.sine * reaction[1]) / d;
    const Force<Y> f_left = CreepForce<Y>(body, left, n_left, 1),
                   f_right = CreepForce<Y>(body, right, n_right, -1);
    Y moment[3] = {Y(0), Y(0), Y(0)};
    AddMoments(body, left, f_left, moment);
    AddMoments(body, right, f_right, moment);

    for (int i = 0; i < 5; ++i) r[i] = yp[i] - v[i];
    r[5] = yp[5] - (f_left.x + f_right.x + reaction[0] - 2 * kStiffX * q[0]) / kMass;
    r[6] = yp[6] - (f_left.y + f_right.y + reaction[1]) / kMass + kGravity;
    r[7] = yp[7] - (f_left.z + f_right.z - 2 * kStiffZ * q[2]) / kMass;
    const Y theta2 = (kI2 * v[3] * v[4] * s_phi - kI1 * omega * v[4] - (kI1 - kI2) * v[3] * v[4] * s_phi +
                      moment[0] - 2 * kArm * kArm * kStiffZ * c_phi * q[3] + reaction[3]) /
                     (kI2 * c_phi);
    r[8] = yp[8] - theta2;
    r[9] = yp[9] - (kI1 * omega * v[3] * c_phi + (kI1 - kI2) * v[3] * v[3] * s_phi * c_phi + moment[1] +
                    reaction[4]) /
                       kI2;
    r[10] = yp[10] -
            (-kI1 * v[3] * v[4] * c_phi + moment[2] - 2 * kArm * kArm * kStiffZ * s_phi * q[3]) / kI1 +
            s_phi * theta2;
    SetContactRows(body, left, r + 11);
    SetContactRows(body, right, r + 13);
    Y speed_left = Y(0), speed_right = Y(0);
    for (int i = 0; i < 5; ++i) {
      speed_left += left.row[i] * v[i];
      speed_right += right.row[i] * v[i];
    }
    r[15] = speed_left;
    r[16] = speed_right;
    return true;
  }

 private:
  // Wheel and rail have a common tangent plane.
  template <class Y, class R>
  static void SetContactRows(const Body<Y>& body, const Contact<Y>& at, R* r) {
    const auto& [s_theta, c_theta, s_phi, c_phi, q, v, omega] = body;
    r[0] = at.slope * (at.cone_slope * s_phi + c_phi * at.c_psi) + at.cone_slope * c_theta * c_phi -
           c_theta * s_phi * at.c_psi + s_theta * at.s_psi;
    r[1] = at.cone_slope * s_theta * c_phi - s_theta * s_phi * at.c_psi - c_theta * at.s_psi;
  }
};

}  // namespace

IvpProblem Wheelset() {
  IvpProblem p{.name = "wheelset", .t_end = 10};
  p.y0 = {0.0014941,
          4.0089e-07,
          1.1241e-06,
          -0.00028573,
          0.00026459,
          0,
          0,
          0,
          0,
          0,
          0,
          -7.4122380357667139e-06,
          -0.15213642961212481,
          7.563440639517294e-06,
          0.1490635714733819,
          -0.0083593,
          -0.0074144};
  p.yp0 = {0,
           0,
           0,
           0,
           0,
           -1.975258894011285,
           -0.0010898297102811276,
           0.078855083626142589,
           -5.5333628217315489,
           -0.34870214895465113,
           -2.1329687243809272,
           0,
           0,
           0,
           0,
           0,
           0};
  p.dae = MakeSweptDae<6>(Residual(), linear::DensePattern(17, 17), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential.assign(17, 0);
  std::fill_n(p.dae.is_differential.begin(), 11, 1);
  p.dae.index.assign(17, 1);
  p.dae.index[15] = p.dae.index[16] = 2;
  // RADAU5 at 1e-12, which IDA at 1e-11 meets to 6.7 digits; the published values have 5.3.
  p.reference = {0.00863553816191, 1.3038340879e-05,  -9.36358035041e-05, -0.0136422959313,
                 0.00152928940568, -0.0769852380629,  -0.000251510625434, 0.00205411485523,
                 -0.239048397171,  -0.0136334443544,  -0.244213701616,    -0.000336667425403,
                 -0.159494256282,  0.000378396035173, 0.141732150189,     -0.0101240449827,
                 -0.00562856296381};
  return p;
}

}  // namespace daedalus::problems
