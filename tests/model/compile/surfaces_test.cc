#include "daedalus/model/compile/surfaces.h"

#include <gtest/gtest.h>

#include "daedalus/model/compile/sliding_mode.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"
#include "model/hybrid/hybrid_system.h"

namespace daedalus::compile {
namespace {

// der(x) = if 0 < x then -1 else if x < 0 then 1 else 0: two relations between the same two sides.
struct SignOfX {
  hybrid::HybridSystem h;
  ExprId x, above, below;

  SignOfX() {
    expr::Graph& g = h.system.graph;
    x = h.Variable("x");
    above = h.Less(h.Constant(0), x);
    below = h.Less(x, h.Constant(0));
    Equation equation;
    equation.left = g.Variable(VariableId(0), 1);
    equation.right = expr::Conditional(g, above, h.Constant(-1),
                                       expr::Conditional(g, below, h.Constant(1), h.Constant(0)));
    equation.residual = expr::Difference(g, equation.left, equation.right);
    h.system.equations.Add(equation);
  }
};

TEST(Surfaces, RelationsBetweenTheSameSidesShareOne) {
  SignOfX s;
  const auto surfaces = AddSurfaces(s.h.system);
  ASSERT_TRUE(surfaces.ok());
  ASSERT_EQ(surfaces->size(), 1u);
  ASSERT_EQ((*surfaces)[0].sides.size(), 2u);
  EXPECT_FALSE((*surfaces)[0].sides[0].is_opposite);
  EXPECT_TRUE((*surfaces)[0].sides[1].is_opposite);
  EXPECT_EQ(s.h.system.variables.size(), 2u);
  EXPECT_EQ(s.h.system.equations.size(), 2u);
}

TEST(Surfaces, ValuesAreCombinedOnThem) {
  SignOfX s;
  const auto surfaces = AddSurfaces(s.h.system);
  ASSERT_TRUE(surfaces.ok());
  System sliding = s.h.system;
  ASSERT_TRUE(KeepOnSurfaces(sliding, *surfaces, std::vector<char>{1}).ok());
  EXPECT_EQ(EquationText(sliding, EquationId(0)), "der(x) = 1 - 2*$share1");
  EXPECT_EQ(EquationText(sliding, EquationId(1)), "0 = x");
  System free = s.h.system;
  ASSERT_TRUE(KeepOnSurfaces(free, *surfaces, std::vector<char>{0}).ok());
  EXPECT_EQ(EquationText(free, EquationId(0)), EquationText(s.h.system, EquationId(0)));
}

TEST(Surfaces, ABooleanThatPassesARelationOnIsSeenThrough) {
  SignOfX s;
  expr::Graph& g = s.h.system.graph;
  const DiscreteId on = s.h.Discrete("on");
  s.h.Equate(s.h.Now(on), s.h.Not(s.above));
  Equation& equation = s.h.system.equations[EquationId(0)];
  equation.right = expr::Conditional(g, s.h.Now(on), s.h.Constant(2), s.h.Constant(-1));
  equation.residual = expr::Difference(g, equation.left, equation.right);
  const auto surfaces = AddSurfaces(s.h.system);
  ASSERT_TRUE(surfaces.ok());
  ASSERT_EQ(surfaces->size(), 1u);
  ASSERT_TRUE(KeepOnSurfaces(s.h.system, *surfaces, std::vector<char>{1}).ok());
  EXPECT_EQ(EquationText(s.h.system, EquationId(0)), "der(x) = 2 - 3*$share1");
}

TEST(Surfaces, WhatSomethingRemembersHasNone) {
  SignOfX s;
  const DiscreteId was = s.h.Discrete("was");
  s.h.Equate(s.h.Now(was), s.h.Or(s.above, s.h.Pre(was)));
  const auto obstacle = FindSlidingObstacle(s.h.system, RelationId(0));
  ASSERT_TRUE(obstacle.has_value());
  EXPECT_NE(obstacle->why.find("`was`"), std::string::npos) << obstacle->why;
  EXPECT_FALSE(FindSlidingObstacle(s.h.system, RelationId(1)).has_value());
  EXPECT_TRUE(AddSurfaces(s.h.system)->empty()) << "the other relation is of the same surface";
}

// The value of the relation as a number, and not as a condition.
TEST(Surfaces, ARelationThatDoesMoreIsRefused) {
  SignOfX s;
  const ExprId y = s.h.Variable("y");
  Equation equation;
  equation.left = y;
  equation.right = s.above;
  equation.residual = expr::Difference(s.h.system.graph, y, s.above);
  s.h.system.equations.Add(equation);
  const auto surfaces = AddSurfaces(s.h.system);
  ASSERT_TRUE(surfaces.ok());
  const auto kept = KeepOnSurfaces(s.h.system, *surfaces, std::vector<char>{1});
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().at(0).code, Code::kModeNotSolvable);
}

}  // namespace
}  // namespace daedalus::compile
