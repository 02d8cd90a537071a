#include "daedalus/compile/name_derivatives.h"

#include "daedalus/expr/build.h"
#include "daedalus/expr/substitute.h"
#include "daedalus/expr/traverse.h"

namespace daedalus::compile {
namespace {

// Calls with every leaf der(v) below a root that was not seen before.
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

}  // namespace

void NameDerivatives(System& system) {
  std::vector<char> is_differentiated(system.variables.size(), 0);
  DerivativeFinder in_equations(system), elsewhere(system);
  for (const Equation& equation : system.equations) {
    in_equations.ForEach(equation.residual,
                         [&](ExprId e) { is_differentiated[system.graph.variable(e).index()] = 1; });
  }
  std::vector<ExprId> missing;
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
  expr::Substitution substitution(system.graph, replacements);
  VisitExpressions(system.hybrid, [&](ExprId& e) { e = substitution.Apply(e); });
  for (Equation& equation : system.initial_equations) {
    for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
      if (e->IsValid()) *e = substitution.Apply(*e);
    }
  }
}

}  // namespace daedalus::compile
