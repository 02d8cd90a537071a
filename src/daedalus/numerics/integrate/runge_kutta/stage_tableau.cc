#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate {
namespace {

using Real = long double;
using Complex = std::complex<Real>;
using RealMatrix = linear::LongMatrix;
using Coefficients = std::vector<Real>;  // ascending coefficients

Real Value(const Coefficients& p, Real x) {
  Real value = 0;
  for (std::size_t k = p.size(); k-- > 0;) value = value * x + p[k];
  return value;
}

Coefficients Integral(const Coefficients& p) {  // from 0
  Coefficients integral(p.size() + 1, 0);
  for (std::size_t k = 0; k < p.size(); ++k) integral[k + 1] = p[k] / static_cast<Real>(k + 1);
  return integral;
}

void Multiply(Coefficients& p, Real shift) {  // by x + shift
  p.push_back(0);
  for (std::size_t k = p.size(); k-- > 0;) p[k] = shift * p[k] + (k > 0 ? p[k - 1] : 0);
}

// l_j(origin + x) as a polynomial in x.
Coefficients Lagrange(const std::vector<Real>& nodes, std::size_t j, Real origin) {
  Coefficients p = {1};
  for (std::size_t m = 0; m < nodes.size(); ++m) {
    if (m == j) continue;
    Multiply(p, origin - nodes[m]);
    for (Real& coefficient : p) coefficient /= nodes[j] - nodes[m];
  }
  return p;
}

// The zeros of (2), by the iteration of Durand and Kerner, which converges quadratically: a change of 1e-11
// is the last that matters.
std::vector<Complex> PadePoles(int k, int s) {
  std::vector<Complex> q(s + 1);
  Real coefficient = 1;
  for (int m = 0; m <= s; ++m) {
    q[m] = m % 2 == 0 ? coefficient : -coefficient;
    coefficient *= static_cast<Real>(s - m) / (static_cast<Real>(k + s - m) * (m + 1));
  }
  const auto monic = [&q, s](Complex z) {
    Complex value = 0;
    for (int m = s; m >= 0; --m) value = value * z + q[m];
    return value / q[s];
  };
  std::vector<Complex> zeros(s);
  for (int i = 0; i < s; ++i) zeros[i] = static_cast<Real>(s) * std::polar<Real>(1, 0.4L + 2.1L * i);
  Real change = 1;
  for (int sweep = 0; sweep < 200 && change > 1e-11L; ++sweep) {
    change = 0;
    for (int i = 0; i < s; ++i) {
      Complex product = 1;
      for (int j = 0; j < s; ++j) {
        if (j != i) product *= zeros[i] - zeros[j];
      }
      const Complex correction = monic(zeros[i]) / product;
      zeros[i] -= correction;
      change = std::max(change, std::abs(correction));
    }
  }
  return zeros;
}

// x with A^-1 x = eigenvalue x and x_s = 1: its real and its imaginary part as columns.
RealMatrix Eigenvector(const RealMatrix& a_inverse, Complex eigenvalue) {
  const auto s = a_inverse.rows(), m = s - 1;
  const RealMatrix unit = RealMatrix::Identity(m, m);
  RealMatrix shifted(2 * m, 2 * m);  // what (a + i b) (u + i v) does to u above v
  shifted.topLeftCorner(m, m) = a_inverse.topLeftCorner(m, m) - eigenvalue.real() * unit;
  shifted.bottomRightCorner(m, m) = shifted.topLeftCorner(m, m);
  shifted.bottomLeftCorner(m, m) = -eigenvalue.imag() * unit;
  shifted.topRightCorner(m, m) = eigenvalue.imag() * unit;
  RealMatrix right = RealMatrix::Zero(2 * m, 1);
  right.topRows(m) = -a_inverse.topRightCorner(m, 1);
  const RealMatrix inverse = linear::Inverse(shifted);
  RealMatrix parts = inverse * right;
  parts += inverse * (right - shifted * parts);  // an inverse loses digits that a solution keeps
  RealMatrix x = RealMatrix::Zero(s, 2);
  x(m, 0) = 1;
  x.col(0).head(m) = parts.col(0).head(m);
  x.col(1).head(m) = parts.col(0).tail(m);
  return x;
}

void Store(const RealMatrix& from, StageTableau::Matrix& to) {
  const auto s = from.rows();
  for (Eigen::Index i = 0; i < s; ++i) {
    for (Eigen::Index j = 0; j < s; ++j) to[i * s + j] = static_cast<double>(from(i, j));
  }
}

void AddTransformation(const RealMatrix& a_inverse, StageTableau& tableau) {
  const int s = tableau.stages;
  RealMatrix t(s, s);
  int column = s % 2;
  for (const Complex zero : PadePoles(tableau.order - s, s)) {
    if (std::abs(zero.imag()) < 1e-6L) {
      tableau.gamma = static_cast<double>(zero.real());
      t.col(0) = Eigenvector(a_inverse, zero.real()).col(0);
    } else if (zero.imag() > 0) {
      // With x = u + i v belonging to alpha - i beta, the columns u and v have the block (1).
      const RealMatrix x = Eigenvector(a_inverse, std::conj(zero));
      t.col(column++) = x.col(0);
      t.col(column++) = x.col(1);
      tableau.alpha[tableau.num_pairs] = static_cast<double>(zero.real());
      tableau.beta[tableau.num_pairs++] = static_cast<double>(zero.imag());
    }
  }
  DAEDALUS_CHECK(column == s, "the eigenvalues are simple, and at most one is real");
  Store(t, tableau.t);
  Store(linear::Inverse(t), tableau.t_inverse);
}

void AddDefect(const theory::Tableau& method, StageTableau& tableau) {
  const std::vector<Real> c(method.c.begin(), method.c.end());
  const int s = tableau.stages;
  if (c.front() > 0) {
    tableau.defect_start = 1;
    for (int j = 0; j < s; ++j) tableau.defect[j] = static_cast<double>(Value(Lagrange(c, j, 0), 0));
    tableau.error_order = s + 1;
    return;
  }
  for (int j = 0; j < s; ++j) {
    const double trapezoid = j == 0 || j == s - 1 ? 0.5 : 0.0;
    tableau.defect[j] = tableau.gamma * (method.b[j] - trapezoid);
  }
  tableau.error_order = 3;
}

// (4), for methods with c_1 > 0.
void AddBump(const theory::Tableau& method, StageTableau& tableau) {
  if (method.c.front() == 0) return;
  Coefficients slope = {1};
  for (const Real c : method.c) Multiply(slope, 1 - c);
  const Coefficients bump = Integral(slope);
  for (int k = 0; k <= tableau.stages; ++k) {
    tableau.bump[k] = static_cast<double>(bump[k + 1] / (tableau.filter_weight() * Value(slope, -1)));
  }
}

}  // namespace

double StageTableau::filter_weight() const {
  return has_real() ? 1 / gamma : alpha[0] / (alpha[0] * alpha[0] + beta[0] * beta[0]);
}

ValueAndSlope StageTableau::EvaluateBump(double x) const {
  ValueAndSlope p{0, 0};
  for (int k = stages; k >= 0; --k) {
    p.value = (p.value + bump[k]) * x;
    p.slope = p.slope * x + (k + 1) * bump[k];
  }
  return p;
}

void StageTableau::EvaluateFromEnd(double x, std::span<double> q) const {
  WithStages(stages, [&]<int kStages>() {
    double values[kStages] = {};
    for (int k = kStages - 1; k >= 0; --k) {
      for (int j = 0; j < kStages; ++j) values[j] = (values[j] + from_end[k * kStages + j]) * x;
    }
    for (int j = 0; j < kStages; ++j) q[j] = values[j];
  });
}

void StageTableau::EvaluateSlopeFromEnd(double x, std::span<double> slope) const {
  for (int j = 0; j < stages; ++j) {
    double value = 0;
    for (int k = stages - 1; k >= 0; --k) value = value * x + (k + 1) * from_end[k * stages + j];
    slope[j] = value;
  }
}

StageTableau TransformStages(const theory::Tableau& method) {
  const int s = method.num_stages();
  DAEDALUS_CHECK(s >= 2 && s <= kMaxStages, "the number of stages is one that we have room for");
  StageTableau tableau;
  tableau.stages = s;
  tableau.order = method.order;
  const std::vector<Real> c(method.c.begin(), method.c.end());
  RealMatrix a(s, s);
  for (int j = 0; j < s; ++j) {
    tableau.c[j] = method.c[j];
    const Coefficients q = Integral(Lagrange(c, j, 1));
    for (int k = 0; k < s; ++k) tableau.from_end[k * s + j] = static_cast<double>(q[k + 1]);
    for (int i = 0; i < s; ++i) a(i, j) = method.A(i, j);
  }
  const RealMatrix a_inverse = linear::Inverse(a);
  Store(a_inverse, tableau.a_inverse);
  AddTransformation(a_inverse, tableau);
  AddDefect(method, tableau);
  AddBump(method, tableau);
  return tableau;
}

}  // namespace daedalus::integrate
