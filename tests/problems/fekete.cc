// Fekete points: twenty charges pushed apart on the unit sphere until they rest, stabilized index 2.
//
//   p' = q + 2 mu p,  q' = -q/2 + 2 lambda p + sum_j (p - p_j) / |p - p_j|^2,  0 = |p|^2 - 1,  0 = 2 p.q
//
// Unknowns: all p, all q, all lambda, all mu.
#include <cmath>
#include <numbers>

#include "problems/problem_list.h"
#include "problems/swept_dae.h"
#include "problems/test_data.h"

namespace daedalus::problems {
namespace {

constexpr int kN = 20;

// force_i = sum_(j != i) (p_i - p_j) / |p_i - p_j|^2.
template <class Y>
void Repel(const Y* p, Y* force) {
  for (int k = 0; k < 3 * kN; ++k) force[k] = Y(0);
  for (int i = 0; i < kN; ++i) {
    for (int j = 0; j < i; ++j) {
      const Y dx = p[3 * i] - p[3 * j], dy = p[3 * i + 1] - p[3 * j + 1], dz = p[3 * i + 2] - p[3 * j + 2];
      const Y inverse = 1.0 / (dx * dx + dy * dy + dz * dz);
      const Y push[3] = {dx * inverse, dy * inverse, dz * inverse};
      for (int k = 0; k < 3; ++k) {
        force[3 * i + k] += push[k];
        force[3 * j + k] -= push[k];
      }
    }
  }
}

struct Residual {
  template <class T, class Y, class P, class R>
  bool operator()(const T&, const Y* y, const P* yp, R* r) const {
    const Y *p = y, *q = y + 3 * kN, *lambda = y + 6 * kN, *mu = y + 7 * kN;
    Y force[3 * kN];
    Repel(p, force);
    for (int i = 0; i < kN; ++i) {
      Y length = Y(-1), velocity = Y(0);
      for (int k = 3 * i; k < 3 * i + 3; ++k) {
        r[k] = yp[k] - q[k] - 2.0 * mu[i] * p[k];
        r[3 * kN + k] = yp[3 * kN + k] + 0.5 * q[k] - 2.0 * lambda[i] * p[k] - force[k];
        length += p[k] * p[k];
        velocity += 2.0 * p[k] * q[k];
      }
      r[6 * kN + i] = length;
      r[7 * kN + i] = velocity;
    }
    return true;
  }
};

void SetPoint(std::vector<double>& y, int i, double longitude, double latitude) {
  y[3 * i] = std::cos(longitude) * std::cos(latitude);
  y[3 * i + 1] = std::sin(longitude) * std::cos(latitude);
  y[3 * i + 2] = std::sin(latitude);
}

// Four rings of points.
void SetStart(IvpProblem& problem) {
  constexpr double pi = std::numbers::pi;
  std::vector<double>& y = problem.y0;
  y.assign(8 * kN, 0);
  for (int i = 1; i <= 3; ++i) SetPoint(y, i - 1, 2 * pi * i / 3 + pi / 13, 3 * pi / 8);
  for (int i = 4; i <= 10; ++i) SetPoint(y, i - 1, 2 * pi * (i - 3) / 7 + pi / 29, pi / 8);
  for (int i = 11; i <= 16; ++i) SetPoint(y, i - 1, 2 * pi * (i - 10) / 6 + pi / 7, -2 * pi / 15);
  for (int i = 17; i <= 20; ++i) SetPoint(y, i - 1, 2 * pi * (i - 17) / 4 + pi / 17, -3 * pi / 10);
  double force[3 * kN];
  Repel(y.data(), force);
  problem.yp0.assign(8 * kN, 0);
  for (int i = 0; i < kN; ++i) {
    double& lambda = y[6 * kN + i];
    for (int k = 3 * i; k < 3 * i + 3; ++k) lambda -= 0.5 * y[k] * force[k];
    for (int k = 3 * i; k < 3 * i + 3; ++k) problem.yp0[3 * kN + k] = 2 * lambda * y[k] + force[k];
  }
}

}  // namespace

IvpProblem Fekete() {
  IvpProblem p{.name = "fekete", .t_end = 1000};
  SetStart(p);
  p.dae = MakeSweptDae<8>(Residual(), FindPattern(Residual(), 8 * kN), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential.assign(8 * kN, 0);
  std::fill_n(p.dae.is_differential.begin(), 6 * kN, 1);
  p.dae.index.assign(8 * kN, 2);
  std::fill_n(p.dae.index.begin(), 6 * kN, 1);
  p.reference = ReadReference(p.name);
  for (int i = 0; i < 3 * kN; ++i) p.compared.push_back(i);
  return p;
}

}  // namespace daedalus::problems
