#include "daedalus/language/semantics/lower_assert.h"

#include <utility>

#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/linearity.h"

namespace daedalus::semantics {
namespace {

Value TypedArgument(Lowering& l, const CallSite& call, std::size_t i, Type type) {
  Value value =
      i == 0 ? Lower(l, call.arguments[0]) : LowerStructural(l, call.arguments[i], "an argument of `assert`");
  if (value.IsError() || (value.type == type && value.IsScalar())) return value;
  return WrongArgument(l, call, i, fmt::format("a {}", l.types().Name(type)), value);
}

// It may contain values of the run, so it is not evaluated here.
Value MessageArgument(Lowering& l, const CallSite& call, std::size_t i) {
  Value text = Lower(l, call.arguments[i]);
  if (text.IsError()) return text;
  if (text.type != BaseType::kString || !text.IsScalar()) return WrongArgument(l, call, i, "a String", text);
  // Something without any value is reported at its name.
  const bool is_needed = l.purpose.mode != Mode::kCheck && text.scalar.IsUnknown();
  return is_needed ? LowerStructural(l, call.arguments[i], "the text of a message") : text;
}

// A parameter expression (section 8.3.7). In the algorithm of a model, unlike in a function, it is not
// written as byte code.
bool IsLevelOfRun(Lowering& l, const CallSite& call) {
  if (l.scope.frame == nullptr || !l.scope.frame->is_section) return false;
  const Mode mode = std::exchange(l.purpose.mode, Mode::kCheck);
  const Value level = Lower(l, call.arguments[2]);
  l.purpose.mode = mode;
  if (level.IsError() || level.variability <= Variability::kParameter) return false;
  l.Error(Code::kTooVariable, l.SpanOf(call.arguments[2]),
          "the level of an assertion cannot depend on values of the run");
  return true;
}

}  // namespace

std::optional<Assertion> LowerAssert(Lowering& l, const Builtin& function, const syntax::Expression& e,
                                     const Scalar& guard) {
  const Span span = l.tree().SpanOf(e);
  const auto arguments = ArrangeArguments(l, function, l.tree().CallOf(e), span);
  if (!arguments) return std::nullopt;
  const CallSite call{function, span, span, *arguments};
  // It is evaluated when the run stops anyway, and needs no events.
  const bool outer = std::exchange(l.purpose.has_events, false);
  const Value condition = TypedArgument(l, call, 0, BaseType::kBoolean);
  // The text of an assertion that holds is not evaluated (section 8.3.7); only its type is checked.
  const bool holds = condition.scalar.IsConstant() && condition.scalar.number != 0.0;
  const Mode mode = l.purpose.mode;
  int& num_guards = l.context.functions.progress.num_guards;  // assertions of functions do not count there
  if (holds) l.purpose.mode = Mode::kCheck;
  num_guards += holds;
  const Value message = MessageArgument(l, call, 1);
  num_guards -= holds;
  l.purpose.mode = mode;
  l.purpose.has_events = outer;
  Value level = ScalarValue(kAssertionLevelType, Constant(2.0));
  if (arguments->size() > 2 && IsLevelOfRun(l, call)) return std::nullopt;
  if (arguments->size() > 2) level = TypedArgument(l, call, 2, kAssertionLevelType);
  if (condition.IsError() || message.IsError() || level.IsError()) return std::nullopt;
  Assertion assertion;
  if (l.purpose.mode == Mode::kCheck) return assertion;
  const bool is_always = guard.IsConstant() && guard.number != 0.0;
  assertion.condition =
      ToExpr(l, is_always ? condition.scalar
                          : Apply(l, expr::Op::kOr, Apply(l, expr::Op::kNot, guard), condition.scalar));
  if (!holds) assertion.message = l.context.strings.TemplateOf(message.scalar);
  assertion.is_warning = level.scalar.number == 1.0;
  return assertion;
}

void HoldToStart(Context& context, std::vector<Assertion>& assertions) {
  expr::Graph& g = context.system.graph;
  for (Assertion& assertion : assertions) {
    if (expr::VariabilityOf(g, assertion.condition) <= expr::Variability::kParameter) continue;
    const DiscreteId held =
        AddInternal(context, "held", ValueType::kBoolean, SpanOf(context.system, assertion.origin));
    context.system.hybrid.discretes[held].start = g.Constant(1.0);
    const ExprId initial = g.Held(InitialLeaf(context.system.hybrid)), value = ValueOf(context, held);
    const ExprId truth = expr::Conditional(g, initial, assertion.condition, PreOf(context, held));
    context.system.hybrid.equations.push_back({value, truth, assertion.origin});
    assertion.condition = value;
  }
}

std::optional<TextTemplate> LowerTerminate(Lowering& l, const syntax::Expression& e) {
  const Span span = l.tree().SpanOf(e);
  const Builtin& function = *FindBuiltin("terminate");
  const auto arguments = ArrangeArguments(l, function, l.tree().CallOf(e), span);
  if (!arguments) return std::nullopt;
  const Value message = MessageArgument(l, {function, span, span, *arguments}, 0);
  if (message.IsError()) return std::nullopt;
  if (l.purpose.mode == Mode::kCheck) return TextTemplate();
  return l.context.strings.TemplateOf(message.scalar);
}

}  // namespace daedalus::semantics
