#include "daedalus/numerics/integrate/multistep/formulas.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {
namespace {

// p(s) (a + b s), where the degree of p leaves room for one more.
Polynomial TimesLinear(const Polynomial& p, double a, double b) {
  Polynomial product = {};
  for (std::size_t q = 0; q < p.size(); ++q) product[q] = a * p[q] + (q > 0 ? b * p[q - 1] : 0);
  return product;
}

// (1 + s)(1 + s/2)...(1 + s/count).
Polynomial RisingProduct(int count) {
  Polynomial p = {1};
  for (int i = 1; i <= count; ++i) p = TimesLinear(p, 1, 1.0 / i);
  return p;
}

// (s + 1)(s + 2)...(s + count).
Polynomial RootsInThePast(int count) {
  Polynomial p = {1};
  for (int i = 1; i <= count; ++i) p = TimesLinear(p, i, 1);
  return p;
}

double ValueAtMinusOne(const Polynomial& p) {
  double value = 0;
  for (std::size_t q = p.size(); q-- > 0;) value = p[q] - value;
  return value;
}

}  // namespace

Polynomial Primitive(const Polynomial& p) {
  Polynomial primitive = {};
  for (std::size_t q = 1; q < p.size(); ++q) primitive[q] = p[q - 1] / static_cast<double>(q);
  return primitive;
}

// Newton's form: sum_j s (s + 1)...(s + j - 1) / j! times the j-th backward difference at s = 0.
Polynomial ThroughPast(std::span<const double> values) {
  Polynomial differences = {};
  std::ranges::copy(values, differences.begin());
  Polynomial sum = {};
  Polynomial basis = {1};
  for (std::size_t j = 0; j < values.size(); ++j) {
    for (std::size_t q = 0; q <= j; ++q) sum[q] += basis[q] * differences[0];
    for (std::size_t i = 0; i + j + 1 < values.size(); ++i) differences[i] -= differences[i + 1];
    const double next = static_cast<double>(j + 1);
    basis = TimesLinear(basis, static_cast<double>(j) / next, 1 / next);
  }
  return sum;
}

Formula BdfFormula(int order) {
  Formula formula;
  formula.l = RisingProduct(order);
  formula.error_constant = 1.0 / (order + 1);
  // s^2 (s + 1)...(s + k - 2); at order 1 there is no y' to keep.
  formula.kept_below = RootsInThePast(order > 2 ? order - 2 : 0);
  for (int i = 0; i < (order > 1 ? 2 : 1); ++i) formula.kept_below = TimesLinear(formula.kept_below, 0, 1);
  return formula;
}

Formula AdamsMoultonFormula(int order) {
  Formula formula;
  const Polynomial slope = RisingProduct(order - 1);
  formula.l = Primitive(slope);
  formula.l[0] = -ValueAtMinusOne(formula.l);
  // C_k: s l'(s) / k is the integrand of (4).
  formula.error_constant = std::abs(ValueAtMinusOne(Primitive(TimesLinear(slope, 0, 1)))) / order;
  // Its slope is k s (s + 1)...(s + k - 2).
  const Polynomial past = TimesLinear(RootsInThePast(order > 2 ? order - 2 : 0), 0, order);
  formula.kept_below = order > 1 ? Primitive(past) : Polynomial{0, 1};
  return formula;
}

FormulaOfKind WithOtherKinds(const Formula& differential, int order) {
  const Formula linear{.l = {1}, .error_constant = 1, .kept_below = {}};
  return {{differential, BdfFormula(order), linear}};
}

}  // namespace daedalus::integrate
