// delay(expression, delayTime) and delay(expression, delayTime, delayMax), section 3.7.2.2. A delay that is
// constant for the whole run depends on time alone (Delay, system/hybrid.h). A varying one is read at a
// varying place (Recall).
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/events/recalled_value.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/value_parts.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

// With the present parameter values; unknown if it varies.
Scalar PresentValue(Lowering& l, syntax::ExpressionId id) {
  const Purpose outer = l.purpose;
  l.purpose.mode = Mode::kProbe;
  const Value value = Lower(l, id);
  l.purpose = outer;
  return value.IsError() ? Scalar() : value.scalar;
}

// Reports a delay that is negative, or longer than its limit, as far as it is known now.
bool IsPossible(Lowering& l, const CallSite& call, const Scalar& delay, const Scalar& limit) {
  if (delay.IsConstant() && delay.number < 0) {
    l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[1]), "a delay is not negative, but this is {}",
            delay.number);
    return false;
  }
  if (limit.IsConstant() && !(limit.number > 0)) {
    l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[2]),
            "the limit of a delay is positive, but this is {}", limit.number);
    return false;
  }
  if (!delay.IsConstant() || !limit.IsConstant() || delay.number <= limit.number) return true;
  l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[1]), "the delay is {}, but its limit {}",
          delay.number, limit.number);
  return false;
}

// A parameter; kError after a mistake.
Value LimitOf(Lowering& l, const CallSite& call) {
  const Value limit = ScalarArgument(l, call, 2);
  if (limit.IsError() || limit.variability <= Variability::kParameter) return limit;
  return l.Error(Code::kTooVariable, l.SpanOf(call.arguments[2]),
                 "the limit of a delay cannot vary during the run");
}

}  // namespace

Value DelayCall(Lowering& l, const CallSite& call) {
  Value value = Lower(l, call.arguments[0]);
  const Value delay = ScalarArgument(l, call, 1);
  if (value.IsError() || delay.IsError()) return {};
  const bool has_limit = call.arguments.size() == 3, varies = delay.variability > Variability::kParameter;
  Value limit;
  if (has_limit && (limit = LimitOf(l, call)).IsError()) return {};
  if (varies && !has_limit) {
    l.context.reporter.Report(
        Error(Code::kTooVariable, l.SpanOf(call.arguments[1]), "a delay that varies needs a limit")
            .Hint("write `delay(expression, delayTime, delayMax)`"));
    return {};
  }
  if (l.purpose.mode != Mode::kSymbolic || value.variability <= Variability::kParameter) return value;
  const Scalar now = PresentValue(l, call.arguments[1]);
  if (!IsPossible(l, call, now, has_limit ? PresentValue(l, call.arguments[2]) : Scalar())) return {};
  if (now.IsConstant() && now.number == 0) return value;
  Hybrid& hybrid = l.context.system.hybrid;
  const OriginId origin = OriginOfCall(l, call.span);
  ForEachLeaf(value, [&](Value& leaf) {
    for (std::size_t i = 0; i < leaf.size(); ++i) {
      if (leaf[i].IsUnknown()) continue;
      if (!varies) {
        leaf[i] = Expression(
            l.graph().Held(AddDelay(hybrid, {ToExpr(l, leaf[i]), ToExpr(l, delay.scalar), origin, {}})));
        continue;
      }
      Record record;
      record.top = l.graph().Time();
      record.top_value = ToExpr(l, leaf[i]);
      record.extent = ToExpr(l, limit.scalar);
      record.origin = origin;
      hybrid.records.push_back(std::move(record));
      const ExprId place = expr::Difference(l.graph(), l.graph().Time(), ToExpr(l, delay.scalar));
      leaf[i] =
          Expression(RecalledValue(l, static_cast<std::uint32_t>(hybrid.records.size() - 1), place, origin));
    }
  });
  return value;
}

}  // namespace daedalus::semantics
