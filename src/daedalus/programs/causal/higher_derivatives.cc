#include "daedalus/programs/causal/higher_derivatives.h"

#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {

ExprId HigherDerivatives::WithoutThem(System& system, ExprId e) {
  std::vector<expr::Replacement> replacements;
  for (const expr::VariableLeaf& leaf : expr::CollectLeaves(system.graph, e).variables) {
    if (leaf.order < 2) continue;
    replacements.push_back({leaf.id, system.graph.Variable(Named(system, leaf.variable, leaf.order - 1), 1)});
  }
  return replacements.empty() ? e : expr::Substitute(system.graph, e, replacements);
}

VariableId HigherDerivatives::Named(System& system, VariableId of, int order) {
  const VariableId below = order == 1 ? of : Named(system, of, order - 1);
  const auto known = named_.find(below);
  if (known != named_.end()) return known->second;
  const ScalarName name = system.names.Add("$der(" + NameOf(system, below) + ")");
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (system.variables[v].name == name) return named_[below] = v;  // already made for another use
  }
  const Span span = system.declarations[system.variables[of].declaration].span;
  Declaration declaration;
  declaration.span = span;
  Variable variable;
  variable.name = name;
  variable.declaration = system.declarations.Add(std::move(declaration));
  const VariableId id = system.variables.Add(std::move(variable));
  Equation definition;
  definition.left = system.graph.Variable(id);
  definition.right = system.graph.Variable(below, 1);
  definition.residual = expr::Difference(system.graph, definition.left, definition.right);
  definition.origin = system.origins.Add({span, {}});
  system.equations.Add(std::move(definition));
  named_.emplace(below, id);
  return id;
}

}  // namespace daedalus::causal
