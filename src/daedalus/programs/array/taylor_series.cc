#include "daedalus/programs/array/taylor_series.h"

#include <algorithm>
#include <cmath>

namespace daedalus::array::series {
namespace {

// sum over i = 1 .. j of i u_i g_(j-i): j times the j-th coefficient of the integral of g u'.
double Derived(In u, In g, std::size_t j) {
  double sum = 0.0;
  for (std::size_t i = 1; i <= j; ++i) sum += static_cast<double>(i) * u[i] * g[j - i];
  return sum;
}

// Of sine' = cosine u', cosine' = sign sine u'.
void Companions(In u, double sign, Out sine, Out cosine) {
  for (std::size_t j = 1; j < u.size(); ++j) {
    const auto count = static_cast<double>(j);
    sine[j] = Derived(u, cosine, j) / count;
    cosine[j] = sign * Derived(u, sine, j) / count;
  }
}

}  // namespace

void SetConstant(Out y, double value) {
  std::ranges::fill(y, 0.0);
  y[0] = value;
}

bool IsConstant(In u) {
  return std::ranges::all_of(u.subspan(1), [](double c) { return c == 0.0; });
}

void Multiply(In u, In v, Out y) {
  for (std::size_t j = 0; j < y.size(); ++j) {
    double sum = 0.0;
    for (std::size_t i = 0; i <= j; ++i) sum += u[i] * v[j - i];
    y[j] = sum;
  }
}

void Divide(In u, In v, Out y) {
  for (std::size_t j = 0; j < y.size(); ++j) {
    double rest = u[j];
    for (std::size_t i = 1; i <= j; ++i) rest -= v[i] * y[j - i];
    y[j] = rest / v[0];
  }
}

void SquareRoot(In u, Out y) {
  y[0] = std::sqrt(u[0]);
  for (std::size_t j = 1; j < y.size(); ++j) {
    double rest = u[j];
    for (std::size_t i = 1; i < j; ++i) rest -= y[i] * y[j - i];
    y[j] = rest == 0.0 ? 0.0 : rest / (2.0 * y[0]);
  }
}

void Exponential(In u, Out y) {
  y[0] = std::exp(u[0]);
  for (std::size_t j = 1; j < y.size(); ++j) y[j] = Derived(u, y, j) / static_cast<double>(j);
}

void Logarithm(In u, Out y) {
  Quadrature(u, u, std::log(u[0]), y);
}

void SineAndCosine(In u, Out sine, Out cosine) {
  sine[0] = std::sin(u[0]);
  cosine[0] = std::cos(u[0]);
  Companions(u, -1.0, sine, cosine);
}

void HyperbolicSineAndCosine(In u, Out sine, Out cosine) {
  sine[0] = std::sinh(u[0]);
  cosine[0] = std::cosh(u[0]);
  Companions(u, 1.0, sine, cosine);
}

void Quadrature(In u, In g, double value, Out y) {
  y[0] = value;
  // j u_j = sum_i i y_i g_(j-i), solved for y_j.
  for (std::size_t j = 1; j < y.size(); ++j) {
    const auto count = static_cast<double>(j);
    double rest = count * u[j];
    for (std::size_t i = 1; i < j; ++i) rest -= static_cast<double>(i) * y[i] * g[j - i];
    y[j] = rest / (count * g[0]);
  }
}

void IntegerPower(In u, int exponent, Out y, Out scratch) {
  const std::size_t size = u.size();
  const Out square = scratch.first(size), next = scratch.subspan(size, size);
  SetConstant(y, 1.0);
  std::ranges::copy(u, square.begin());
  for (unsigned bits = static_cast<unsigned>(std::abs(exponent)); bits != 0; bits >>= 1) {
    if ((bits & 1u) != 0) {
      Multiply(y, square, next);
      std::ranges::copy(next, y.begin());
    }
    if (bits == 1) break;
    Multiply(square, square, next);
    std::ranges::copy(next, square.begin());
  }
  if (exponent >= 0) return;
  SetConstant(square, 1.0);
  Divide(square, y, next);
  std::ranges::copy(next, y.begin());
}

// From u y' = c y u'.
void Power(In u, double exponent, Out y) {
  y[0] = std::pow(u[0], exponent);
  for (std::size_t j = 1; j < y.size(); ++j) {
    const auto count = static_cast<double>(j);
    double sum = 0.0;
    for (std::size_t i = 1; i <= j; ++i) {
      const auto number = static_cast<double>(i);
      sum += (exponent * number - (count - number)) * u[i] * y[j - i];
    }
    y[j] = sum == 0.0 ? 0.0 : sum / (count * u[0]);
  }
}

}  // namespace daedalus::array::series
