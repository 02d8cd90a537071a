#include "daedalus/language/semantics/expressions/derivatives.h"

#include "daedalus/language/semantics/emit.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;

VariableId DerivativeVariable(Lowering& l, VariableId of, Span span) {
  System& system = l.context.system;
  const auto [at, is_new] =
      l.context.derivatives.variables.try_emplace(of, VariableId(system.variables.size()));
  if (!is_new) return at->second;
  Variable variable;
  // Quoted, it is a name of the language, and no other name can be equal to it.
  std::string inner = NameOf(system, of);
  std::erase(inner, '\'');
  variable.name = system.names.Add(fmt::format("'der({})'", inner));
  Declaration declaration;
  declaration.span = span;
  declaration.description = fmt::format("the derivative of {}", inner);
  variable.declaration = system.declarations.Add(std::move(declaration));
  const VariableId id = system.variables.Add(std::move(variable));
  expr::Graph& g = l.graph();
  system.equations.Add(MakeEquation(system, g.Variable(id), g.Variable(of, 1), span));
  return id;
}

ExprId LowerOrders(Lowering& l, ExprId e, Span span) {
  std::vector<expr::Replacement> replacements;
  const auto leaves = l.context.leaves.Collect(l.graph(), e).variables;
  for (const expr::VariableLeaf& leaf : leaves) {
    if (leaf.order == 0) continue;
    replacements.push_back({leaf.id, l.graph().Variable(DerivativeVariable(l, leaf.variable, span))});
  }
  return replacements.empty() ? e : expr::Substitute(l.graph(), e, replacements);
}

}  // namespace

Scalar TimeDerivative(Lowering& l, const Scalar& x, Span span) {
  if (x.IsUnknown()) return {};
  if (x.IsConstant()) return Constant(0.0);
  expr::Graph& g = l.graph();
  if (g.op(x.expr) == expr::Op::kVariable) {
    if (g.derivative_order(x.expr) == 0) return Expression(g.Variable(g.variable(x.expr), 1));
    return Expression(g.Variable(DerivativeVariable(l, g.variable(x.expr), span), 1));
  }
  return Expression(l.context.derivatives.differentiator.TimeDerivative(LowerOrders(l, x.expr, span)));
}

}  // namespace daedalus::semantics
