#include <algorithm>
#include <array>

#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/infix_terms.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/overload.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/choose_in_routine.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/text_functions.h"

namespace daedalus::semantics {
namespace {

using expr::Op;
using syntax::InfixOperator;
using syntax::InfixTerm;

// ---- relations ----

bool HoldsFor(InfixOperator op, int order) {
  switch (op) {
    case InfixOperator::kLess:
      return order < 0;
    case InfixOperator::kLessEqual:
      return order <= 0;
    case InfixOperator::kGreater:
      return order > 0;
    case InfixOperator::kGreaterEqual:
      return order >= 0;
    case InfixOperator::kEqual:
      return order == 0;
    default:
      return order != 0;
  }
}

// b == true is b
std::optional<Scalar> RelateToConstant(Lowering& l, InfixOperator op, const Scalar& a, const Scalar& b) {
  const bool is_equality = op == InfixOperator::kEqual || op == InfixOperator::kNotEqual;
  if (!is_equality || a.IsConstant() == b.IsConstant() || a.IsUnknown() || b.IsUnknown()) return std::nullopt;
  const Scalar &known = a.IsConstant() ? a : b, &other = a.IsConstant() ? b : a;
  const bool is_same = (known.number != 0.0) == (op == InfixOperator::kEqual);
  return is_same ? other : Apply(l, Op::kNot, other);
}

Scalar Relate(Lowering& l, InfixOperator op, const Scalar& a, const Scalar& b, Span span) {
  switch (op) {
    case InfixOperator::kLess:
      return RelationOf(l, a, b, false, span);
    case InfixOperator::kLessEqual:
      return RelationOf(l, a, b, true, span);
    case InfixOperator::kGreater:
      return RelationOf(l, b, a, false, span);
    case InfixOperator::kGreaterEqual:
      return RelationOf(l, b, a, true, span);
    case InfixOperator::kEqual:
      return Apply(l, Op::kEqual, a, b);
    default:
      return Apply(l, Op::kNotEqual, a, b);
  }
}

// -1, 0 or 1, for texts that are known during the run.
Scalar OrderOf(Lowering& l, const Scalar& a, const Scalar& b) {
  expr::Graph& g = l.graph();
  const std::array texts = {a.expr, b.expr};
  return Expression(g.Call(g.AddFunction(std::make_shared<CompareTexts>(l.context.strings.texts)), 0, texts));
}

// Section 3.5 forbids `==` and `<>` between Reals outside of functions. Between parameters they have one
// answer for the whole run, and the established tools accept them.
bool MayCompareReals(Lowering& l, InfixOperator op, Variability variability, Span span) {
  const bool is_fixed = variability <= Variability::kParameter;
  constexpr std::string_view kText = "Real values cannot be compared by `{}`";
  Diagnostic message = is_fixed ? Warning(Code::kTypeMismatch, span, kText, Spelling(op))
                                : Error(Code::kTypeMismatch, span, kText, Spelling(op));
  if (is_fixed) {
    message.Note("these are parameters, and are compared to the last bit");
  } else {
    message.Note("they change continuously, and are equal only by chance");
  }
  l.context.reporter.Report(std::move(message).Hint("use `abs(a - b) < eps`, `<=` or `>=`"));
  return is_fixed;
}

// ---- and, or ----

Scalar LogicalElement(Lowering& l, Op op, std::span<const Value> values, std::size_t i) {
  // `false and x` is false, and `true or x` true, whatever x is: also when it is unknown.
  const double absorbing = op == Op::kAnd ? 0.0 : 1.0;
  std::vector<expr::ExprId> operands;
  bool has_unknown = false;
  for (const Value& value : values) {
    const Scalar& s = value[i];
    if (s.IsConstant() && (s.number != 0.0) == (absorbing != 0.0)) return Constant(absorbing);
    if (s.IsUnknown()) has_unknown = true;
    if (s.kind == Scalar::Kind::kExpression) operands.push_back(s.expr);
  }
  if (has_unknown) return {};
  if (operands.empty()) return Constant(1.0 - absorbing);
  return Expression(op == Op::kAnd ? expr::And(l.graph(), operands) : expr::Or(l.graph(), operands));
}

}  // namespace

Value LowerRelation(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  const InfixOperator op = terms[1].op;
  const Value &a = (*values)[0], &b = (*values)[1];
  const Span span = SpanUpTo(l, terms, terms[1]);
  if (IsOverloaded(l, a) || IsOverloaded(l, b)) return ApplyOverloaded(l, op, a, b, span);
  const Type type = l.types().Unify(a.type, b.type);
  if (a.type.base > BaseType::kEnumeration && type != BaseType::kError) {
    return l.Error(Code::kTypeMismatch, span, "`{}` is not defined for {}", Spelling(op), l.TypeText(a));
  }
  if (type == BaseType::kError || !a.IsScalar() || !b.IsScalar()) {
    return l.Error(Code::kTypeMismatch, span,
                   "`{}` compares scalars of the same type, but these are {} and {}", Spelling(op),
                   l.TypeText(a), l.TypeText(b));
  }
  const bool is_equality = op == InfixOperator::kEqual || op == InfixOperator::kNotEqual;
  // In a function there are no events that could be missed (section 3.5).
  const bool is_in_function = l.scope.frame != nullptr && !l.scope.frame->is_section;
  if (is_equality && type == BaseType::kReal && !is_in_function &&
      !MayCompareReals(l, op, Max(a.variability, b.variability), span))
    return {};
  CheckOperands(l, terms, *values);
  Variability variability = Max(a.variability, b.variability);
  // Its change is an event.
  if (!is_equality && l.purpose.has_events && !is_in_function)
    variability = std::min(variability, Variability::kDiscrete);
  if (type == BaseType::kBoolean) {
    if (const auto known = RelateToConstant(l, op, a.scalar, b.scalar))
      return ScalarValue(BaseType::kBoolean, *known, variability);
  }
  if (type != BaseType::kString) {
    return ScalarValue(BaseType::kBoolean, Relate(l, op, a.scalar, b.scalar, span), variability);
  }
  Scalar result;
  if (a.scalar.IsConstant() && b.scalar.IsConstant()) {
    const int order = l.context.strings.TextOf(a.scalar).compare(l.context.strings.TextOf(b.scalar));
    result = Constant(HoldsFor(op, order) ? 1.0 : 0.0);
  } else if (!a.scalar.IsUnknown() && !b.scalar.IsUnknown()) {
    const Scalar left = Expression(ToExpr(l, a.scalar)), right = Expression(ToExpr(l, b.scalar));
    result = is_equality ? Relate(l, op, left, right, span)  // equal texts have one number
                         : Relate(l, op, OrderOf(l, left, right), Constant(0), span);
  }
  return ScalarValue(BaseType::kBoolean, result, variability);
}

Value LowerLogical(Lowering& l, std::span<const InfixTerm> terms) {
  if (l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic) return LowerLogicalInRoutine(l, terms);
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  const InfixOperator op = terms[1].op;
  const bool is_overloaded =
      std::any_of(values->begin(), values->end(), [&](const Value& v) { return IsOverloaded(l, v); });
  if (is_overloaded) {
    Value result = (*values)[0];
    for (std::size_t i = 1; i < terms.size() && !result.IsError(); ++i)
      result = ApplyOverloaded(l, op, result, (*values)[i], SpanUpTo(l, terms, terms[i]));
    return result;
  }
  Variability variability = Variability::kConstant;
  Dims dims = values->front().dims;
  bool is_known = true;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Value& value = (*values)[i];
    if (value.type != BaseType::kBoolean) return WrongOperand(l, terms[i], op, value, "Boolean operands");
    if (!AreCompatible(value.dims, dims)) {
      return l.Error(Code::kDimensionMismatch, SpanUpTo(l, terms, terms[i]), "`{}` of {} and {}",
                     Spelling(op), l.TypeText(values->front()), l.TypeText(value));
    }
    if (value.HasUnknownSize()) is_known = false;
    if (!is_known) dims = Merged(dims, value.dims);
    variability = Max(variability, value.variability);
  }
  Value result = ArrayValue(BaseType::kBoolean, std::move(dims), variability);
  if (!is_known) return result;
  const Op made = op == InfixOperator::kAnd ? Op::kAnd : Op::kOr;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = LogicalElement(l, made, *values, i);
  return result;
}

}  // namespace daedalus::semantics
