#include "daedalus/system/expr/build.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "daedalus/system/expr/apply.h"

namespace daedalus::expr {
namespace {

// The value of an operation on constants only, if it is finite.
std::optional<double> Fold(const Graph& g, Op op, std::span<const ExprId> operands) {
  std::vector<double> values;
  values.reserve(operands.size());
  for (const ExprId id : operands) {
    if (!g.IsConstant(id)) return std::nullopt;
    values.push_back(g.constant_value(id));
  }
  const double value = ApplyOp(op, values);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

ExprId FoldOrMake(Graph& g, Op op, std::initializer_list<ExprId> operands) {
  if (const auto value = Fold(g, op, {operands.begin(), operands.size()})) return g.Constant(*value);
  return g.Make(op, operands);
}

// abs(-2*x) = abs(2*x), exactly.
ExprId Abs(Graph& g, ExprId x) {
  if (g.op(x) == Op::kAbs) return x;
  if (g.op(x) == Op::kMul && SplitCoefficient(g, x).coefficient < 0.0) x = Negate(g, x);
  return FoldOrMake(g, Op::kAbs, {x});
}

ExprId Relation(Graph& g, Op op, ExprId a, ExprId b) {
  if (a == b) return g.Constant(op == Op::kLessEqual || op == Op::kEqual ? 1.0 : 0.0);
  return FoldOrMake(g, op, {a, b});
}

// And with neutral element 1, absorbing element 0; Or the other way round.
ExprId Logical(Graph& g, Op op, std::span<const ExprId> operands) {
  const bool neutral = op == Op::kAnd;
  std::vector<ExprId> flat;
  bool absorbed = false;
  const auto add = [&](ExprId id) {
    if (!g.IsConstant(id)) {
      flat.push_back(id);
    } else if ((g.constant_value(id) != 0.0) != neutral) {
      absorbed = true;
    }
  };
  for (const ExprId id : operands) {
    if (g.op(id) == op && g.operands(id).size() <= std::max(kFlattenLimit, operands.size())) {
      for (const ExprId inner : g.operands(id)) add(inner);
    } else {
      add(id);
    }
  }
  if (absorbed) return g.Constant(neutral ? 0.0 : 1.0);
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return g.Constant(neutral ? 1.0 : 0.0);
  return flat.size() == 1 ? flat[0] : g.Make(op, flat);
}

ExprId MinMax(Graph& g, Op op, ExprId a, ExprId b) {
  return a == b ? a : FoldOrMake(g, op, {a, b});
}

}  // namespace

ExprId Quotient(Graph& g, ExprId a, ExprId b) {
  bool negative = false;
  for (ExprId* side : {&a, &b}) {
    if (!(SplitCoefficient(g, *side).coefficient < 0.0)) continue;
    *side = Negate(g, *side);
    negative = !negative;
  }
  const ExprId quotient = g.IsConstant(b, 1.0) ? a : FoldOrMake(g, Op::kDiv, {a, b});
  return negative ? Negate(g, quotient) : quotient;
}

ExprId Conditional(Graph& g, ExprId condition, ExprId then_value, ExprId else_value) {
  if (g.IsConstant(condition)) return g.constant_value(condition) != 0.0 ? then_value : else_value;
  if (then_value == else_value) return then_value;
  if (g.op(condition) == Op::kNot) {
    return g.Make(Op::kIf, {g.operand(condition, 0), else_value, then_value});
  }
  return g.Make(Op::kIf, {condition, then_value, else_value});
}

ExprId Not(Graph& g, ExprId x) {
  if (g.op(x) == Op::kNot) return g.operand(x, 0);
  return FoldOrMake(g, Op::kNot, {x});
}

// A leaf holds no relation that could make an event.
ExprId NoEvent(Graph& g, ExprId x) {
  if (IsLeaf(g.op(x)) || g.op(x) == Op::kNoEvent) return x;
  return g.Make(Op::kNoEvent, {x});
}

ExprId Less(Graph& g, ExprId a, ExprId b) {
  return Relation(g, Op::kLess, a, b);
}
ExprId LessEqual(Graph& g, ExprId a, ExprId b) {
  return Relation(g, Op::kLessEqual, a, b);
}
ExprId Greater(Graph& g, ExprId a, ExprId b) {
  return Less(g, b, a);
}
ExprId GreaterEqual(Graph& g, ExprId a, ExprId b) {
  return LessEqual(g, b, a);
}
ExprId Equal(Graph& g, ExprId a, ExprId b) {
  return Relation(g, Op::kEqual, a, b);
}
ExprId NotEqual(Graph& g, ExprId a, ExprId b) {
  return Relation(g, Op::kNotEqual, a, b);
}
ExprId And(Graph& g, std::span<const ExprId> operands) {
  return Logical(g, Op::kAnd, operands);
}
ExprId Or(Graph& g, std::span<const ExprId> operands) {
  return Logical(g, Op::kOr, operands);
}
ExprId Min(Graph& g, ExprId a, ExprId b) {
  return MinMax(g, Op::kMin, a, b);
}
ExprId Max(Graph& g, ExprId a, ExprId b) {
  return MinMax(g, Op::kMax, a, b);
}

ExprId And(Graph& g, ExprId a, ExprId b) {
  const ExprId operands[] = {a, b};
  return And(g, operands);
}

ExprId Or(Graph& g, ExprId a, ExprId b) {
  const ExprId operands[] = {a, b};
  return Or(g, operands);
}

ExprId Unary(Graph& g, Op op, ExprId x) {
  const ExprId operands[] = {x};
  return Build(g, op, operands);
}

ExprId Binary(Graph& g, Op op, ExprId a, ExprId b) {
  const ExprId operands[] = {a, b};
  return Build(g, op, operands);
}

ExprId Rebuild(Graph& g, ExprId like, std::span<const ExprId> operands) {
  if (g.op(like) == Op::kCall) return g.Call(g.function(like), g.output(like), operands);
  return Build(g, g.op(like), operands);
}

ExprId Build(Graph& g, Op op, std::span<const ExprId> v) {
  const std::size_t arity = static_cast<std::size_t>(std::max(Arity(op), 0));
  DAEDALUS_CHECK(!IsLeaf(op), "leaves are made by the graph's own functions");
  DAEDALUS_CHECK(Arity(op) < 0 || v.size() == arity, "an operation has as many operands as its arity says");
  switch (op) {
    case Op::kAdd:
      return Sum(g, v);
    case Op::kMul:
      return Product(g, v);
    case Op::kDiv:
      return Quotient(g, v[0], v[1]);
    case Op::kPow:
      return Power(g, v[0], v[1]);
    case Op::kAbs:
      return Abs(g, v[0]);
    case Op::kMin:
    case Op::kMax:
      return MinMax(g, op, v[0], v[1]);
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kNotEqual:
      return Relation(g, op, v[0], v[1]);
    case Op::kNot:
      return Not(g, v[0]);
    case Op::kAnd:
    case Op::kOr:
      return Logical(g, op, v);
    case Op::kIf:
      return Conditional(g, v[0], v[1], v[2]);
    case Op::kNoEvent:
      return NoEvent(g, v[0]);
    default:
      break;
  }
  if (arity == 1) return FoldOrMake(g, op, {v[0]});
  return FoldOrMake(g, op, {v[0], v[1]});
}

}  // namespace daedalus::expr
