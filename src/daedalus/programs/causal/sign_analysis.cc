#include "daedalus/programs/causal/sign_analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/system/parameters.h"

namespace daedalus::causal {
namespace {

using expr::Op;

constexpr SignSet kSigns[] = {SignSet::Negative(), SignSet::Zero(), SignSet::Positive()};

// The union of rule(x, y) over all signs x of a and y of b.
template <class Rule>
SignSet Combine(SignSet a, SignSet b, const Rule& rule) {
  SignSet result;
  for (const SignSet x : kSigns) {
    for (const SignSet y : kSigns) {
      if (a.Contains(x) && b.Contains(y)) result = result | rule(x, y);
    }
  }
  return result;
}

// The signs of a divisor: if it is zero, the quotient has no value.
SignSet WithoutZero(SignSet s) {
  const SignSet nonzero = s & (SignSet::Negative() | SignSet::Positive());
  return nonzero == SignSet() ? SignSet::Any() : nonzero;
}

SignSet PowerOf(const expr::Graph& g, SignSet base, ExprId exponent) {
  if (base == SignSet::Positive()) return SignSet::Positive();
  if (!g.IsConstant(exponent)) return SignSet::Any();
  const double n = g.constant_value(exponent);
  const SignSet valid = n < 0 ? WithoutZero(base) : base;
  if (std::trunc(n) != n) return SignSet::Positive() | (valid & SignSet::Zero());  // of a negative base: NaN
  return std::fmod(n, 2.0) == 0.0 ? ProductOf(valid, valid) & kNotNegative : valid;
}

SignSet MinOf(SignSet a, SignSet b) {
  return Combine(a, b, [](SignSet x, SignSet y) {
    return x == SignSet::Negative() || y == SignSet::Positive() ? x : y;
  });
}

// Functions that keep the sign of their argument.
bool IsOdd(Op op) {
  return op == Op::kSign || op == Op::kAsin || op == Op::kAtan || op == Op::kSinh || op == Op::kTanh ||
         op == Op::kNoEvent;
}

}  // namespace

SignSet SignSet::Of(double value) {
  if (std::isnan(value)) return Any();
  return value == 0 ? Zero() : value > 0 ? Positive() : Negative();
}

SignSet SumOf(SignSet a, SignSet b) {
  return Combine(a, b, [](SignSet x, SignSet y) {
    if (x == SignSet::Zero() || x == y) return y;
    return y == SignSet::Zero() ? x : SignSet::Any();
  });
}

SignSet ProductOf(SignSet a, SignSet b) {
  return Combine(a, b, [](SignSet x, SignSet y) {
    if (x == SignSet::Zero() || y == SignSet::Zero()) return SignSet::Zero();
    return x == y ? SignSet::Positive() : SignSet::Negative();
  });
}

SignAnalysis::SignAnalysis(const System& system, const ParameterKnowledge& known)
    : system_(system),
      values_(system.parameters.size(), std::numeric_limits<double>::quiet_NaN()),
      of_parameter_(system.parameters.size(), SignSet::Any()),
      evaluator_(system.graph) {
  for (const ParameterId p : IdRange<ParameterId>(known.values.size())) {
    if (system.parameters[p].fixed) values_[p.index()] = known.values[p.index()];
  }
  // A cycle among parameters is the user's mistake, reported elsewhere: then nothing is known.
  const auto order = ParameterOrder(system);
  if (order.ok()) {
    for (const ParameterId p : *order) of_parameter_[p.index()] = OfParameter(p);
  }
  for (const ParameterId p : known.vanishing) of_parameter_[p.index()] = kNotNegative;
  signs_.clear();
  traversal_.Restart();
}

// Call it first for the parameters that its binding uses.
SignSet SignAnalysis::OfParameter(ParameterId p) {
  const Parameter& parameter = system_.parameters[p];
  double& value = values_[p.index()];
  const bool is_bound = parameter.is_constant && parameter.fixed && parameter.value.IsValid();
  if (std::isnan(value) && is_bound) value = ValueOf(parameter.value).value_or(value);
  if (!std::isnan(value)) return SignSet::Of(value);
  SignSet result = is_bound ? Of(parameter.value) : SignSet::Any();
  if (parameter.min.IsValid()) {
    const SignSet lowest = Of(parameter.min);
    if (kNotNegative.Contains(lowest)) result = result & (lowest | SignSet::Positive());
  }
  if (parameter.max.IsValid()) {
    const SignSet highest = Of(parameter.max);
    if (kNotPositive.Contains(highest)) result = result & (highest | SignSet::Negative());
  }
  return result;
}

std::optional<double> SignAnalysis::ValueOf(ExprId e) {
  const expr::Graph& g = system_.graph;
  if (g.IsConstant(e)) return g.constant_value(e);
  const expr::Leaves& leaves = leaves_.Collect(g, e);
  const auto is_known = [&](ParameterId p) { return !std::isnan(values_[p.index()]); };
  if (leaves.Vary()) return std::nullopt;
  if (!std::all_of(leaves.parameters.begin(), leaves.parameters.end(), is_known)) return std::nullopt;
  expr::Point point;
  point.parameters = values_;
  return evaluator_.Evaluate(e, point);
}

SignSet SignAnalysis::Of(ExprId e) {
  const expr::Graph& g = system_.graph;
  if (signs_.size() < g.size()) signs_.resize(g.size(), SignSet::Any());
  for (const ExprId id : traversal_.Continue(g, e)) {
    signs_[id.index()] = IsLeaf(g.op(id)) ? OfLeaf(id) : OfOperation(id);
  }
  return signs_[e.index()];
}

SignSet SignAnalysis::OfLeaf(ExprId e) const {
  switch (system_.graph.op(e)) {
    case Op::kConstant:
      return SignSet::Of(system_.graph.constant_value(e));
    case Op::kParameter:
      return of_parameter_[system_.graph.parameter(e).index()];
    default:
      return SignSet::Any();
  }
}

SignSet SignAnalysis::OfOperation(ExprId e) const {
  const expr::Graph& g = system_.graph;
  const std::span<const ExprId> operands = g.operands(e);
  const auto sign = [&](std::size_t i) { return signs_[operands[i].index()]; };
  const Op op = g.op(e);
  SignSet result = sign(0);
  switch (op) {
    case Op::kAdd:
      for (std::size_t i = 1; i < operands.size(); ++i) result = SumOf(result, sign(i));
      return result;
    case Op::kMul:
      for (std::size_t i = 1; i < operands.size(); ++i) result = ProductOf(result, sign(i));
      return result;
    case Op::kDiv:
      return ProductOf(result, WithoutZero(sign(1)));
    case Op::kPow:
      return PowerOf(g, result, operands[1]);
    case Op::kAbs:
      return ProductOf(result, result) & kNotNegative;
    case Op::kSqrt:
      return result.IsNonzero() ? SignSet::Positive() : result & kNotNegative;
    case Op::kExp:
    case Op::kCosh:
      return SignSet::Positive();
    case Op::kAcos:
      return kNotNegative;
    case Op::kMin:
      return MinOf(result, sign(1));
    case Op::kMax:
      return -MinOf(-result, -sign(1));
    case Op::kIf:
      return sign(1) | sign(2);
    default:
      if (IsOdd(op)) return result;
      return IsLogical(op) ? kNotNegative : SignSet::Any();
  }
}

}  // namespace daedalus::causal
