#include "daedalus/model/compile/name_derivatives.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

Model Two() {
  Model m("Two");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(y == 2.0 * x);
  return m;
}

TEST(NameDerivatives, OfWhatOnlyAConditionDifferentiates) {
  System system = Two().Build().value();
  expr::Graph& g = system.graph;
  const ExprId of_x = g.Variable(VariableId(0), 1), of_y = g.Variable(VariableId(1), 1), zero = g.Constant(0);
  AddRelation(system.hybrid, {zero, of_x, false, {}, {}});
  AddRelation(system.hybrid, {zero, of_y, false, {}, {}});
  NameDerivatives(system);
  ASSERT_EQ(system.variables.size(), 3u);
  EXPECT_EQ(NameOf(system, VariableId(2)), "$der(y)");
  EXPECT_EQ(EquationText(system, EquationId(2)), "$der(y) = der(y)");
  EXPECT_EQ(ExpressionText(system, system.hybrid.relations[RelationId(0)].right), "der(x)");
  EXPECT_EQ(ExpressionText(system, system.hybrid.relations[RelationId(1)].right), "$der(y)");
}

TEST(NameDerivatives, AndOfWhatOnlyAnInitialEquationDoes) {
  Model m = Two();
  System system = std::move(m).Build().value();
  expr::Graph& g = system.graph;
  Equation steady;
  steady.left = steady.residual = g.Variable(VariableId(1), 1);
  steady.right = g.Constant(0);
  system.initial_equations.Add(steady);
  NameDerivatives(system);
  EXPECT_EQ(EquationText(system, system.initial_equations[EquationId(0)]), "$der(y) = 0");
}

TEST(NameDerivatives, LeavesOtherModelsAlone) {
  System system = Two().Build().value();
  NameDerivatives(system);
  EXPECT_EQ(system.variables.size(), 2u);
  EXPECT_EQ(system.equations.size(), 2u);
}

}  // namespace
}  // namespace daedalus::compile
