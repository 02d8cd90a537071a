#include "daedalus/numerics/integrate/theory/stability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace daedalus::integrate::theory {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kRoundOff = 1e-9;  // of roots, which are eigenvalues of companion matrices

// rho - z sigma, from the lowest power of zeta up: the oldest point first.
std::vector<Complex> CharacteristicPolynomial(const MultistepFormula& formula, Complex z) {
  const std::size_t n = formula.alpha.size();
  std::vector<Complex> out(n);
  for (std::size_t j = 0; j < n; ++j) out[n - 1 - j] = formula.alpha[j] - z * formula.beta[j];
  return out;
}

double LargestSize(const std::vector<Complex>& roots) {
  double largest = 0;
  for (const Complex root : roots) largest = std::max(largest, std::abs(root));
  return largest;
}

double Growth(const StabilityFunction& function, Complex z) {
  const double size = std::abs(Evaluate(function, z));
  return function.num_steps == 1 ? size : std::pow(size, 1.0 / function.num_steps);
}

double Growth(const MultistepFormula& formula, Complex z) {
  const std::vector<Complex> p = CharacteristicPolynomial(formula, z);
  return p.back() == 0.0 ? kInfinity : LargestSize(Roots(p));
}

bool IsStable(const StabilityFunction& function, Complex z) {
  return std::abs(Evaluate(function, z)) < 1;
}

bool IsStable(const MultistepFormula& formula, Complex z) {
  return HasRootsInsideUnitDisk(CharacteristicPolynomial(formula, z));
}

double LimitOf(const StabilityFunction& function) {
  if (function.numerator.size() < function.denominator.size()) return 0;
  if (function.numerator.size() > function.denominator.size()) return kInfinity;
  const auto ratio = static_cast<double>(std::abs(function.numerator.back() / function.denominator.back()));
  return std::pow(ratio, 1.0 / function.num_steps);
}

// The roots of sigma; a coefficient beta_0 = 0 would let one of them run away.
double LimitOf(const MultistepFormula& formula) {
  std::vector<Complex> sigma(formula.beta.rbegin(), formula.beta.rend());
  if (sigma.back() == 0.0) return kInfinity;
  return LargestSize(Roots(sigma));
}

// p(iy) p(-iy) as a polynomial in y^2, and the sizes of what was added up.
Polynomial SquareOnImaginaryAxis(const Polynomial& p, bool sizes) {
  Polynomial out(p.size(), 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = i % 2; j < p.size(); j += 2) {
      const long double product = p[i] * p[j];
      const bool negative = (i > j ? i - j : j - i) % 4 == 2;  // i^i (-i)^j is 1 or -1
      out[(i + j) / 2] += sizes ? std::abs(product) : negative ? -product : product;
    }
  }
  return out;
}

bool IsNonNegativeForPositive(const Polynomial& p) {
  if (p.empty()) return true;
  if (p.back() < 0) return false;
  std::vector<double> roots = {0};
  for (const Complex root : Roots(p)) {
    if (root.real() > 0 && std::abs(root.imag()) <= kRoundOff * std::abs(root)) roots.push_back(root.real());
  }
  std::ranges::sort(roots);
  for (std::size_t i = 0; i + 1 < roots.size(); ++i) {
    const double middle = (roots[i] + roots[i + 1]) / 2;
    if (Evaluate(p, middle).real() < 0) return false;
  }
  return true;
}

bool IsAStable(const StabilityFunction& function) {
  if (function.numerator.size() > function.denominator.size()) return false;
  for (const Complex pole : Roots(function.denominator)) {
    if (pole.real() <= 0) return false;
  }
  const Polynomial e = Add(SquareOnImaginaryAxis(function.denominator, false),
                           Scale(SquareOnImaginaryAxis(function.numerator, false), -1));
  const Polynomial sizes =
      Add(SquareOnImaginaryAxis(function.denominator, true), SquareOnImaginaryAxis(function.numerator, true));
  return IsNonNegativeForPositive(Clean(e, sizes));
}

// arg(-mu) where the locus is in the left half plane, else 90 degrees.
double LocusAngle(const MultistepFormula& formula, double theta) {
  const Complex mu = RootLocus(formula, theta);
  const double round_off = 1e-10 * std::abs(mu) + 1e-14;
  return mu.real() >= -round_off ? 90 : kDegrees * std::atan2(std::abs(mu.imag()), -mu.real());
}

// The least angle on (0, pi]: the smallest of many samples, then a search by thirds around it.
double SmallestLocusAngle(const MultistepFormula& formula) {
  constexpr int kSamples = 4000;
  constexpr double kStep = std::numbers::pi / kSamples;
  int best = 1;
  for (int i = 2; i <= kSamples; ++i) {
    if (LocusAngle(formula, i * kStep) < LocusAngle(formula, best * kStep)) best = i;
  }
  double low = (best - 1) * kStep, high = std::min(best + 1, kSamples) * kStep;
  for (int i = 0; i < 60; ++i) {
    const double third = (high - low) / 3;
    if (LocusAngle(formula, low + third) < LocusAngle(formula, high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return std::min(LocusAngle(formula, (low + high) / 2), LocusAngle(formula, best * kStep));
}

double AngleOf(const StabilityFunction& function) {
  return IsAStable(function) ? 90 : 0;
}

// Zero where the negative real axis leaves the domain, for which its far end and the middle are asked.
double AngleOf(const MultistepFormula& formula) {
  if (LimitOf(formula) > 1 + kRoundOff || !IsStable(formula, -1)) return 0;
  return SmallestLocusAngle(formula);
}

// The first unstable point on the way from 0 to the left, between samples by bisection.
double RealLimitOf(const Amplification& amplification) {
  constexpr double kFirst = 1e-3, kLast = 1e5, kFactor = 1.02;
  for (double x = kFirst; x < kLast; x *= kFactor) {
    if (IsStableAt(amplification, -x)) continue;
    double stable = x > kFirst ? x / kFactor : 0, unstable = x;
    for (int i = 0; i < 50; ++i) {
      const double middle = (stable + unstable) / 2;
      (IsStableAt(amplification, -middle) ? stable : unstable) = middle;
    }
    return stable;
  }
  return kInfinity;
}

}  // namespace

double GrowthOf(const Amplification& amplification, Complex z) {
  return std::visit([&](const auto& method) { return Growth(method, z); }, amplification);
}

bool IsStableAt(const Amplification& amplification, Complex z) {
  return std::visit([&](const auto& method) { return IsStable(method, z); }, amplification);
}

double GrowthAtInfinity(const Amplification& amplification) {
  return std::visit([&](const auto& method) { return LimitOf(method); }, amplification);
}

Complex RootLocus(const MultistepFormula& formula, double theta) {
  const Complex back = std::polar(1.0, -theta);  // one point earlier
  Complex rho = 0, sigma = 0, power = 1;
  for (std::size_t j = 0; j < formula.alpha.size(); ++j, power *= back) {
    rho += formula.alpha[j] * power;
    sigma += formula.beta[j] * power;
  }
  return rho / sigma;
}

StabilityProperties StabilityOf(const Amplification& amplification) {
  StabilityProperties out;
  out.angle = std::visit([](const auto& method) { return AngleOf(method); }, amplification);
  out.growth_at_infinity = GrowthAtInfinity(amplification);
  out.real_limit = RealLimitOf(amplification);
  out.a_stable = out.angle >= 90;
  out.l_stable = out.a_stable && out.growth_at_infinity == 0;
  return out;
}

}  // namespace daedalus::integrate::theory
