// Operators about events: pre, edge, change, initial, terminal, sample (Modelica 3.6, section 3.7.5).
#include <utility>

#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/choose_element.h"
#include "daedalus/language/semantics/instances/component_value.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

// The variable itself, not the value that the enclosing algorithm has assigned so far.
Value LowerVariable(Lowering& l, const CallSite& call) {
  FunctionFrame* const frame = std::exchange(l.scope.frame, nullptr);
  Value value = Lower(l, call.arguments[0]);
  l.scope.frame = frame;
  return value;
}

Scalar PreOfScalar(Lowering& l, const CallSite& call, const Scalar& scalar) {
  if (scalar.kind != Scalar::Kind::kExpression) return scalar;
  Context& c = l.context;
  expr::Graph& g = l.graph();
  const Op op = g.op(scalar.expr);
  if (op == Op::kParameter) return scalar;
  if (op == Op::kHeld) {
    const Held& held = c.system.hybrid.held[g.held(scalar.expr)];
    if (held.kind == Held::Kind::kDiscrete) return Expression(PreOf(c, DiscreteId(held.of)));
  }
  const bool is_variable = op == Op::kVariable && g.derivative_order(scalar.expr) == 0;
  if (is_variable && l.purpose.place == Place::kWhen) {
    const auto [at, is_new] = c.events.pre_values.try_emplace(scalar.expr, HeldId());
    if (is_new) at->second = AddPreValue(c.system.hybrid, scalar.expr);
    return Expression(g.Held(at->second));
  }
  if (is_variable) {
    c.reporter.Report(
        Error(Code::kTooVariable, l.SpanOf(call.arguments[0]),
              "`{}` of a variable that varies between events has a meaning in when-clauses only",
              call.function.name));
  } else {
    l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]), "`{}` needs a variable here",
            call.function.name);
  }
  return {};
}

// pre() of a lowered variable, element by element; kError after a mistake.
Value PreOfValue(Lowering& l, const CallSite& call, Value value) {
  bool ok = true;
  ForEachLeaf(value, [&](Value& leaf) {
    if (!CanVary(leaf.type)) ok = false;
    for (std::size_t i = 0; ok && i < leaf.size(); ++i) {
      const bool was_unknown = leaf[i].IsUnknown();
      leaf[i] = PreOfScalar(l, call, leaf[i]);
      ok = was_unknown || !leaf[i].IsUnknown();
    }
    if (leaf.variability > Variability::kDiscrete) leaf.variability = Variability::kDiscrete;
  });
  if (value.variability > Variability::kDiscrete) value.variability = Variability::kDiscrete;
  if (ok) return value;
  l.context.reporter.GiveUp(call.span);
  return {};
}

// A Boolean that is known only during the run.
Value Flag(Lowering& l, const CallSite& call, Scalar (*leaf)(Lowering&)) {
  if (IsInFunction(l, call, "past")) return {};
  const Scalar flag = l.purpose.mode == Mode::kSymbolic ? leaf(l) : Scalar();
  return ScalarValue(BaseType::kBoolean, flag, Variability::kDiscrete);
}

// A parameter expression, with the present parameter values in `known`.
Value TimeArgument(Lowering& l, const CallSite& call, std::size_t i, Scalar* known) {
  const Purpose outer = l.purpose;
  l.purpose.limit = Variability::kParameter;
  l.purpose.what = i == 0 ? "the first instant of `sample`" : "the interval of `sample`";
  Value value = ScalarArgument(l, call, i);
  if (!value.IsError() && outer.mode == Mode::kSymbolic) {
    l.purpose.mode = Mode::kProbe;
    *known = Lower(l, call.arguments[i]).scalar;
  }
  l.purpose = outer;
  return value;
}

// `pre(v[i])` with an i that changes at events: the present i selects the element, whose former value is
// meant. nullopt: it is something else.
std::optional<Value> PreOfChosen(Lowering& l, const CallSite& call) {
  const syntax::Expression& e = l.tree()[call.arguments[0]];
  if (e.kind != syntax::ExpressionKind::kReference) return std::nullopt;
  const syntax::ReferenceId id = l.tree().ReferenceIdOf(e);
  const syntax::ReferencePart& last = l.tree().List(l.tree()[id].parts).back();
  FunctionFrame* const frame = std::exchange(l.scope.frame, nullptr);  // the variable itself, as above
  const SymbolId symbol = last.subscripts.empty() ? SymbolId() : SubscriptedSymbol(l, id);
  l.scope.frame = frame;
  if (!symbol.IsValid()) return std::nullopt;
  const syntax::ReferencePart name{last.name, last.place, {}};
  const Value array = LowerComponent(l, {Child::Kind::kSymbol, symbol.value}, std::span(&name, 1));
  const auto subscripts = l.tree().List(last.subscripts);
  if (array.IsError() || !ChooseElement(l, array, subscripts)) return std::nullopt;
  return ChooseElement(l, PreOfValue(l, call, array), subscripts);
}

}  // namespace

Value Pre(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "past")) return {};
  if (auto chosen = PreOfChosen(l, call)) return std::move(*chosen);
  Value value = LowerVariable(l, call);
  if (value.IsError()) return {};
  return PreOfValue(l, call, std::move(value));
}

// b and not pre(b)
Value Edge(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "past")) return {};
  const Value variable = LowerVariable(l, call), now = Lower(l, call.arguments[0]);
  if (variable.IsError() || now.IsError()) return {};
  if (variable.type != BaseType::kBoolean) return WrongArgument(l, call, 0, "a Boolean", variable);
  const Value before = PreOfValue(l, call, variable);
  if (before.IsError()) return {};
  return Elementwise(l, Op::kAnd, BaseType::kBoolean, now,
                     Elementwise(l, Op::kNot, BaseType::kBoolean, before));
}

// v <> pre(v)
Value Change(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "past")) return {};
  const Value variable = LowerVariable(l, call), now = Lower(l, call.arguments[0]);
  if (variable.IsError() || now.IsError()) return {};
  const Value before = PreOfValue(l, call, variable);
  if (before.IsError()) return {};
  if (before.IsRecord()) return WrongArgument(l, call, 0, "a scalar variable", variable);
  return Elementwise(l, Op::kNotEqual, BaseType::kBoolean, now, before);
}

Value Initial(Lowering& l, const CallSite& call) {
  return Flag(l, call, InitialFlag);
}

Value Terminal(Lowering& l, const CallSite& call) {
  return Flag(l, call, TerminalFlag);
}

Value SampleCall(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "past")) return {};
  if (call.arguments.size() == 1 || IsClock(l, call.arguments[1])) return ClockedSample(l, call);
  Scalar start_now, interval_now;
  const Value start = TimeArgument(l, call, 0, &start_now),
              interval = TimeArgument(l, call, 1, &interval_now);
  if (start.IsError() || interval.IsError()) return {};
  if (interval_now.IsConstant() && interval_now.number <= 0.0) {
    return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[1]),
                   "the interval of `sample` is more than 0, but this is {}", interval_now.number);
  }
  Value result = ScalarValue(BaseType::kBoolean, {}, Variability::kDiscrete);
  if (l.purpose.mode != Mode::kSymbolic || start.scalar.IsUnknown() || interval.scalar.IsUnknown())
    return result;
  Hybrid& hybrid = l.context.system.hybrid;
  const ExprId first = ToExpr(l, start.scalar), step = ToExpr(l, interval.scalar);
  const auto [at, is_new] = l.context.events.samples.try_emplace({first, step}, HeldId());
  if (is_new) {
    ScalarName instance;
    if (l.scope.node.IsValid())
      instance = {l.context.tree[l.scope.node].path, l.context.tree[l.scope.node].element};
    const SampleId id =
        AddSample(hybrid, {first, step, l.context.system.origins.Add({call.span, instance}), {}});
    at->second = hybrid.samples[id].value;
  }
  result.scalar = Expression(l.graph().Held(at->second));
  return result;
}

}  // namespace daedalus::semantics
