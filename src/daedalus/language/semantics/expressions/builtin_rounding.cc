// Functions that jump, with an event if their argument varies continuously (Modelica 3.6, section 3.7.2).
//
// All are expressed by rounding down (events.h): ceil(x) = -floor(-x), div(x, y) = x/y without its fraction,
// mod(x, y) = x - floor(x/y)*y, rem(x, y) = x - div(x, y)*y.
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

// In a when-clause and in an initial equation nothing is held (section 3.7.2).
bool MakesEventsBy(Lowering& l, const Scalar& x) {
  return MakesEvents(l) && l.purpose.place == Place::kEquation && VariesBetweenEvents(l.context, x);
}

Scalar CeilOf(Lowering& l, const Scalar& x, Span span) {
  return Negative(l, FloorOf(l, Negative(l, x), span));
}

// Rounds toward zero.
Scalar TruncatedOf(Lowering& l, const Scalar& x, Span span) {
  const Scalar is_positive = RelationOf(l, Constant(0.0), x, true, span);
  return Choose(l, is_positive, FloorOf(l, x, span), CeilOf(l, x, span));
}

Scalar Divided(Lowering& l, Op op, const Scalar& x, const Scalar& y, Span span) {
  if (!MakesEventsBy(l, x) && !MakesEventsBy(l, y)) return Apply(l, op, x, y);
  const Scalar quotient = Apply(l, Op::kDiv, x, y);
  const Scalar whole = op == Op::kMod ? FloorOf(l, quotient, span) : TruncatedOf(l, quotient, span);
  return op == Op::kTruncDiv ? whole : Difference(l, x, Apply(l, Op::kMul, whole, y));
}

// If it makes events, it changes only at these.
void LimitVariability(const Lowering& l, Value& value) {
  const bool is_in_function = l.scope.frame != nullptr && !l.scope.frame->is_section;
  if (l.purpose.has_events && !is_in_function && value.variability > Variability::kDiscrete)
    value.variability = Variability::kDiscrete;
}

}  // namespace

Value Rounded(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  if (x.IsError()) return {};
  const bool is_integer = call.function.name == "integer";
  Value result = ArrayValue(is_integer ? BaseType::kInteger : BaseType::kReal, x.dims, x.variability);
  LimitVariability(l, result);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const bool makes_event = MakesEventsBy(l, x[i]);
    if (makes_event && call.function.op == Op::kCeil) {
      result[i] = CeilOf(l, x[i], call.span);
    } else {
      result[i] = makes_event ? FloorOf(l, x[i], call.span) : Apply(l, call.function.op, x[i]);
    }
  }
  return CheckedInteger(l, std::move(result), call.span);
}

Value IntegerDivision(Lowering& l, const CallSite& call) {
  const NumericPair pair = NumericArguments(l, call);
  if (pair.type == BaseType::kError) return {};
  if (pair.type == BaseType::kInteger) {
    for (std::size_t i = 0; i < pair.b.size(); ++i) {
      if (!pair.b[i].IsConstant() || pair.b[i].number != 0.0) continue;
      return l.Error(Code::kDivisionByZero, l.SpanOf(call.arguments[1]), "`{}` by zero", call.function.name);
    }
  }
  Value result = Elementwise(l, call.function.op, pair.type, pair.a, pair.b);
  if (call.function.op == Op::kTruncDiv) LimitVariability(l, result);
  if (result.HasUnknownSize()) return result;
  const auto element = [](const Value& value, std::size_t i) {
    return value.IsScalar() ? value.scalar : value[i];
  };
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = Divided(l, call.function.op, element(pair.a, i), element(pair.b, i), call.span);
  }
  return result;
}

}  // namespace daedalus::semantics
