// Andrews' squeezing mechanism: seven bodies, 27 unknowns.
//
//   q' = v,  v' = w,  0 = M(q) w - f(q, v) + G(q)^T lambda,  0 = g(q)      (index 3)
//
// and, for index 1, the constraint differentiated twice along the motion: 0 = G w + (d(G v)/dq) v.
#include <cmath>

#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498;
constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                 i7 = 1.912e-5;
constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072, c0 = 4530,
                 l0 = .07785;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874,
                 sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                 ub = .00449, zf = .02, zt = .04, fa = .01421, mom = .033;
constexpr double a = e - ea, b = zf - fa;

// Sine and cosine of an angle that moves with speed x1 and acceleration x2, and their second time
// derivatives.
template <class Y>
struct Turning {
  Y s, c, s2, c2;
  Turning(const Y& x, const Y& x1, const Y& x2) {
    using std::cos;
    using std::sin;
    s = sin(x);
    c = cos(x);
    s2 = c * x2 - s * x1 * x1;
    c2 = -s * x2 - c * x1 * x1;
  }
};

// M w - f, the inertia forces less the applied ones.
template <class Y>
void AddDynamics(const Y* q, const Y* v, const Y* w, Y* r) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const Y s_theta = sin(q[1]), c_theta = cos(q[1]), s_gamma = sin(q[2]), c_gamma = cos(q[2]);
  const Y s_phi = sin(q[3]), c_phi = cos(q[3]), s_omega = sin(q[5]), c_omega = cos(q[5]);
  const Y m11 = m1 * ra * ra + m2 * (rr * rr + da * da) - 2 * m2 * da * rr * c_theta + i1 + i2;
  const Y m12 = m2 * da * da - m2 * da * rr * c_theta + i2;
  const Y m45 = m4 * a * a + m4 * zt * a * s_phi + i4;
  const Y m55 = m4 * (zt * zt + a * a) + 2 * m4 * zt * a * s_phi + m5 * (ta * ta + tb * tb) + i4 + i5;
  const Y m67 = m6 * b * b - m6 * u * b * s_omega + i6;
  const Y m77 = m6 * (b * b + u * u) - 2 * m6 * u * b * s_omega + m7 * (ua * ua + ub * ub) + i6 + i7;

  const Y xd = sd * c_gamma + sc * s_gamma + xb, yd = sd * s_gamma - sc * c_gamma + yb;
  const Y length = sqrt((xd - xc) * (xd - xc) + (yd - yc) * (yd - yc));
  const Y force = -c0 * (length - l0) / length;

  r[0] = m11 * w[0] + m12 * w[1] - mom + m2 * da * rr * v[1] * (v[1] + 2.0 * v[0]) * s_theta;
  r[1] = m12 * w[0] + (m2 * da * da + i2) * w[1] - m2 * da * rr * v[0] * v[0] * s_theta;
  r[2] = (m3 * (sa * sa + sb * sb) + i3) * w[2] -
         force * ((xd - xc) * (sc * c_gamma - sd * s_gamma) + (yd - yc) * (sd * c_gamma + sc * s_gamma));
  r[3] = (m4 * a * a + i4) * w[3] + m45 * w[4] - m4 * zt * a * v[4] * v[4] * c_phi;
  r[4] = m45 * w[3] + m55 * w[4] + m4 * zt * a * v[3] * (v[3] + 2.0 * v[4]) * c_phi;
  r[5] = (m6 * b * b + i6) * w[5] + m67 * w[6] + m6 * u * b * v[6] * v[6] * c_omega;
  r[6] = m67 * w[5] + m77 * w[6] - m6 * u * b * v[5] * (v[5] + 2.0 * v[6]) * c_omega;
}

template <bool kIndex1>
struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T&, const Y* y, const P* yp, R* r) const {
    const Y *q = y, *v = y + 7, *w = y + 14, *l = y + 21;
    for (int i = 0; i < 14; ++i) r[i] = yp[i] - y[7 + i];
    Y sum[13];
    AddDynamics(q, v, w, sum);
    const Turning<Y> beta(q[0], v[0], w[0]), beta_theta(q[0] + q[1], v[0] + v[1], w[0] + w[1]);
    const Turning<Y> gamma(q[2], v[2], w[2]), delta(q[4], v[4], w[4]), epsilon(q[6], v[6], w[6]);
    const Turning<Y> phi_delta(q[3] + q[4], v[3] + v[4], w[3] + w[4]);
    const Turning<Y> omega_epsilon(q[5] + q[6], v[5] + v[6], w[5] + w[6]);

    // G^T lambda.
    const Y lx = l[0] + l[2] + l[4], ly = l[1] + l[3] + l[5];
    const Y by_arm = d * (beta_theta.s * lx - beta_theta.c * ly);
    sum[0] += by_arm + rr * (beta.c * ly - beta.s * lx);
    sum[1] += by_arm;
    sum[2] += -ss * (gamma.c * l[0] + gamma.s * l[1]);
    const Y by_e = -e * (phi_delta.c * l[2] + phi_delta.s * l[3]);
    sum[3] += by_e;
    sum[4] += by_e + zt * (delta.s * l[2] - delta.c * l[3]);
    const Y by_f = zf * (omega_epsilon.s * l[4] - omega_epsilon.c * l[5]);
    sum[5] += by_f;
    sum[6] += by_f - u * (epsilon.c * l[4] + epsilon.s * l[5]);

    // g(q), or its second time derivative.
    Y* g = sum + 7;
    if constexpr (kIndex1) {
      const Y x2 = rr * beta.c2 - d * beta_theta.c2, y2 = rr * beta.s2 - d * beta_theta.s2;
      g[0] = x2 - ss * gamma.s2;
      g[1] = y2 + ss * gamma.c2;
      g[2] = x2 - e * phi_delta.s2 - zt * delta.c2;
      g[3] = y2 + e * phi_delta.c2 - zt * delta.s2;
      g[4] = x2 - zf * omega_epsilon.c2 - u * epsilon.s2;
      g[5] = y2 - zf * omega_epsilon.s2 + u * epsilon.c2;
    } else {
      const Y x0 = rr * beta.c - d * beta_theta.c, y0 = rr * beta.s - d * beta_theta.s;
      g[0] = x0 - ss * gamma.s - xb;
      g[1] = y0 + ss * gamma.c - yb;
      g[2] = x0 - e * phi_delta.s - zt * delta.c - xa;
      g[3] = y0 + e * phi_delta.c - zt * delta.s - ya;
      g[4] = x0 - zf * omega_epsilon.c - u * epsilon.s - xa;
      g[5] = y0 - zf * omega_epsilon.s + u * epsilon.c - ya;
    }
    for (int i = 0; i < 13; ++i) r[14 + i] = sum[i];
    return true;
  }
};

template <bool kIndex1>
IvpProblem Make() {
  IvpProblem p{.name = kIndex1 ? "andrews_i1" : "andrews", .t_end = 0.03};
  p.y0.assign(27, 0);
  p.yp0.assign(27, 0);
  const double q0[] = {-0.0617138900142764496, 0,
                       0.455279819163070380,   0.222668390165885885,
                       0.487364979543842550,   -0.222668390165885885,
                       1.23054744454982119};
  std::ranges::copy(q0, p.y0.begin());
  p.yp0[7] = p.y0[14] = 14222.4439199541139;
  p.yp0[8] = p.y0[15] = -10666.8329399655854;
  p.y0[21] = 98.5668703962410896;
  p.y0[22] = -6.12268834425566266;
  p.dae = MakeSweptDae<8>(Residual<kIndex1>(), FindPattern(Residual<kIndex1>(), 27), Mass::kConstant, p.y0,
                          p.yp0);
  p.dae.is_differential.assign(27, 0);
  std::fill_n(p.dae.is_differential.begin(), 14, 1);
  p.dae.index.assign(27, kIndex1 ? 1 : 3);
  if (!kIndex1) {
    std::fill_n(p.dae.index.begin(), 7, 1);
    std::fill_n(p.dae.index.begin() + 7, 7, 2);
  }
  // Of our own: the published accelerations and multipliers have six digits.
  p.reference = {15.8107711952,  -15.7563710584, 0.0408222401197, -0.534730116342, 0.52440996588,
                 0.534730116342, 1.04808074104,  1139.92030226,   -1424.37929518,  11.0329119108,
                 19.2933741053,  0.573569914836, -19.2933741053,  0.323179149262,  -24631.7631234,
                 51850.3196374,  324102.600708,  566749.422001,   16743.6354183,   -566749.422001,
                 9826.50780164,  199.175348105,  -29.7553099749,  23.0665436116,   31.4527252757,
                 22.6424947864,  11.6173923527};
  p.compared = {0, 1, 2, 3, 4, 5, 6};
  return p;
}

}  // namespace

IvpProblem Andrews(MechanicalForm form) {
  return form == MechanicalForm::kIndex1 ? Make<true>() : Make<false>();
}

}  // namespace daedalus::problems
