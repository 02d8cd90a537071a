#include "daedalus/numerics/integrate/theory/stability_function.h"

#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate::theory {
namespace {

using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

Matrix MatrixOf(const Tableau& tableau) {
  const int s = tableau.num_stages();
  Matrix a(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) a(i, j) = tableau.A(i, j);
  }
  return a;
}

// det(I - z A), by Faddeev and LeVerrier: the coefficients of det(lambda I - A) in reverse.
Polynomial ReverseCharacteristicPolynomial(const Matrix& a) {
  const Eigen::Index s = a.rows();
  Polynomial out = {1};
  Matrix m = Matrix::Identity(s, s);
  for (Eigen::Index k = 1; k <= s; ++k) {
    const Matrix am = a * m;
    out.push_back(-am.trace() / static_cast<long double>(k));
    m = am + out.back() * Matrix::Identity(s, s);
  }
  return out;
}

// The terms of denominator * series below z^size: a polynomial that ends there by theory.
Polynomial NumeratorOf(const Polynomial& denominator, const Polynomial& series, std::size_t size) {
  return Clean(Truncate(Multiply(denominator, series), size),
               Truncate(Multiply(Sizes(denominator), Sizes(series)), size));
}

// The polynomials of the step that ends with the weights b.
StagePolynomials Expand(const Tableau& tableau, const std::vector<double>& b) {
  const Matrix a = MatrixOf(tableau);
  const Eigen::Index s = a.rows();
  std::vector<Polynomial> stage_series(static_cast<std::size_t>(s));
  Polynomial end_series = {1};
  Vector v = Vector::Ones(s);  // A^k 1
  for (Eigen::Index k = 0; k <= s; ++k) {
    long double end = 0;
    for (Eigen::Index i = 0; i < s; ++i) {
      stage_series[static_cast<std::size_t>(i)].push_back(v[i]);
      end += b[static_cast<std::size_t>(i)] * v[i];
    }
    end_series.push_back(end);
    v = a * v;
  }
  StagePolynomials out;
  out.denominator = ReverseCharacteristicPolynomial(a);
  const auto size = static_cast<std::size_t>(s);
  for (const Polynomial& series : stage_series)
    out.stages.push_back(NumeratorOf(out.denominator, series, size));
  out.end = NumeratorOf(out.denominator, end_series, size + 1);
  out.denominator = Clean(out.denominator, {});
  return out;
}

}  // namespace

StagePolynomials ExpandStages(const Tableau& tableau) {
  return Expand(tableau, tableau.b);
}

StabilityFunction StabilityFunctionOf(const Tableau& tableau) {
  StagePolynomials step = Expand(tableau, tableau.b);
  return {std::move(step.end), std::move(step.denominator), 1};
}

StabilityFunction EmbeddedStabilityFunctionOf(const Tableau& tableau) {
  DAEDALUS_CHECK(!tableau.b_hat.empty(), "the tableau has a second solution");
  StagePolynomials step = Expand(tableau, tableau.b_hat);
  return {std::move(step.end), std::move(step.denominator), 1};
}

Complex Evaluate(const StabilityFunction& function, Complex z) {
  const std::complex<long double> w(z.real(), z.imag());
  const std::complex<long double> value = Evaluate(function.numerator, w) / Evaluate(function.denominator, w);
  return {static_cast<double>(value.real()), static_cast<double>(value.imag())};
}

std::vector<long double> TaylorCoefficients(const StabilityFunction& function, int num_terms) {
  const Polynomial& p = function.numerator;
  const Polynomial& q = function.denominator;
  std::vector<long double> out;
  for (std::size_t k = 0; k < static_cast<std::size_t>(num_terms); ++k) {
    long double term = k < p.size() ? p[k] : 0;
    for (std::size_t j = 1; j < q.size() && j <= k; ++j) term -= q[j] * out[k - j];
    out.push_back(term / q[0]);
  }
  return out;
}

LinearError LeadingErrorOf(const StabilityFunction& function) {
  constexpr int kNumTerms = 24;
  constexpr long double kRoundOff = 1e-11L;  // of a coefficient, which is a sum of doubles
  const std::vector<long double> series = TaylorCoefficients(function, kNumTerms);
  long double exact = 1;  // num_steps^k / k!
  for (int k = 1; k < kNumTerms; ++k) {
    exact *= static_cast<long double>(function.num_steps) / k;
    const long double error = series[static_cast<std::size_t>(k)] - exact;
    if (std::abs(error) <= kRoundOff * exact) continue;
    return {k - 1, static_cast<double>(error / std::pow(static_cast<long double>(function.num_steps), k))};
  }
  return {kNumTerms - 1, 0};
}

}  // namespace daedalus::integrate::theory
