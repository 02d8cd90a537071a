#include "daedalus/language/semantics/expressions/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/text_functions.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;
using expr::Op;

// A constant operation without a finite value stays an expression, so that a message at run time can name it.
bool Fold(Lowering& l, double result, Scalar* folded) {
  if (std::isfinite(result)) {
    *folded = Constant(result);
    return true;
  }
  *folded = Scalar();
  return l.purpose.mode != Mode::kSymbolic;
}

// A sum or product of scalars. Constants are combined from left to right; otherwise it is one operation of
// the graph.
template <class Build>
Scalar Chain(Lowering& l, Op op, std::span<const Scalar> terms, double neutral, Build build) {
  if (terms.size() == 1) return terms[0];
  const bool is_constant =
      std::all_of(terms.begin(), terms.end(), [](const Scalar& s) { return s.IsConstant(); });
  if (is_constant) {
    double result = terms.empty() ? neutral : terms[0].number;
    for (const Scalar& s : terms.subspan(terms.empty() ? 0 : 1)) {
      result = op == Op::kAdd ? result + s.number : result * s.number;
    }
    if (Scalar folded; Fold(l, result, &folded)) return folded;
  }
  if (std::any_of(terms.begin(), terms.end(), [](const Scalar& s) { return s.IsUnknown(); })) return {};
  std::vector<ExprId> ids;
  ids.reserve(terms.size());
  for (const Scalar& s : terms) ids.push_back(ToExpr(l, s));
  return Expression(build(l.graph(), std::span<const ExprId>(ids)));
}

// A text that is written during the run, as a call that returns its number.
ExprId WrittenText(Context& context, const Scalar& text) {
  TextTemplate pieces = context.strings.TemplateOf(text);
  std::vector<ExprId> values;
  for (const TextTemplate::Piece& piece : pieces.pieces) {
    if (piece.value.IsValid()) values.push_back(piece.value);
  }
  expr::Graph& g = context.graph();
  return g.Call(g.AddFunction(std::make_shared<WriteText>(std::move(pieces), context.strings.texts)), 0,
                values);
}

}  // namespace

Variability Max(Variability a, Variability b) {
  return std::max(a, b);
}

ExprId ToExpr(Context& context, const Scalar& scalar) {
  // After a mistake the expressions are not built, but the text is read on to find other mistakes.
  const bool may_be_unknown = context.reporter.HasErrors();
  DAEDALUS_CHECK(may_be_unknown || !scalar.IsUnknown(),
                 "no unknown value is left when expressions are built");
  if (scalar.IsUnknown()) return context.graph().Constant(0.0);
  if (scalar.kind == Scalar::Kind::kTemplate) return WrittenText(context, scalar);
  return scalar.IsConstant() ? context.graph().Constant(scalar.number) : scalar.expr;
}

Scalar Apply(Lowering& l, Op op, const Scalar& a) {
  if (a.IsUnknown()) return {};
  if (a.IsConstant()) {
    if (Scalar folded; Fold(l, expr::ApplyOp(op, std::array{a.number}), &folded)) return folded;
  }
  return Expression(expr::Unary(l.graph(), op, ToExpr(l, a)));
}

Scalar Apply(Lowering& l, Op op, const Scalar& a, const Scalar& b) {
  if (a.IsUnknown() || b.IsUnknown()) return {};
  if (a.IsConstant() && b.IsConstant()) {
    if (Scalar folded; Fold(l, expr::ApplyOp(op, std::array{a.number, b.number}), &folded)) return folded;
  }
  return Expression(expr::Binary(l.graph(), op, ToExpr(l, a), ToExpr(l, b)));
}

Scalar SumOf(Lowering& l, std::span<const Scalar> terms) {
  return Chain(l, Op::kAdd, terms, 0.0,
               [](expr::Graph& g, std::span<const ExprId> ids) { return expr::Sum(g, ids); });
}

Scalar ProductOf(Lowering& l, std::span<const Scalar> factors) {
  return Chain(l, Op::kMul, factors, 1.0,
               [](expr::Graph& g, std::span<const ExprId> ids) { return expr::Product(g, ids); });
}

Scalar Difference(Lowering& l, const Scalar& a, const Scalar& b) {
  if (a.IsUnknown() || b.IsUnknown()) return {};
  if (a.IsConstant() && b.IsConstant()) {
    if (Scalar folded; Fold(l, a.number - b.number, &folded)) return folded;
  }
  return Expression(expr::Difference(l.graph(), ToExpr(l, a), ToExpr(l, b)));
}

Scalar Negative(Lowering& l, const Scalar& a) {
  if (a.IsUnknown()) return {};
  if (a.IsConstant()) return Constant(-a.number);
  return Expression(expr::Negate(l.graph(), a.expr));
}

Scalar Choose(Lowering& l, const Scalar& condition, const Scalar& then_value, const Scalar& else_value) {
  if (condition.IsConstant()) return condition.number != 0.0 ? then_value : else_value;
  if (condition.IsUnknown() || then_value.IsUnknown() || else_value.IsUnknown()) return {};
  return Expression(
      expr::Conditional(l.graph(), condition.expr, ToExpr(l, then_value), ToExpr(l, else_value)));
}

Value CheckedInteger(Lowering& l, Value value, Span span) {
  if (value.type != BaseType::kInteger) return value;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].IsConstant() || std::abs(value[i].number) <= kMaxInteger) continue;
    return l.Error(Code::kIntegerOverflow, span, "the Integer {} is too large: they are exact up to 2^52",
                   value[i].number);
  }
  return value;
}

bool AreBroadcastable(const Value& a, const Value& b) {
  return a.IsScalar() || b.IsScalar() || AreCompatible(a.dims, b.dims);
}

Value Elementwise(Lowering& l, Op op, Type type, const Value& a, const Value& b) {
  DAEDALUS_DCHECK(AreBroadcastable(a, b), "dimensions are checked before");
  const bool is_known = !a.HasUnknownSize() && !b.HasUnknownSize();
  Dims dims = a.IsScalar() ? b.dims : a.dims;
  if (!is_known && !a.IsScalar() && !b.IsScalar()) dims = Merged(a.dims, b.dims);
  Value result = ArrayValue(type, std::move(dims), Max(a.variability, b.variability));
  if (!is_known && WritesCode(l)) {
    const Value both[] = {a, b};
    return CombineOfRun(l, type, both, [&](std::span<const Scalar> x) { return Apply(l, op, x[0], x[1]); });
  }
  if (!is_known) return result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = Apply(l, op, a.IsScalar() ? a.scalar : a[i], b.IsScalar() ? b.scalar : b[i]);
  }
  return result;
}

Value Elementwise(Lowering& l, Op op, Type type, const Value& a) {
  if (a.IsOfRun() && WritesCode(l))
    return CombineOfRun(l, type, {&a, 1}, [&](std::span<const Scalar> x) { return Apply(l, op, x[0]); });
  Value result = ArrayValue(type, a.dims, a.variability);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = Apply(l, op, a[i]);
  return result;
}

bool AreSizes(Lowering& l, const Dims& dims, Span span) {
  double count = 1.0;
  for (const std::int64_t d : dims) {
    if (d < 0 && d != kUnknownSize) {
      l.Error(Code::kBadDimension, span, "a dimension cannot be negative, but this is {}", d);
      return false;
    }
    count *= static_cast<double>(std::max<std::int64_t>(d, 1));
  }
  if (count <= static_cast<double>(kMaxElements)) return true;
  l.Error(Code::kBadDimension, span, "an array of {} elements is too large: the most is {}", count,
          kMaxElements);
  return false;
}

Type UnifyTypes(Lowering& l, std::span<const Value> values, Span span, std::string_view what) {
  Type type = values.empty() ? BaseType::kReal : values[0].type;
  for (const Value& value : values) {
    if (value.IsError()) return BaseType::kError;
    const Type unified = l.types().Unify(type, value.type);
    if (unified == BaseType::kError) {
      l.Error(Code::kTypeMismatch, span, "{} of {} and {}", what, l.types().Name(type),
              l.types().Name(value.type));
      return unified;
    }
    type = unified;
  }
  return type;
}

}  // namespace daedalus::semantics
