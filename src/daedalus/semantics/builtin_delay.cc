// delay(expression, delayTime) and delay(expression, delayTime, delayMax), section 3.7.2.2. The delay is one for the
// whole run.
#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/events.h"
#include "daedalus/semantics/lowering.h"
#include "daedalus/semantics/value_parts.h"

namespace daedalus::semantics {
namespace {

// With the values that parameters have now; unknown where it varies.
Scalar PresentValue(Lowering& l, syntax::ExpressionId id) {
  const Purpose outer = l.purpose;
  l.purpose.mode = Mode::kProbe;
  const Value value = Lower(l, id);
  l.purpose = outer;
  return value.IsError() ? Scalar() : value.scalar;
}

}  // namespace

Value DelayCall(Lowering& l, const CallSite& call) {
  Value value = Lower(l, call.arguments[0]);
  const Value delay = ScalarArgument(l, call, 1);
  if (value.IsError() || delay.IsError()) return {};
  if (call.arguments.size() == 3 && ScalarArgument(l, call, 2).IsError()) return {};
  const bool has_limit = call.arguments.size() == 3;
  if (delay.variability > Variability::kParameter && !has_limit) {
    l.context.reporter.Report(
        Error(Code::kTooVariable, l.SpanOf(call.arguments[1]), "a delay that varies needs a limit")
            .Hint("write `delay(expression, delayTime, delayMax)`"));
    return {};
  }
  if (delay.variability > Variability::kParameter) {
    return l.Error(Code::kUnsupportedFunction, l.SpanOf(call.arguments[1]),
                   "a delay that varies during the run is not supported yet");
  }
  if (l.purpose.mode != Mode::kSymbolic || value.variability <= Variability::kParameter) return value;
  const Scalar now = PresentValue(l, call.arguments[1]);
  if (now.IsConstant() && now.number < 0) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[1]),
                   "a delay is not negative, but this is {}", now.number);
  }
  const Scalar limit = has_limit ? PresentValue(l, call.arguments[2]) : Scalar();
  if (now.IsConstant() && limit.IsConstant() && now.number > limit.number) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[1]), "the delay is {}, but its limit {}",
                   now.number, limit.number);
  }
  if (now.IsConstant() && now.number == 0) return value;
  ScalarName instance;
  if (l.scope.node.IsValid())
    instance = {l.context.tree[l.scope.node].path, l.context.tree[l.scope.node].element};
  const OriginId origin = l.context.system.origins.Add({call.span, instance});
  ForEachLeaf(value, [&](Value& leaf) {
    for (std::size_t i = 0; i < leaf.size(); ++i) {
      if (leaf[i].IsUnknown()) continue;
      const HeldId held = AddDelay(l.context.system.hybrid, {ToExpr(l, leaf[i]), ToExpr(l, delay.scalar), origin, {}});
      leaf[i] = Expression(l.graph().Held(held));
    }
  });
  return value;
}

}  // namespace daedalus::semantics
