// Fekete points: twenty charges pushed apart on the unit sphere until they rest, stabilized index 2.
//
//   p' = q + 2 mu p,  q' = -q/2 + 2 lambda p + sum_j (p - p_j) / |p - p_j|^2,  0 = |p|^2 - 1,  0 = 2 p.q
//
// Unknowns: all p, all q, all lambda, all mu.
#include <cmath>
#include <numbers>

#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr int kN = 20;

// Where they come to rest [MM08].
constexpr double kAtRest[3 * kN] = {
    -0.4070263380333202e+00, 0.3463758772791802e+00,  0.8451942450030429e+00,  0.7752934752521549e-01,
    -0.2628662719972299e+00, 0.9617122871829146e+00,  0.7100577833343567e+00,  0.1212948055586120e+00,
    0.6936177005172217e+00,  0.2348267744557627e+00,  0.7449277976923311e+00,  0.6244509285956391e+00,
    -0.4341114738782885e+00, 0.8785430442262876e+00,  0.1992720444237660e+00,  -0.9515059600312596e+00,
    0.2203508762787005e+00,  0.2146669498274008e+00,  -0.6385191643609878e+00, -0.4310833259390688e+00,
    0.6375425027722121e+00,  -0.1464175087914336e+00, -0.9380871635228862e+00, 0.3139337298744690e+00,
    0.5666974065069942e+00,  -0.6739221885076542e+00, 0.4740073135462156e+00,  0.9843259538440293e+00,
    -0.1696995357819996e+00, -0.4800504290609090e-01, 0.1464175087914331e+00,  0.9380871635228875e+00,
    -0.3139337298744656e+00, -0.7092757549979014e+00, 0.5264062637139616e+00,  -0.4688542938854929e+00,
    -0.8665731819284478e+00, -0.4813878059756024e+00, -0.1315929352982178e+00, -0.2347897778700538e+00,
    -0.8594340408013130e+00, -0.4541441287957579e+00, 0.5530976940074118e+00,  -0.7674370265615124e+00,
    -0.3242273140037833e+00, 0.7711050969896927e+00,  0.6357041816577034e+00,  0.3573685519777001e-01,
    0.7103951209379591e+00,  0.2403570431280519e+00,  -0.6614886725910596e+00, -0.3038208738735660e-01,
    0.4501923293640461e+00,  -0.8924145871442046e+00, -0.5772996158107093e+00, -0.1766763414971813e+00,
    -0.7971892020969544e+00, 0.2414481766969039e+00,  -0.3416456818373135e+00, -0.9082846503446250e+00};

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
  // At rest nothing moves, and the force on each point, of length 19/2, is that of its constraint.
  p.reference.assign(8 * kN, 0);
  std::ranges::copy(kAtRest, p.reference.begin());
  std::fill_n(p.reference.begin() + 6 * kN, kN, -4.75);
  for (int i = 0; i < 3 * kN; ++i) p.compared.push_back(i);
  return p;
}

}  // namespace daedalus::problems
