#include "daedalus/language/semantics/events/events.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {

using expr::Op;

bool MakesEvents(const Lowering& l) {
  const bool is_in_function = l.scope.frame != nullptr && !l.scope.frame->is_section;
  return l.purpose.mode == Mode::kSymbolic && l.purpose.has_events && !is_in_function;
}

bool VariesBetweenEvents(Context& context, ExprId e) {
  const auto is_delayed = [&](HeldId h) {
    const Held::Kind kind = context.system.hybrid.held[h].kind;
    return kind == Held::Kind::kDelayed || kind == Held::Kind::kRecalled;
  };
  switch (context.graph().op(e)) {
    case Op::kConstant:
    case Op::kParameter:
      return false;
    case Op::kHeld:
      return is_delayed(context.graph().held(e));
    case Op::kVariable:
    case Op::kTime:
      return true;
    default: {
      const expr::Leaves& leaves = context.leaves.Collect(context.graph(), e);
      return leaves.has_time || !leaves.variables.empty() || std::ranges::any_of(leaves.held, is_delayed);
    }
  }
}

Scalar RelationOf(Lowering& l, const Scalar& a, const Scalar& b, bool or_equal, Span span) {
  const Op op = or_equal ? Op::kLessEqual : Op::kLess;
  if (a.IsUnknown() || b.IsUnknown() || !MakesEvents(l)) return Apply(l, op, a, b);
  if (!VariesBetweenEvents(l.context, a) && !VariesBetweenEvents(l.context, b)) return Apply(l, op, a, b);
  auto& relations = l.context.events.relations;
  const ExprId left = ToExpr(l, a), right = ToExpr(l, b);
  const auto known = relations.find({left, right, or_equal});
  if (known != relations.end()) return Expression(l.graph().Held(known->second));
  if (l.purpose.place != Place::kEquation) return Apply(l, op, a, b);
  System& system = l.context.system;
  ScalarName instance;
  if (l.scope.node.IsValid())
    instance = {l.context.tree[l.scope.node].path, l.context.tree[l.scope.node].element};
  const RelationId id =
      AddRelation(system.hybrid, {left, right, or_equal, system.origins.Add({span, instance}), {}});
  const HeldId held = system.hybrid.relations[id].value;
  relations.emplace(std::tuple(left, right, or_equal), held);
  return Expression(l.graph().Held(held));
}

Scalar InitialFlag(Lowering& l) {
  return Expression(l.graph().Held(InitialLeaf(l.context.system.hybrid)));
}

Scalar TerminalFlag(Lowering& l) {
  return Expression(l.graph().Held(TerminalLeaf(l.context.system.hybrid)));
}

ExprId PreOf(Context& context, DiscreteId discrete) {
  return context.system.graph.Held(context.system.hybrid.discretes[discrete].pre);
}

ExprId ValueOf(Context& context, DiscreteId discrete) {
  return context.system.graph.Held(context.system.hybrid.discretes[discrete].value);
}

DiscreteId AddInternal(Context& context, std::string_view kind, ValueType type, Span span) {
  System& system = context.system;
  Declaration declaration;
  declaration.span = span;
  declaration.type = type;
  DiscreteVariable variable;
  // No name of the language contains this letter, unless it is quoted.
  variable.name = system.names.Add(fmt::format("${}{}", kind, ++context.events.num_internal));
  variable.declaration = system.declarations.Add(std::move(declaration));
  variable.is_internal = true;
  return AddDiscrete(system.hybrid, variable);
}

Scalar FloorOf(Lowering& l, const Scalar& x, Span span) {
  const bool makes_event = MakesEvents(l) && l.purpose.place == Place::kEquation;
  if (!makes_event || !VariesBetweenEvents(l.context, x)) return Apply(l, Op::kFloor, x);
  Context& c = l.context;
  const auto [known, is_new] = c.events.floors.try_emplace(x.expr, DiscreteId());
  if (!is_new) return Expression(ValueOf(c, known->second));
  const DiscreteId d = AddInternal(c, "floor", ValueType::kInteger, span);
  c.events.floors[x.expr] = d;
  expr::Graph& g = l.graph();
  const ExprId pre = PreOf(c, d), one = g.Constant(1.0);
  const ExprId above = expr::Sum(g, pre, one), below = expr::Difference(g, pre, one);
  const ExprId rounded = expr::Unary(g, Op::kFloor, x.expr);
  const Scalar rises = RelationOf(l, Expression(above), x, true, span);
  const Scalar falls = RelationOf(l, x, Expression(pre), false, span);
  ExprId value = expr::Conditional(g, falls.expr, expr::Min(g, rounded, below), pre);
  value = expr::Conditional(g, rises.expr, expr::Max(g, rounded, above), value);
  value = expr::Conditional(g, InitialFlag(l).expr, rounded, value);
  c.system.hybrid.equations.push_back({ValueOf(c, d), value, c.system.origins.Add({span, {}})});
  return Expression(ValueOf(c, d));
}

}  // namespace daedalus::semantics
