#include "daedalus/programs/causal/system_rewriter.h"

#include <algorithm>
#include <utility>

namespace daedalus::causal {

SystemRewriter::SystemRewriter(System& system, const IdVector<VariableId, char>& is_removed,
                               std::uint32_t first_place)
    : system_(system),
      is_removed_(is_removed),
      places_(is_removed.size()),
      first_place_(first_place),
      values_(is_removed.size()),
      rewriting_(system.graph) {
  std::size_t num_kept = 0, num_removed = 0;
  for (const VariableId v : IdRange<VariableId>(is_removed.size())) {
    places_[v] = VariableId(is_removed[v] ? num_removed++ : num_kept++);
  }
}

ExprId SystemRewriter::Replace(VariableId v, ExprId value) {
  values_[v] = Rewritten(value);
  return values_[v];
}

std::vector<EquationId> SystemRewriter::Finish(const IdVector<EquationId, char>& is_dropped) {
  IdVector<EquationId, Equation> equations;
  std::vector<EquationId> old_ids;
  const auto num_kept = static_cast<std::size_t>(std::ranges::count(is_dropped.raw(), 0));
  equations.reserve(num_kept);
  old_ids.reserve(num_kept);
  for (const EquationId id : IdRange<EquationId>(system_.equations.size())) {
    if (is_dropped[id]) continue;
    Rewrite(system_.equations[id]);
    equations.Add(std::move(system_.equations[id]));
    old_ids.push_back(id);
  }
  system_.equations = std::move(equations);
  for (Equation& e : system_.initial_equations) Rewrite(e);
  for (Invariant& i : system_.invariants) Rewrite(i.equation);
  for (Assertion& a : system_.assertions) VisitExpressions(a, [&](ExprId& e) { e = Rewritten(e); });
  VisitExpressions(system_.hybrid, [&](ExprId& e) { e = Rewritten(e); });
  IdVector<VariableId, Variable> variables;
  variables.reserve(static_cast<std::size_t>(std::ranges::count(is_removed_.raw(), 0)));
  for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
    if (!is_removed_[v]) variables.Add(std::move(system_.variables[v]));
  }
  system_.variables = std::move(variables);
  return old_ids;
}

void SystemRewriter::Rewrite(Equation& equation) {
  NoteRemoved(equation);
  for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
    if (e->IsValid()) *e = Rewritten(*e);
  }
}

void SystemRewriter::NoteRemoved(Equation& equation) {
  removed_.clear();
  reading_.Restart();
  for (const ExprId root : {equation.left, equation.right, equation.residual}) {
    if (!root.IsValid()) continue;
    for (const ExprId e : reading_.Continue(system_.graph, root)) {
      if (system_.graph.op(e) != expr::Op::kVariable) continue;
      const VariableId v = system_.graph.variable(e);
      if (is_removed_[v]) removed_.push_back(places_[v].value);
    }
  }
  std::sort(removed_.begin(), removed_.end());
  for (const std::uint32_t place : removed_) {
    equation.history =
        system_.histories.Append(equation.history, {Operation::Kind::kSubstituted, first_place_ + place});
  }
}

ExprId SystemRewriter::Rewritten(ExprId root) {
  return rewriting_.Apply(root, [&](ExprId e) {
    return system_.graph.op(e) == expr::Op::kVariable ? RewrittenLeaf(e) : ExprId();
  });
}

ExprId SystemRewriter::RewrittenLeaf(ExprId leaf) {
  const VariableId v = system_.graph.variable(leaf);
  const int order = system_.graph.derivative_order(leaf);
  if (!is_removed_[v]) return system_.graph.Variable(places_[v], order);
  DAEDALUS_CHECK(order == 0 && values_[v].IsValid(), "a removed variable is replaced before it is used");
  return values_[v];
}

}  // namespace daedalus::causal
