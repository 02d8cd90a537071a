#include "daedalus/model/hybrid/resting_relations.h"

#include <gtest/gtest.h>

#include <array>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"
#include "model/hybrid/hybrid_system.h"

namespace daedalus::hybrid {
namespace {

// 0 = if taut then x - 1 else F, with the relation 1 < x.
struct String {
  HybridSystem h;
  ExprId x = h.Variable("x"), force = h.Variable("F");
  DiscreteId taut = h.Discrete("taut");

  void Equate(ExprId residual) {
    Equation equation;
    equation.left = h.Constant(0);
    equation.right = residual;
    equation.residual = expr::Difference(h.system.graph, equation.left, residual);
    h.system.equations.Add(equation);
  }
  std::string Rests(ExprId left, ExprId right) {
    const std::array sides = {left, right};
    const auto found = FindRestingRelations(h.system, sides);
    return found.empty() ? "never" : ExpressionText(h.system, found.at(0).rests);
  }
};

TEST(RestingRelations, AreFoundUnderTheirCondition) {
  String s;
  expr::Graph& g = s.h.system.graph;
  const ExprId stretched = expr::Difference(g, s.x, g.Constant(1));
  s.Equate(expr::Conditional(g, s.h.Now(s.taut), stretched, s.force));
  EXPECT_EQ(s.Rests(g.Constant(1), s.x), "taut");
  EXPECT_EQ(s.Rests(s.x, g.Constant(1)), "taut");
  EXPECT_EQ(s.Rests(s.force, g.Constant(0)), "not taut");
  EXPECT_EQ(s.Rests(s.x, g.Constant(2)), "never");
}

// What is equal all the time needs no rule, and a condition that changes between events gives no rest.
TEST(RestingRelations, NeedAConditionThatEventsDecide) {
  String always;
  expr::Graph& g = always.h.system.graph;
  always.Equate(expr::Difference(g, always.x, g.Constant(1)));
  EXPECT_EQ(always.Rests(g.Constant(1), always.x), "never");

  String varying;
  expr::Graph& other = varying.h.system.graph;
  const ExprId now = expr::Binary(other, expr::Op::kLess, other.Time(), other.Constant(2));
  varying.Equate(
      expr::Conditional(other, now, expr::Difference(other, varying.x, other.Constant(1)), varying.force));
  EXPECT_EQ(varying.Rests(other.Constant(1), varying.x), "never");
}

}  // namespace
}  // namespace daedalus::hybrid
