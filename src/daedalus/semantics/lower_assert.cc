#include "daedalus/semantics/lower_assert.h"

#include "daedalus/semantics/arithmetic.h"

namespace daedalus::semantics {
namespace {

Value TypedArgument(Lowering& l, const CallSite& call, std::size_t i, Type type) {
  Value value =
      i == 0 ? Lower(l, call.arguments[0]) : LowerStructural(l, call.arguments[i], "an argument of `assert`");
  if (value.IsError() || (value.type == type && value.IsScalar())) return value;
  return WrongArgument(l, call, i, fmt::format("a {}", l.types().Name(type)), value);
}

// Values of the run may stand in it, so it is not evaluated here.
Value AssertionText(Lowering& l, const CallSite& call) {
  Value text = Lower(l, call.arguments[1]);
  if (text.IsError()) return text;
  if (text.type != BaseType::kString || !text.IsScalar()) return WrongArgument(l, call, 1, "a String", text);
  // What has no value at all is told where its name stands.
  return text.scalar.IsUnknown() ? LowerStructural(l, call.arguments[1], "an argument of `assert`") : text;
}

}  // namespace

std::optional<Assertion> LowerAssert(Lowering& l, const Builtin& function, const syntax::Expression& e,
                                     const Scalar& guard) {
  const Span span = l.tree().SpanOf(e);
  const auto arguments = ArrangeArguments(l, function, l.tree().CallOf(e), span);
  if (!arguments) return std::nullopt;
  const CallSite call{function, span, span, *arguments};
  const Value condition = TypedArgument(l, call, 0, BaseType::kBoolean);
  const Value message = AssertionText(l, call);
  Value level = ScalarValue(kAssertionLevelType, Constant(2.0));
  if (arguments->size() > 2) level = TypedArgument(l, call, 2, kAssertionLevelType);
  if (condition.IsError() || message.IsError() || level.IsError()) return std::nullopt;
  Assertion assertion;
  if (l.purpose.mode == Mode::kCheck) return assertion;
  const bool is_always = guard.IsConstant() && guard.number != 0.0;
  assertion.condition =
      ToExpr(l, is_always ? condition.scalar
                          : Apply(l, expr::Op::kOr, Apply(l, expr::Op::kNot, guard), condition.scalar));
  assertion.message = l.context.TemplateOf(message.scalar);
  assertion.is_warning = level.scalar.number == 1.0;
  return assertion;
}

}  // namespace daedalus::semantics
