// CheckInvariants: the contract of system.h.
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/validate.h"

namespace daedalus {
namespace {

class InvariantChecker {
 public:
  explicit InvariantChecker(const System& system) : system_(system) {}

  void CheckExpression(ExprId e) {
    DAEDALUS_CHECK(e.IsValid() && e.index() < system_.graph.size(), "every expression lives in the graph");
    for (const ExprId id : traversal_.Continue(system_.graph, e)) CheckLeaf(id);
  }
  void CheckOptional(ExprId e) {
    if (e.IsValid()) CheckExpression(e);
  }
  void CheckDeclaration(DeclarationId declaration) const {
    DAEDALUS_CHECK(declaration.index() < system_.declarations.size(), "everything named has a declaration");
  }
  void CheckEquation(const Equation& equation) {
    CheckOptional(equation.left);
    CheckOptional(equation.right);
    CheckExpression(equation.residual);
  }

 private:
  void CheckLeaf(ExprId id) const {
    const expr::Graph& g = system_.graph;
    if (g.op(id) == expr::Op::kVariable) {
      DAEDALUS_CHECK(g.variable(id).index() < system_.variables.size(),
                     "expressions use variables of this System");
      DAEDALUS_CHECK(g.derivative_order(id) <= 1, "derivatives are of order 0 or 1");
    } else if (g.op(id) == expr::Op::kParameter) {
      DAEDALUS_CHECK(g.parameter(id).index() < system_.parameters.size(),
                     "expressions use parameters of this System");
    } else if (g.op(id) == expr::Op::kHeld) {
      DAEDALUS_CHECK(g.held(id).index() < system_.hybrid.held.size(),
                     "expressions use what this System holds");
    }
  }

  const System& system_;
  expr::Traversal traversal_;
};

}  // namespace

void CheckInvariants(const System& system) {
  InvariantChecker checker(system);
  for (const Variable& v : system.variables) {
    checker.CheckDeclaration(v.declaration);
    for (const ExprId attribute : {v.start, v.min, v.max, v.nominal, v.derived_nominal})
      checker.CheckOptional(attribute);
  }
  for (const Parameter& p : system.parameters) {
    checker.CheckDeclaration(p.declaration);
    for (const ExprId attribute : {p.value, p.start, p.min, p.max, p.nominal})
      checker.CheckOptional(attribute);
  }
  for (const Equation& e : system.equations) checker.CheckEquation(e);
  for (const Equation& e : system.initial_equations) checker.CheckEquation(e);
  for (const Invariant& i : system.invariants) checker.CheckEquation(i.equation);
  for (const Assertion& a : system.assertions) {
    checker.CheckExpression(a.condition);
    for (const TextTemplate::Piece& piece : a.message.pieces) checker.CheckOptional(piece.value);
  }
  VisitExpressions(system.hybrid, [&](ExprId e) { checker.CheckExpression(e); });
}

}  // namespace daedalus
