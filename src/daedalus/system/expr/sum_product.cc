// Sums, products and powers of build.h. Collecting equal terms works on keys read from the graph, so that
// nothing is built which does not stay.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::expr {
namespace {

bool IsWholeExponent(const Graph& g, ExprId e) {
  if (!g.IsConstant(e)) return false;
  const double value = g.constant_value(e);
  return std::trunc(value) == value && std::abs(value) <= 1e9;
}

// The operands with nested operations of the same kind dissolved, constants set apart.
struct FlatOperands {
  std::vector<ExprId> others;
  std::vector<double> constants;
};

FlatOperands Flatten(const Graph& g, Op op, std::span<const ExprId> operands) {
  FlatOperands flat;
  flat.others.reserve(operands.size());
  const std::size_t limit = std::max(kFlattenLimit, operands.size());
  const auto add = [&](ExprId id) {
    if (g.IsConstant(id)) {
      flat.constants.push_back(g.constant_value(id));
    } else {
      flat.others.push_back(id);
    }
  };
  for (const ExprId id : operands) {
    if (g.op(id) == op && g.operands(id).size() <= limit) {
      for (const ExprId inner : g.operands(id)) add(inner);
    } else {
      add(id);
    }
  }
  return flat;
}

// number * factors, where the factors come from one existing product or are a single expression.
ExprId Scale(Graph& g, double coefficient, std::span<const ExprId> factors) {
  if (coefficient == 1.0 && factors.size() == 1) return factors[0];
  std::vector<ExprId> all;
  all.reserve(factors.size() + 1);
  all.assign(factors.begin(), factors.end());
  if (coefficient != 1.0) all.push_back(g.Constant(coefficient));
  return g.Make(Op::kMul, all);
}

// One term of a sum; `position` keeps the coefficients in the order in which they were written.
struct Term {
  ExprId id;
  std::uint32_t position;
};

int CompareFactors(const Graph& g, const Term& a, const Term& b) {
  const std::span<const ExprId> x = SplitCoefficient(g, a.id).factors, y = SplitCoefficient(g, b.id).factors;
  if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

// The terms of a group differ only by their number: their sum, or all of them where the number would
// overflow.
void AppendCombined(Graph& g, std::span<const Term> group, std::vector<ExprId>& out) {
  double coefficient = 0.0;
  for (const Term& t : group) coefficient += SplitCoefficient(g, t.id).coefficient;
  if (group.size() == 1 || !std::isfinite(coefficient)) {
    for (const Term& t : group) out.push_back(t.id);
  } else if (coefficient != 0.0) {
    const std::span<const ExprId> factors = SplitCoefficient(g, group[0].id).factors;
    const std::vector<ExprId> copy(factors.begin(), factors.end());
    out.push_back(Scale(g, coefficient, copy));
  }
}

// Appends the constants folded to one, or as they are where that would not be finite. Returns the folded
// value.
template <class Fold>
double FoldConstants(Graph& g, std::span<const double> constants, double neutral, Fold fold,
                     std::vector<ExprId>& out) {
  double value = neutral;
  for (const double c : constants) value = fold(value, c);
  if (std::isfinite(value)) {
    if (value != neutral) out.push_back(g.Constant(value));
  } else {
    for (const double c : constants) out.push_back(g.Constant(c));
  }
  return value;
}

// A factor base^exponent of a product.
struct Factor {
  ExprId base;
  double exponent;
};

Factor SplitPower(const Graph& g, ExprId e) {
  if (g.op(e) == Op::kPow && IsWholeExponent(g, g.operand(e, 1))) {
    return {g.operand(e, 0), g.constant_value(g.operand(e, 1))};
  }
  return {e, 1.0};
}

ExprId MakePower(Graph& g, ExprId base, double exponent) {
  return exponent == 1.0 ? base : g.Make(Op::kPow, {base, g.Constant(exponent)});
}

// x^2 * x = x^3, but x^2 * x^(-1) stays: it is not defined at 0. Sorting puts the negative exponents of a
// base first.
void AppendCollectedPowers(Graph& g, std::vector<Factor>& factors, std::vector<ExprId>& out) {
  const auto sign = [](const Factor& f) { return f.exponent < 0.0; };
  std::sort(factors.begin(), factors.end(), [&](const Factor& a, const Factor& b) {
    return a.base != b.base ? a.base < b.base : a.exponent < b.exponent;
  });
  for (std::size_t i = 0, end = 0; i < factors.size(); i = end) {
    double exponent = 0.0;
    for (end = i; end < factors.size() && factors[end].base == factors[i].base &&
                  sign(factors[end]) == sign(factors[i]);
         ++end) {
      exponent += factors[end].exponent;
    }
    out.push_back(MakePower(g, factors[i].base, exponent));
  }
}

ExprId NegateTerm(Graph& g, ExprId term) {
  if (g.IsConstant(term)) return g.Constant(-g.constant_value(term));
  const ScaledTerm split = SplitCoefficient(g, term);
  const std::vector<ExprId> factors(split.factors.begin(), split.factors.end());
  return Scale(g, -split.coefficient, factors);
}

ExprId NegateSum(Graph& g, ExprId sum) {
  const std::span<const ExprId> operands = g.operands(sum);
  std::vector<ExprId> terms(operands.begin(), operands.end());
  for (ExprId& term : terms) term = NegateTerm(g, term);
  return g.Make(Op::kAdd, terms);
}

// Nothing of it is dissolved in a sum or product.
bool IsPlainIn(const Graph& g, Op op, ExprId e) {
  return !g.IsConstant(e) && g.op(e) != op;
}

// Nor taken apart in a product: no power, and no sum, which a factor of -1 enters.
bool IsSingleFactor(const Graph& g, ExprId e) {
  return IsPlainIn(g, Op::kMul, e) && g.op(e) != Op::kPow && g.op(e) != Op::kAdd;
}

ExprId MakeNary(Graph& g, Op op, const std::vector<ExprId>& operands, double neutral) {
  if (operands.empty()) return g.Constant(neutral);
  return operands.size() == 1 ? operands[0] : g.Make(op, operands);
}

}  // namespace

ScaledTerm SplitCoefficient(const Graph& g, const ExprId& term) {
  if (g.IsConstant(term)) return {g.constant_value(term), {}};
  if (g.op(term) == Op::kMul && g.IsConstant(g.operand(term, 0))) {
    return {g.constant_value(g.operand(term, 0)), g.operands(term).subspan(1)};
  }
  if (g.op(term) == Op::kMul) return {1.0, g.operands(term)};
  return {1.0, {&term, 1}};
}

ExprId Sum(Graph& g, std::span<const ExprId> operands) {
  const FlatOperands flat = Flatten(g, Op::kAdd, operands);
  std::vector<Term> terms;
  terms.reserve(flat.others.size());
  for (const ExprId id : flat.others) terms.push_back({id, static_cast<std::uint32_t>(terms.size())});
  std::sort(terms.begin(), terms.end(), [&g](const Term& a, const Term& b) {
    const int order = CompareFactors(g, a, b);
    return order != 0 ? order < 0 : a.position < b.position;
  });
  std::vector<ExprId> out;
  out.reserve(terms.size() + 1);
  for (std::size_t begin = 0, end = 0; begin < terms.size(); begin = end) {
    for (end = begin + 1; end < terms.size() && CompareFactors(g, terms[begin], terms[end]) == 0;) ++end;
    AppendCombined(g, std::span(terms).subspan(begin, end - begin), out);
  }
  FoldConstants(g, flat.constants, 0.0, [](double a, double b) { return a + b; }, out);
  return MakeNary(g, Op::kAdd, out, 0.0);
}

ExprId Product(Graph& g, std::span<const ExprId> operands) {
  const FlatOperands flat = Flatten(g, Op::kMul, operands);
  std::vector<ExprId> out;
  std::vector<Factor> factors;
  factors.reserve(flat.others.size());
  for (const ExprId id : flat.others) factors.push_back(SplitPower(g, id));
  const double coefficient =
      FoldConstants(g, flat.constants, 1.0, [](double a, double b) { return a * b; }, out);
  if (coefficient == 0.0) return g.Constant(0.0);
  AppendCollectedPowers(g, factors, out);
  const bool is_negated_sum = coefficient == -1.0 && out.size() == 2 && g.op(out[1]) == Op::kAdd;
  if (is_negated_sum && g.operands(out[1]).size() <= kFlattenLimit) return NegateSum(g, out[1]);
  return MakeNary(g, Op::kMul, out, 1.0);
}

ExprId Power(Graph& g, ExprId base, ExprId exponent) {
  if (g.IsConstant(exponent, 0.0) || g.IsConstant(base, 1.0)) return g.Constant(1.0);
  if (g.IsConstant(exponent, 1.0)) return base;
  if (g.IsConstant(base) && g.IsConstant(exponent)) {
    const double value = ApplyPower(g.constant_value(base), g.constant_value(exponent));
    if (std::isfinite(value)) return g.Constant(value);
  }
  if (!IsWholeExponent(g, exponent)) return g.Make(Op::kPow, {base, exponent});
  const double n = g.constant_value(exponent);
  // (x^a)^b = x^(a*b) but for a, b < 0, where the left side has no value at 0 and the right side has one.
  const Factor inner = SplitPower(g, base);
  if (inner.base != base && !(inner.exponent < 0.0 && n < 0.0) && std::abs(inner.exponent * n) <= 1e9) {
    return MakePower(g, inner.base, inner.exponent * n);
  }
  const ScaledTerm split = SplitCoefficient(g, base);
  if (split.coefficient == -1.0 && !split.factors.empty()) {
    const ExprId positive = Power(g, Negate(g, base), exponent);
    return std::fmod(n, 2.0) == 0.0 ? positive : Negate(g, positive);
  }
  return g.Make(Op::kPow, {base, exponent});
}

ExprId Power(Graph& g, ExprId base, double exponent) {
  return Power(g, base, g.Constant(exponent));
}

// Most sums and products of a model are of two operands with nothing to collect: they are what the general
// way would make of them, in a tenth of its time.
ExprId Sum(Graph& g, ExprId a, ExprId b) {
  const ExprId terms[] = {a, b};
  if (IsPlainIn(g, Op::kAdd, a) && IsPlainIn(g, Op::kAdd, b)) {
    if (const int order = CompareFactors(g, {a, 0}, {b, 1}); order != 0)
      return order < 0 ? g.Make(Op::kAdd, terms) : g.Make(Op::kAdd, {b, a});
  }
  return Sum(g, terms);
}

ExprId Product(Graph& g, ExprId a, ExprId b) {
  const ExprId factors[] = {a, b};
  const bool is_number = g.IsConstant(a) && std::isfinite(g.constant_value(a)) && g.constant_value(a) != 0.0;
  if (IsSingleFactor(g, b) && (is_number || (IsSingleFactor(g, a) && a != b))) {
    if (g.IsConstant(a, 1.0)) return b;
    return is_number || a < b ? g.Make(Op::kMul, factors) : g.Make(Op::kMul, {b, a});
  }
  return Product(g, factors);
}

ExprId Negate(Graph& g, ExprId x) {
  if (g.op(x) == Op::kAdd && g.operands(x).size() <= kFlattenLimit)
    return NegateSum(g, x);  // as Product would
  return Product(g, g.Constant(-1.0), x);
}

ExprId Difference(Graph& g, ExprId a, ExprId b) {
  return Sum(g, a, Negate(g, b));
}

}  // namespace daedalus::expr
