#include "daedalus/system/expr/chain_rule.h"

#include <memory>
#include <numbers>
#include <utility>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::expr {
namespace {

ExprId Square(Graph& g, ExprId x) {
  return Power(g, x, 2.0);
}
ExprId Shifted(Graph& g, double c, ExprId x) {
  return Sum(g, g.Constant(c), x);
}

// seed[i] times all other factors.
void DifferentiateProduct(Graph& g, std::span<const ExprId> factors, std::span<const ExprId> seeds,
                          std::vector<ExprId>& out) {
  const std::size_t n = factors.size();
  if (n <= kFlattenLimit) {
    std::vector<ExprId> copy(factors.begin(), factors.end());
    for (std::size_t i = 0; i < n; ++i) {
      if (!seeds[i].IsValid()) continue;
      const ExprId factor = std::exchange(copy[i], seeds[i]);
      out[i] = Product(g, copy);
      copy[i] = factor;
    }
    return;
  }
  // For a long product, uses the products of all factors before and after. Otherwise the cost would be
  // quadratic.
  std::vector<ExprId> after(n, g.Constant(1.0));
  for (std::size_t i = n - 1; i > 0; --i) after[i - 1] = Product(g, after[i], factors[i]);
  ExprId before = g.Constant(1.0);
  for (std::size_t i = 0; i < n; ++i) {
    const ExprId three[] = {before, seeds[i], after[i]};
    if (seeds[i].IsValid()) out[i] = Product(g, three);
    before = Product(g, before, factors[i]);
  }
}

void DifferentiateQuotient(Graph& g, ExprId quotient, std::span<const ExprId> v,
                           std::span<const ExprId> seeds, std::vector<ExprId>& out) {
  if (seeds[0].IsValid()) out[0] = Quotient(g, seeds[0], v[1]);
  if (seeds[1].IsValid()) out[1] = Negate(g, Quotient(g, Product(g, seeds[1], quotient), v[1]));
}

// x^y: y*x^(y-1) dx + x^y*log(x) dy. Where y may be 0, the first part is 0 then, even at x = 0. The second
// part is 0 for x <= 0: a negative x has a power only while y stays at one whole number.
void DifferentiatePower(Graph& g, ExprId power, std::span<const ExprId> v, std::span<const ExprId> seeds,
                        std::vector<ExprId>& out) {
  const ExprId x = v[0], y = v[1], zero = g.Constant(0.0);
  if (seeds[0].IsValid()) {
    const ExprId slope[] = {y, Power(g, x, Shifted(g, -1.0, y)), seeds[0]};
    out[0] = Product(g, slope);
    if (!g.IsConstant(y)) out[0] = Conditional(g, NoEvent(g, Equal(g, y, zero)), zero, out[0]);
  }
  if (seeds[1].IsValid()) {
    const ExprId slope[] = {power, Unary(g, Op::kLog, x), seeds[1]};
    out[1] = Conditional(g, NoEvent(g, LessEqual(g, x, zero)), zero, Product(g, slope));
  }
}

// d atan2(y, x) = (x dy - y dx) / (x^2 + y^2)
void DifferentiateAtan2(Graph& g, std::span<const ExprId> v, std::span<const ExprId> seeds,
                        std::vector<ExprId>& out) {
  const ExprId squares = Sum(g, Square(g, v[0]), Square(g, v[1]));
  if (seeds[0].IsValid()) out[0] = Quotient(g, Product(g, seeds[0], v[1]), squares);
  if (seeds[1].IsValid()) out[1] = Negate(g, Quotient(g, Product(g, seeds[1], v[0]), squares));
}

// x - q*y, where q = floor(x/y) or div(x, y) is constant except for jumps.
void DifferentiateRemainder(Graph& g, ExprId whole_quotient, std::span<const ExprId> seeds,
                            std::vector<ExprId>& out) {
  out[0] = seeds[0];
  if (seeds[1].IsValid()) out[1] = Negate(g, Product(g, NoEvent(g, whole_quotient), seeds[1]));
}

// Each argument separately, in the direction of its unit vector.
void DifferentiateCall(Graph& g, ExprId call, std::span<const ExprId> seeds, std::vector<ExprId>& out) {
  std::vector<ExprId> unit(seeds.size(), g.Constant(0.0));
  const std::shared_ptr<const Function> function = g.functions()[g.function(call).index()];
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (!seeds[i].IsValid() || !function->UsesInput(i)) continue;
    unit[i] = g.Constant(1.0);
    out[i] = Product(g, seeds[i], CallDerivative(g, call, unit, false));
    unit[i] = g.Constant(0.0);
  }
}

// f'(x) * s for a function of one operand; `f` is the operation itself.
ExprId DifferentiateFunction(Graph& g, Op op, ExprId f, ExprId x, ExprId s) {
  switch (op) {
    case Op::kAbs:
      return Conditional(g, NoEvent(g, Less(g, x, g.Constant(0.0))), Negate(g, s), s);
    case Op::kSqrt:
      return Quotient(g, s, Product(g, g.Constant(2.0), f));
    case Op::kExp:
      return Product(g, f, s);
    case Op::kLog:
      return Quotient(g, s, x);
    case Op::kLog10:
      return Quotient(g, s, Product(g, g.Constant(std::numbers::ln10), x));
    case Op::kSin:
      return Product(g, Unary(g, Op::kCos, x), s);
    case Op::kCos:
      return Negate(g, Product(g, Unary(g, Op::kSin, x), s));
    case Op::kTan:
      return Product(g, Shifted(g, 1.0, Square(g, f)), s);
    case Op::kAsin:
      return Quotient(g, s, Unary(g, Op::kSqrt, Shifted(g, 1.0, Negate(g, Square(g, x)))));
    case Op::kAcos:
      return Negate(g, DifferentiateFunction(g, Op::kAsin, f, x, s));
    case Op::kAtan:
      return Quotient(g, s, Shifted(g, 1.0, Square(g, x)));
    case Op::kSinh:
      return Product(g, Unary(g, Op::kCosh, x), s);
    case Op::kCosh:
      return Product(g, Unary(g, Op::kSinh, x), s);
    case Op::kTanh:
      return Quotient(g, s, Square(g, Unary(g, Op::kCosh, x)));  // 1 - tanh^2 would cancel
    default:
      return ExprId();  // sign, floor, ceil, not: constant but for jumps
  }
}

}  // namespace

void ApplyChainRule(Graph& g, ExprId operation, std::span<const ExprId> seeds, std::vector<ExprId>& out) {
  const Op op = g.op(operation);
  DAEDALUS_DCHECK(!IsLeaf(op) && !IsChoice(op), "the chain rule is for operations that mix their operands");
  const std::vector<ExprId> v(g.operands(operation).begin(), g.operands(operation).end());
  out.assign(v.size(), ExprId());
  switch (op) {
    case Op::kAdd:
      out.assign(seeds.begin(), seeds.end());
      return;
    case Op::kMul:
      return DifferentiateProduct(g, v, seeds, out);
    case Op::kDiv:
      return DifferentiateQuotient(g, operation, v, seeds, out);
    case Op::kPow:
      return DifferentiatePower(g, operation, v, seeds, out);
    case Op::kAtan2:
      return DifferentiateAtan2(g, v, seeds, out);
    case Op::kMod:
      return DifferentiateRemainder(g, Unary(g, Op::kFloor, Quotient(g, v[0], v[1])), seeds, out);
    case Op::kRem:
      return DifferentiateRemainder(g, Binary(g, Op::kTruncDiv, v[0], v[1]), seeds, out);
    case Op::kCall:
      return DifferentiateCall(g, operation, seeds, out);
    default:
      break;
  }
  if (v.size() == 1 && seeds[0].IsValid()) out[0] = DifferentiateFunction(g, op, operation, v[0], seeds[0]);
}

ExprId ForwardDerivative(Graph& g, ExprId operation, std::span<const ExprId> derivatives, bool is_exact) {
  if (g.op(operation) == Op::kCall) return CallDerivative(g, operation, derivatives, is_exact);
  if (IsChoice(g.op(operation))) return ChoiceDerivative(g, operation, derivatives);
  if (IsQuotient(g.op(operation))) return QuotientDerivative(g, operation, derivatives);
  std::vector<ExprId> seeds(derivatives.begin(), derivatives.end()), results;
  for (ExprId& seed : seeds) {
    if (g.IsConstant(seed, 0.0)) seed = ExprId();
  }
  ApplyChainRule(g, operation, seeds, results);
  std::erase_if(results, [](ExprId id) { return !id.IsValid(); });
  return Sum(g, results);
}

ExprId QuotientDerivative(Graph& g, ExprId operation, std::span<const ExprId> derivatives) {
  const ExprId a = g.operand(operation, 0), b = g.operand(operation, 1);
  if (g.op(operation) == Op::kDiv) {
    return Quotient(g, Difference(g, derivatives[0], Product(g, operation, derivatives[1])), b);
  }
  const ExprId numerator = Difference(g, Product(g, derivatives[0], b), Product(g, derivatives[1], a));
  return Quotient(g, numerator, Sum(g, Square(g, a), Square(g, b)));
}

ExprId ChoiceDerivative(Graph& g, ExprId operation, std::span<const ExprId> derivatives) {
  const Op op = g.op(operation);
  const ExprId first = g.operand(operation, 0);
  if (op == Op::kNoEvent) return NoEvent(g, derivatives[0]);
  if (op == Op::kIf) return Conditional(g, first, derivatives[1], derivatives[2]);
  const ExprId second = g.operand(operation, 1);
  const ExprId first_wins = op == Op::kMin ? Less(g, first, second) : Less(g, second, first);
  return Conditional(g, NoEvent(g, first_wins), derivatives[0], derivatives[1]);
}

}  // namespace daedalus::expr
