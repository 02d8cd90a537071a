#include "daedalus/system/part_of_system.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus {
namespace {

struct Coupled {
  System system;
  PartOfSystem part;  // the second equation
};

Coupled Make() {
  Model m("Coupled");
  const Expr u = m.Variable("u"), x = m.Variable("x");
  m.Equation(der(u) == -u);
  m.Equation(der(x) == u * x + der(u));
  m.InitialEquation(x == 3);
  m.InitialEquation(u == x);
  return {std::move(m).Build().value(), {{EquationId(1)}, {VariableId(1)}}};
}

TEST(PartOfSystem, KnowsWhatComesFromOutside) {
  const Coupled c = Make();
  EXPECT_EQ(VariablesFromOutside(c.system, c.part), std::vector{VariableId(0)});
}

// With u = 2 + 3 s + 4 s^2/2, s = t - 1: at t = 1.5 u = 4 and u' = 5.
TEST(PartOfSystem, SeesTheRestAsPolynomialsOfTime) {
  const Coupled c = Make();
  const System cut = CutOut(c.system, c.part, std::vector<KnownVariable>{{VariableId(0), {2, 3, 4}}}, 1);
  ASSERT_EQ(cut.variables.size(), 1u);
  ASSERT_EQ(cut.equations.size(), 1u);
  EXPECT_EQ(NameOf(cut, VariableId(0)), "x");
  const double x[1] = {10}, slope[1] = {100};
  EXPECT_NEAR(std::abs(expr::Evaluate(cut.graph, cut.equations[EquationId(0)].residual, {1.5, x, slope, {}})),
              100 - 40 - 5, 1e-12);
}

TEST(PartOfSystem, TakesInitialEquationsOfItsOwnAlong) {
  const Coupled c = Make();
  const System cut = CutOut(c.system, c.part, std::vector<KnownVariable>{{VariableId(0), {2}}}, 0);
  ASSERT_EQ(cut.initial_equations.size(), 1u) << "the other one speaks of u";
  const double x[1] = {10};
  EXPECT_NEAR(
      std::abs(expr::Evaluate(cut.graph, cut.initial_equations[EquationId(0)].residual, {0.0, x, x, {}})), 7,
      1e-12);
}

}  // namespace
}  // namespace daedalus
