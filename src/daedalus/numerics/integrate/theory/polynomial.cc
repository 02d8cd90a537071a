#include "daedalus/numerics/integrate/theory/polynomial.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate::theory {

Polynomial Add(const Polynomial& p, const Polynomial& q) {
  Polynomial out(std::max(p.size(), q.size()), 0);
  for (std::size_t i = 0; i < p.size(); ++i) out[i] += p[i];
  for (std::size_t i = 0; i < q.size(); ++i) out[i] += q[i];
  return out;
}

Polynomial Scale(const Polynomial& p, long double factor) {
  Polynomial out = p;
  for (long double& coefficient : out) coefficient *= factor;
  return out;
}

Polynomial Multiply(const Polynomial& p, const Polynomial& q) {
  if (p.empty() || q.empty()) return {};
  Polynomial out(p.size() + q.size() - 1, 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) out[i + j] += p[i] * q[j];
  }
  return out;
}

Polynomial Shift(const Polynomial& p) {
  Polynomial out = {0};
  out.insert(out.end(), p.begin(), p.end());
  return out;
}

Polynomial Truncate(const Polynomial& p, std::size_t size) {
  return {p.begin(), p.begin() + static_cast<std::ptrdiff_t>(std::min(size, p.size()))};
}

Polynomial Clean(const Polynomial& p, const Polynomial& scale, long double tolerance) {
  Polynomial out = p;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (std::abs(out[i]) <= tolerance * (i < scale.size() ? scale[i] : 0)) out[i] = 0;
  }
  while (!out.empty() && out.back() == 0) out.pop_back();
  return out;
}

Polynomial Sizes(const Polynomial& p) {
  Polynomial out = p;
  for (long double& coefficient : out) coefficient = std::abs(coefficient);
  return out;
}

std::complex<long double> Evaluate(const Polynomial& p, std::complex<long double> z) {
  std::complex<long double> value = 0;
  for (std::size_t i = p.size(); i-- > 0;) value = value * z + p[i];
  return value;
}

std::vector<Complex> Roots(const std::vector<Complex>& coefficients) {
  DAEDALUS_CHECK(!coefficients.empty() && coefficients.back() != 0.0, "the leading coefficient is not zero");
  const auto degree = static_cast<Eigen::Index>(coefficients.size()) - 1;
  if (degree == 0) return {};
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(degree, degree);
  for (Eigen::Index i = 0; i < degree; ++i) {
    if (i > 0) companion(i, i - 1) = 1;
    companion(i, degree - 1) = -coefficients[static_cast<std::size_t>(i)] / coefficients.back();
  }
  // It has the form of Hessenberg as it stands; without that in front, half of Eigen's solver need not be
  // compiled.
  Eigen::ComplexSchur<Eigen::MatrixXcd> schur(degree);
  schur.computeFromHessenberg(companion, companion, /*computeU=*/false);
  DAEDALUS_CHECK(schur.info() == Eigen::Success, "the eigenvalues of a companion matrix are found");
  const Eigen::VectorXcd values = schur.matrixT().diagonal();
  return {values.begin(), values.end()};
}

std::vector<Complex> Roots(const Polynomial& p) {
  std::vector<Complex> coefficients;
  for (const long double coefficient : p) coefficients.emplace_back(static_cast<double>(coefficient));
  return Roots(coefficients);
}

bool HasRootsInsideUnitDisk(std::vector<Complex> coefficients) {
  std::vector<Complex>& p = coefficients;
  std::vector<Complex> reduced;
  while (p.size() > 1) {
    const std::size_t n = p.size() - 1;
    if (!(std::abs(p[0]) < std::abs(p[n]))) return false;
    reduced.resize(n);
    double largest = 0;
    for (std::size_t i = 1; i <= n; ++i) {
      reduced[i - 1] = std::conj(p[n]) * p[i] - p[0] * std::conj(p[n - i]);
      largest = std::max(largest, std::abs(reduced[i - 1]));
    }
    for (Complex& coefficient : reduced) coefficient /= largest;  // else they underflow for long recursions
    p.swap(reduced);
  }
  return true;
}

}  // namespace daedalus::integrate::theory
