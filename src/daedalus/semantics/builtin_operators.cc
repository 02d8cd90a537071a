#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/derivatives.h"

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
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = TimeDerivative(l, x[i], call.span);
  x.type = BaseType::kReal;
  x.variability = Variability::kContinuous;
  return x;
}

Value NoEvent(Lowering& l, const CallSite& call) {
  Value x = Lower(l, call.arguments[0]);
  ForEachLeaf(x, [&](Value& leaf) {
    if (HasValueType(leaf.type) || IsEnumeration(leaf.type))
      leaf = Elementwise(l, Op::kNoEvent, leaf.type, leaf);
  });
  return x;
}

// The order of smoothness is a promise that the solver may use; the value is that of the expression.
Value Smooth(Lowering& l, const CallSite& call) {
  const auto order = LowerInteger(l, call.arguments[0], "the order of smoothness");
  const Value x = Lower(l, call.arguments[1]);
  if (!order || x.IsError()) return {};
  bool is_numeric = true;
  ForEachLeaf(x, [&](const Value& leaf) { is_numeric = is_numeric && IsNumeric(leaf.type); });
  if (!is_numeric) return WrongArgument(l, call, 1, "a number", x);
  if (*order >= 0 || *order == kUnknownSize) return x;
  return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]),
                 "the order of smoothness is 0 or more, not {}", *order);
}

Value Homotopy(Lowering& l, const CallSite& call) {
  const Value actual = NumericArgument(l, call, 0), simplified = NumericArgument(l, call, 1);
  if (actual.IsError() || simplified.IsError()) return {};
  if (AreCompatible(actual.dims, simplified.dims)) return actual;
  return l.Error(Code::kDimensionMismatch, call.span, "`homotopy` between {} and {}", l.TypeText(actual),
                 l.TypeText(simplified));
}

// if x >= 0 then a * x else b * x
Value SemiLinear(Lowering& l, const CallSite& call) {
  const Value x = ScalarArgument(l, call, 0), a = ScalarArgument(l, call, 1), b = ScalarArgument(l, call, 2);
  if (x.IsError() || a.IsError() || b.IsError()) return {};
  const Scalar is_positive = Apply(l, Op::kLessEqual, Constant(0.0), x.scalar);
  const Scalar value =
      Choose(l, is_positive, Apply(l, Op::kMul, a.scalar, x.scalar), Apply(l, Op::kMul, b.scalar, x.scalar));
  return ScalarValue(BaseType::kReal, value, Max(x.variability, Max(a.variability, b.variability)));
}

Value NotSupported(Lowering& l, const CallSite& call) {
  return l.Error(Code::kUnsupportedFunction, call.name_span, "`{}` is not supported yet", call.function.name);
}

Value NotAnExpression(Lowering& l, const CallSite& call) {
  return l.Error(Code::kNotAValue, call.span, "`{}` is an equation of its own and has no value",
                 call.function.name);
}

}  // namespace daedalus::semantics
