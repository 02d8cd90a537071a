#include "daedalus/programs/causal/alias_choice.h"

#include <algorithm>
#include <tuple>

#include "daedalus/system/expr/traverse.h"

namespace daedalus::causal {
namespace {

// Smaller is better.
auto RankOf(const System& system, const IdVector<VariableId, char>& differentiated, VariableId v) {
  const Variable& variable = system.variables[v];
  const Declaration& declaration = system.declarations[variable.declaration];
  const int role = declaration.causality == Causality::kInput    ? 0
                   : declaration.causality == Causality::kOutput ? 1
                                                                 : 2;
  return std::tuple(role, -static_cast<int>(declaration.state_select), differentiated[v] == 0,
                    !variable.fixed, !variable.start.IsValid(), v);
}

VariableId BestOf(const System& system, const IdVector<VariableId, char>& differentiated,
                  std::span<const VariableId> members) {
  return *std::min_element(members.begin(), members.end(), [&](VariableId a, VariableId b) {
    return RankOf(system, differentiated, a) < RankOf(system, differentiated, b);
  });
}

}  // namespace

IdVector<VariableId, char> FindDifferentiated(const System& system) {
  IdVector<VariableId, char> out(system.variables.size(), 0);
  expr::Traversal traversal;
  const auto scan = [&](ExprId root) {
    if (!root.IsValid()) return;
    for (const ExprId e : traversal.Continue(system.graph, root)) {
      if (system.graph.op(e) == expr::Op::kVariable && system.graph.derivative_order(e) > 0)
        out[system.graph.variable(e)] = 1;
    }
  };
  for (const auto* equations : {&system.equations, &system.initial_equations}) {
    for (const Equation& e : *equations) {
      for (const ExprId root : {e.left, e.right, e.residual}) scan(root);
    }
  }
  for (const Invariant& i : system.invariants) scan(i.equation.residual);
  for (const Assertion& a : system.assertions) scan(a.condition);
  VisitExpressions(system.hybrid, scan);
  return out;
}

Fates ChooseKept(const System& system, const AliasStatements& statements, const AliasClasses& classes,
                 const IdVector<VariableId, char>& differentiated, AliasForest& forest) {
  Fates fates(system.variables.size());
  for (const AliasStatementId id : classes.constants) {
    for (const VariableId v : forest.RootAt(statements[id].a)) {
      const AliasStatementId link = forest.LinkOf(v);
      fates[v] = {Fate::Kind::kConstant, forest.SignOf(v), {}, id, link.IsValid() ? link : id};
    }
  }
  for (const AliasStatementId id : classes.links) {
    if (forest.IsRooted(statements[id].a)) continue;
    const VariableId kept = BestOf(system, differentiated, forest.RootAt(statements[id].a));
    for (const VariableId v : forest.RootAt(kept)) {
      if (v != kept) fates[v] = {Fate::Kind::kAlias, forest.SignOf(v), kept, {}, forest.LinkOf(v)};
    }
  }
  return fates;
}

}  // namespace daedalus::causal
