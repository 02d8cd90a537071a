#include "daedalus/language/semantics/events/when_condition.h"

#include "daedalus/language/semantics/events/events.h"
#include "daedalus/language/semantics/flat_equations.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

// The variable of the condition, or one that becomes equal to it.
DiscreteId VariableFor(Lowering& l, ExprId condition, Span span) {
  Context& c = l.context;
  expr::Graph& g = c.system.graph;
  if (g.op(condition) == expr::Op::kHeld) {
    const Held& held = c.system.hybrid.held[g.held(condition)];
    if (held.kind == Held::Kind::kDiscrete) return DiscreteId(held.of);
  }
  const auto [known, is_new] = c.events.conditions.try_emplace(condition, DiscreteId());
  if (!is_new) return known->second;
  const DiscreteId variable = AddInternal(c, "when", ValueType::kBoolean, span);
  c.events.conditions[condition] = variable;
  const Node& node = c.tree[l.scope.node];
  const OriginId origin = c.system.origins.Add({span, {node.path, node.element}});
  c.system.hybrid.equations.push_back({ValueOf(c, variable), condition, origin});
  return variable;
}

bool IsInitial(const Context& c, ExprId e) {
  const expr::Graph& g = c.system.graph;
  return g.op(e) == expr::Op::kHeld && c.system.hybrid.held[g.held(e)].kind == Held::Kind::kInitial;
}

}  // namespace

std::optional<Scalar> LowerWhenCondition(Lowering& l, syntax::ExpressionId id) {
  const Value condition = Lower(l, id);
  if (condition.IsError()) return std::nullopt;
  if (condition.type != BaseType::kBoolean || condition.dims.size() > 1) {
    l.Error(Code::kTypeMismatch, l.SpanOf(id),
            "the condition of a when-clause is a Boolean or a vector of them, but this is {}",
            l.TypeText(condition));
    return std::nullopt;
  }
  if (condition.variability > Variability::kDiscrete) {
    l.context.reporter.Report(
        Error(Code::kTooVariable, l.SpanOf(id),
              "the condition of a when-clause changes at events only, but this varies between them")
            .Note("a relation in noEvent makes no event"));
    return std::nullopt;
  }
  if (l.purpose.mode != Mode::kSymbolic) return Scalar();
  expr::Graph& g = l.graph();
  std::vector<ExprId> edges;
  bool is_active_initially = false;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    if (condition[i].IsConstant()) continue;  // it cannot become true
    if (IsInitial(l.context, condition[i].expr)) {
      is_active_initially = true;
      continue;
    }
    const DiscreteId c = VariableFor(l, condition[i].expr, l.SpanOf(id));
    edges.push_back(expr::And(g, ValueOf(l.context, c), expr::Not(g, PreOf(l.context, c))));
  }
  const ExprId initial = InitialFlag(l).expr;
  if (!is_active_initially) return Expression(expr::And(g, expr::Not(g, initial), expr::Or(g, edges)));
  edges.insert(edges.begin(), initial);
  return Expression(expr::Or(g, edges));
}

}  // namespace daedalus::semantics
