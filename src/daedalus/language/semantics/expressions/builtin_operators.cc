#include <array>
#include <utility>

#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/derivatives.h"
#include "daedalus/language/semantics/expressions/unit_check.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

}  // namespace

Value Der(Lowering& l, const CallSite& call) {
  if (l.purpose.limit < Variability::kContinuous) {
    return l.Error(Code::kTooVariable, call.span, "{} cannot depend on a derivative", l.purpose.what);
  }
  Value x = NumericArgument(l, call, 0);
  if (x.IsError()) return {};
  if (x.variability == Variability::kDiscrete) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]),
                   "`der` needs something that varies continuously, but this changes at events only");
  }
  if (x.type == BaseType::kInteger) return WrongArgument(l, call, 0, "a Real", x);  // section 3.7.4
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = TimeDerivative(l, x[i], call.span);
  x.type = BaseType::kReal;
  x.variability = Variability::kContinuous;
  x.unit = l.context.units.table.Quotient(UnitOf(x), units::kSecond);
  return x;
}

// Its relations stay operations without events; nothing else remains of `noEvent`.
Value NoEvent(Lowering& l, const CallSite& call) {
  const bool outer = std::exchange(l.purpose.has_events, false);
  Value x = Lower(l, call.arguments[0]);
  l.purpose.has_events = outer;
  return x;
}

// pure(f(x)): the author promises that f behaves like a pure function here (section 12.3).
Value PureCall(Lowering& l, const CallSite& call) {
  if (l.tree()[call.arguments[0]].kind != syntax::ExpressionKind::kCall) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]),
                   "`pure` takes the call of a function");
  }
  const bool outer = std::exchange(l.purpose.is_pure_by_promise, true);
  Value x = Lower(l, call.arguments[0]);
  l.purpose.is_pure_by_promise = outer;
  return x;
}

// The order of smoothness is a promise: the expression is continuous, with its derivatives up to that order.
// So from order 1 on it needs no events (section 3.7.5).
Value Smooth(Lowering& l, const CallSite& call) {
  const auto order = LowerInteger(l, call.arguments[0], "the order of smoothness");
  const bool outer = l.purpose.has_events;
  l.purpose.has_events = outer && order && *order < 1;
  const Value x = Lower(l, call.arguments[1]);
  l.purpose.has_events = outer;
  if (!order || x.IsError()) return {};
  bool is_numeric = true;
  ForEachLeaf(x, [&](const Value& leaf) { is_numeric = is_numeric && IsNumeric(leaf.type); });
  if (!is_numeric) return WrongArgument(l, call, 1, "a number", x);
  if (*order >= 0 || *order == kUnknownSize) return x;
  return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]),
                 "the order of smoothness is 0 or more, not {}", *order);
}

// The one parameter that leads the whole model (system/homotopy.h).
Scalar HomotopyParameter(Context& c) {
  System& system = c.system;
  if (!c.homotopy.IsValid()) {
    Parameter lambda;
    lambda.name = system.names.Add("$lambda");
    lambda.declaration = system.declarations.Add({});
    lambda.value = system.graph.Constant(0.5);  // a typical point of the way
    c.homotopy = system.parameters.Add(std::move(lambda));
  }
  return Expression(system.graph.Parameter(c.homotopy));
}

// (1 - lambda) simplified + lambda actual
Scalar Between(Lowering& l, const Scalar& simplified, const Scalar& actual) {
  const Scalar lambda = HomotopyParameter(l.context);
  const Scalar rest = Apply(l, Op::kAdd, Constant(1), Apply(l, Op::kMul, Constant(-1), lambda));
  return Apply(l, Op::kAdd, Apply(l, Op::kMul, rest, simplified), Apply(l, Op::kMul, lambda, actual));
}

Value Homotopy(Lowering& l, const CallSite& call) {
  const Value actual = NumericArgument(l, call, 0), simplified = NumericArgument(l, call, 1);
  if (actual.IsError() || simplified.IsError()) return {};
  CheckArguments(l, call, actual, simplified);
  if (AreCompatible(actual.dims, simplified.dims)) {
    const bool is_known = Max(actual.variability, simplified.variability) <= Variability::kParameter;
    const bool is_inside_routine = l.context.functions.graph != nullptr;  // which has parameters of its own
    if (is_known || is_inside_routine) return actual;
    Value out = ArrayValue(BaseType::kReal, actual.dims, Max(actual.variability, simplified.variability));
    out.unit = actual.unit;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = Between(l, simplified[i], actual[i]);
    return out;
  }
  return l.Error(Code::kDimensionMismatch, call.span, "`homotopy` between {} and {}", l.TypeText(actual),
                 l.TypeText(simplified));
}

// if x >= 0 then a * x else b * x
Value SemiLinear(Lowering& l, const CallSite& call) {
  std::array<Value, 3> arguments;
  Dims dims;  // the dimensions of all arguments that are not scalars (section 12.4.6)
  for (std::size_t i = 0; i < 3; ++i) {
    arguments[i] = NumericArgument(l, call, i);
    if (arguments[i].IsError()) return {};
    if (arguments[i].IsScalar()) continue;
    if (!dims.empty() && !AreCompatible(dims, arguments[i].dims)) {
      return l.Error(Code::kDimensionMismatch, l.SpanOf(call.arguments[i]), "`semiLinear` of {} and {}",
                     ToString(dims), l.TypeText(arguments[i]));
    }
    dims = dims.empty() ? arguments[i].dims : Merged(dims, arguments[i].dims);
  }
  const auto& [x, a, b] = arguments;
  Value result = ArrayValue(BaseType::kReal, dims, Max(x.variability, Max(a.variability, b.variability)));
  const auto element = [](const Value& value, std::size_t i) {
    return value.IsScalar() ? value.scalar : value[i];
  };
  result.unit = CommonUnit(l.context, l.context.units.table.Product(UnitOf(x), UnitOf(a)),
                           l.context.units.table.Product(UnitOf(x), UnitOf(b)));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Scalar xi = element(x, i);
    const Scalar is_positive = RelationOf(l, Constant(0.0), xi, true, call.span);
    result[i] =
        Choose(l, is_positive, Apply(l, Op::kMul, element(a, i), xi), Apply(l, Op::kMul, element(b, i), xi));
  }
  return result;
}

Value NotAnExpression(Lowering& l, const CallSite& call) {
  return l.Error(Code::kNotAValue, call.span, "`{}` is itself an equation and has no value",
                 call.function.name);
}

}  // namespace daedalus::semantics
