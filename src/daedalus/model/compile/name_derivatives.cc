#include "daedalus/model/compile/name_derivatives.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include "daedalus/model/compile/mode_conditions.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::compile {
namespace {

// Calls a function for every leaf der(v) below a root that was not visited before.
class DerivativeFinder {
 public:
  explicit DerivativeFinder(const System& system) : system_(system) {}

  template <class Visit>
  void ForEach(ExprId root, Visit visit) {
    if (!root.IsValid()) return;
    for (const ExprId e : traversal_.Continue(system_.graph, root)) {
      if (system_.graph.op(e) == expr::Op::kVariable && system_.graph.derivative_order(e) > 0) visit(e);
    }
  }

 private:
  const System& system_;
  expr::Traversal traversal_;
};

// Derivatives that equations contain only in one branch of a condition. In a mode with the other branch they
// would not occur, and would have no value.
std::vector<ExprId> ConditionalDerivatives(System& system) {
  const expr::Graph& g = system.graph;
  expr::Traversal traversal;
  expr::LeafCollector collector;
  std::set<ExprId> of_branches, everywhere;
  std::set<ExprId> conditionals;
  const auto derivatives_in = [&](ExprId e) {
    std::set<ExprId> out;
    for (const expr::VariableLeaf& leaf : collector.Collect(g, e).variables) {
      if (leaf.order > 0) out.insert(leaf.id);
    }
    return out;
  };
  for (const Equation& equation : system.equations) {
    for (const ExprId e : traversal.Continue(g, equation.residual)) {
      if (g.op(e) != expr::Op::kIf || !IsHeldCondition(system, g.operand(e, 0), collector)) continue;
      const auto a = derivatives_in(g.operand(e, 1)), b = derivatives_in(g.operand(e, 2));
      std::ranges::set_symmetric_difference(a, b, std::inserter(of_branches, of_branches.end()));
      if (a != b) conditionals.insert(e);
    }
  }
  if (of_branches.empty()) return {};
  expr::Rewriting without(system.graph);
  for (const Equation& equation : system.equations) {
    const ExprId rest = without.Apply(equation.residual, [&](ExprId e) {
      return conditionals.contains(e) ? system.graph.Constant(0) : ExprId();
    });
    everywhere.merge(derivatives_in(rest));
  }
  std::vector<ExprId> out;
  std::ranges::set_difference(of_branches, everywhere, std::back_inserter(out));
  return out;
}

}  // namespace

void NameDerivatives(System& system) {
  std::vector<char> is_differentiated(system.variables.size(), 0);
  DerivativeFinder in_equations(system), elsewhere(system);
  for (const Equation& equation : system.equations) {
    in_equations.ForEach(equation.residual,
                         [&](ExprId e) { is_differentiated[system.graph.variable(e).index()] = 1; });
  }
  std::vector<ExprId> missing =
      system.hybrid.empty() ? std::vector<ExprId>() : ConditionalDerivatives(system);
  const std::size_t num_conditional = missing.size();
  const auto look = [&](ExprId root) {
    elsewhere.ForEach(root, [&](ExprId e) {
      if (!is_differentiated[system.graph.variable(e).index()]) missing.push_back(e);
    });
  };
  VisitExpressions(system.hybrid, look);
  for (const Equation& equation : system.initial_equations) look(equation.residual);
  if (missing.empty()) return;

  std::vector<expr::Replacement> replacements;
  for (const ExprId leaf : missing) {
    const VariableId of = system.graph.variable(leaf);
    const Variable& given = system.variables[of];
    Variable variable;
    variable.name = system.names.Add("$der(" + NameOf(system, given) + ")");
    Declaration declaration;
    declaration.span = system.declarations[given.declaration].span;
    variable.declaration = system.declarations.Add(std::move(declaration));
    const ExprId value = system.graph.Variable(system.variables.Add(variable));
    Equation equation;
    equation.left = value;
    equation.right = leaf;
    equation.residual = expr::Difference(system.graph, value, leaf);
    equation.origin = system.origins.Add({system.declarations[system.variables[of].declaration].span, {}});
    system.equations.Add(equation);
    replacements.push_back({leaf, value});
  }
  if (num_conditional > 0) {
    expr::Substitution in_branches(system.graph, std::span(replacements).first(num_conditional));
    // Not in the equations that define them, which are the last ones.
    for (std::size_t i = 0; i + replacements.size() < system.equations.size(); ++i) {
      Equation& equation = system.equations[EquationId(i)];
      for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
        if (e->IsValid()) *e = in_branches.Apply(*e);
      }
    }
  }
  expr::Substitution substitution(system.graph, replacements);
  VisitExpressions(system.hybrid, [&](ExprId& e) { e = substitution.Apply(e); });
  for (Equation& equation : system.initial_equations) {
    for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
      if (e->IsValid()) *e = substitution.Apply(*e);
    }
  }
}

}  // namespace daedalus::compile
