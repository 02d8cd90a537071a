#include "daedalus/model/hybrid/free_system.h"

#include <gtest/gtest.h>

#include "daedalus/system/print_system.h"
#include "model/hybrid/hybrid_system.h"

namespace daedalus::hybrid {
namespace {

void AddEquation(HybridSystem& h, ExprId left, ExprId right) {
  Equation equation;
  equation.left = left;
  equation.right = right;
  equation.residual = expr::Difference(h.system.graph, left, right);
  h.system.equations.Add(equation);
}

TEST(FreeSystem, WritesOutWhatDiscreteVariablesAndRelationsStandFor) {
  HybridSystem h;
  expr::Graph& g = h.system.graph;
  const ExprId x = h.Variable("x"), y = h.Variable("y");
  const DiscreteId open = h.Discrete("open"), closed = h.Discrete("closed");
  h.Equate(h.Now(closed), h.Not(h.Now(open)));
  h.Equate(h.Now(open), h.Or(h.Less(x, h.Constant(0)), h.Pre(open)));
  AddEquation(h, y, expr::Conditional(g, h.Now(closed), x, h.Constant(0)));
  const System free = FreeSystem(h.system);
  EXPECT_EQ(EquationText(free, EquationId(0)), "y = if pre(open) or x < 0 then 0 else x");
  EXPECT_EQ(EquationText(h.system, EquationId(0)), "y = if closed then x else 0")
      << "the given one is as it was";
}

// b by way of itself: there is no expression for it.
TEST(FreeSystem, LeavesWhatDependsOnItself) {
  HybridSystem h;
  const ExprId y = h.Variable("y");
  const DiscreteId b = h.Discrete("b");
  h.Equate(h.Now(b), h.Less(h.Now(b), y));
  AddEquation(h, y, h.Now(b));
  EXPECT_EQ(EquationText(FreeSystem(h.system), EquationId(0)), "y = b");
}

TEST(SystemAtStart, HasInitialTrue) {
  HybridSystem h;
  expr::Graph& g = h.system.graph;
  const ExprId v = h.Variable("v"), i = h.Variable("i");
  const ExprId initial = g.Held(InitialLeaf(h.system.hybrid));
  AddEquation(h, i, expr::Conditional(g, initial, h.Constant(0), g.Variable(VariableId(0), 1)));
  AddEquation(h, v, h.Constant(2));
  const auto at_start = SystemAtStart(h.system);
  ASSERT_TRUE(at_start);
  EXPECT_EQ(EquationText(*at_start, EquationId(0)), "i = 0") << "v is not differentiated there";
}

TEST(SystemAtStart, IsNoOtherWhereNobodyAsks) {
  HybridSystem h;
  InitialLeaf(h.system.hybrid);
  AddEquation(h, h.Variable("x"), h.Constant(1));
  EXPECT_FALSE(SystemAtStart(h.system));
}

}  // namespace
}  // namespace daedalus::hybrid
