#include "daedalus/model/compile/mode_conditions.h"

#include <gtest/gtest.h>

#include "daedalus/model/compile/name_derivatives.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"
#include "model/hybrid/hybrid_system.h"

namespace daedalus::compile {
namespace {

void AddEquation(hybrid::HybridSystem& h, ExprId left, ExprId right) {
  Equation equation;
  equation.left = left;
  equation.right = right;
  equation.residual = expr::Difference(h.system.graph, left, right);
  h.system.equations.Add(equation);
}

// 0 = if closed then v else i, and i = if bright then 2 v else 3 v, which has the same unknowns in both
// cases.
struct Switch {
  hybrid::HybridSystem h;
  ExprId v, i, closed, bright;

  Switch() {
    expr::Graph& g = h.system.graph;
    v = h.Variable("v");
    i = h.Variable("i");
    closed = h.Now(h.Discrete("closed"));
    bright = h.Now(h.Discrete("bright"));
    AddEquation(h, h.Constant(0), expr::Conditional(g, closed, v, i));
    AddEquation(
        h, i,
        expr::Conditional(g, bright, expr::Product(g, h.Constant(2), v), expr::Product(g, h.Constant(3), v)));
  }
};

TEST(ModeConditions, AreThoseThatDecideAboutUnknowns) {
  const Switch s;
  const auto found = FindModeConditions(s.h.system, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], s.closed);
}

TEST(ModeConditions, AreDecidedInAMode) {
  const Switch s;
  const auto conditions = FindModeConditions(s.h.system, {});
  const System closed = InMode(s.h.system, conditions, std::vector<char>{1}, {});
  EXPECT_EQ(EquationText(closed, EquationId(0)), "0 = v");
  EXPECT_EQ(EquationText(closed, EquationId(1)), "i = if bright then 2*v else 3*v");
  EXPECT_EQ(closed.variables.size(), s.h.system.variables.size());
  const System open = InMode(s.h.system, conditions, std::vector<char>{0}, {});
  EXPECT_EQ(EquationText(open, EquationId(0)), "0 = i");
}

TEST(ModeConditions, AFactorThatVanishesDecides) {
  for (const double resistance : {0.0, 1e-5}) {
    hybrid::HybridSystem h;
    expr::Graph& g = h.system.graph;
    const ExprId v = h.Variable("v"), s = h.Variable("s");
    Parameter parameter;
    parameter.name = h.system.names.Add("Ron");
    parameter.declaration = h.system.declarations.Add({});
    const ExprId ron = g.Parameter(h.system.parameters.Add(parameter));
    const ExprId open = h.Now(h.Discrete("open"));
    AddEquation(h, v, expr::Product(g, s, expr::Conditional(g, open, h.Constant(1), ron)));
    const std::vector<double> values = {resistance};
    const auto found = FindModeConditions(h.system, values);
    EXPECT_EQ(found.size(), resistance == 0 ? 1u : 0u);
    if (found.empty()) continue;
    const System closed = InMode(h.system, found, std::vector<char>{0}, values);
    EXPECT_EQ(EquationText(closed, EquationId(0)), "v = 0");
  }
}

// c der(T) = (if heating then q else 0) - T: the choice is a number beside the unknowns. As a factor of an
// unknown, the same choice decides whether the equation has it.
TEST(ModeConditions, ATermWithoutUnknownsDecidesNothing) {
  hybrid::HybridSystem h;
  expr::Graph& g = h.system.graph;
  const ExprId x = h.Variable("x"), v = h.Variable("v");
  const ExprId heating = h.Now(h.Discrete("heating")), boosted = h.Now(h.Discrete("boosted"));
  const ExprId supply = expr::Conditional(g, heating, h.Constant(30), h.Constant(0));
  AddEquation(h, x, expr::Product(g, h.Constant(0.5), expr::Difference(g, supply, v)));
  EXPECT_TRUE(FindModeConditions(h.system, {}).empty());
  AddEquation(h, x, expr::Product(g, v, expr::Conditional(g, boosted, h.Constant(30), h.Constant(0))));
  EXPECT_EQ(FindModeConditions(h.system, {}), std::vector<ExprId>{boosted});
  AddEquation(h, x, expr::Product(g, v, supply));
  EXPECT_EQ(FindModeConditions(h.system, {}), (std::vector<ExprId>{boosted, heating}));
}

TEST(NameDerivatives, NamesThoseOfOneBranch) {
  hybrid::HybridSystem h;
  expr::Graph& g = h.system.graph;
  const ExprId x = h.Variable("x");
  AddEquation(h, h.Constant(0),
              expr::Conditional(g, h.Now(h.Discrete("full")), x, g.Variable(VariableId(0), 1)));
  NameDerivatives(h.system);
  ASSERT_EQ(h.system.equations.size(), 2u);
  EXPECT_EQ(EquationText(h.system, EquationId(0)), "0 = if full then x else $der(x)");
  EXPECT_EQ(EquationText(h.system, EquationId(1)), "$der(x) = der(x)");
}

}  // namespace
}  // namespace daedalus::compile
