#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"

namespace daedalus {
namespace {

TEST(FlatModelica, WholeModel) {
  Model m("Circuit", "a \"small\" one");
  auto R = m.Parameter("R", 100.0, {.unit = "Ohm", .description = "resistance"});
  auto C = m.Parameter("C", 1 / R, {.is_constant = true});
  auto u = m.Variable("u", {.start = 1, .fixed = true, .min = 0, .nominal = 5, .unit = "V"});
  auto i = m.Variable("cell[2].i", {.state_select = StateSelect::kNever});
  auto on = m.Variable("on", {.start = 1, .type = ValueType::kBoolean});
  m.Equation(C * der(u) == -i);
  m.Equation(u == R * i);
  m.Equation(on == If(u > 2.0, 1.0, 0.0));
  m.InitialEquation(der(u) == 0.0);
  m.Assert(u < 10.0, "too high");
  m.Experiment({.start_time = 0.0, .stop_time = 2.5, .tolerance = 1e-6});
  EXPECT_EQ(FlatModelica(std::move(m).Build().value()),
            R"(model Circuit "a \"small\" one"
  parameter Real R(unit = "Ohm") = 100 "resistance";
  final parameter Real C = 1/R;
  Real u(unit = "V", min = 0, start = 1, fixed = true, nominal = 5);
  Real 'cell[2].i'(stateSelect = StateSelect.never);
  Boolean on(start = true);
initial equation
  der(u) = 0;
equation
  C*der(u) = -'cell[2].i';
  u = R*'cell[2].i';
  on = if noEvent(2 < u) then true else false;
  assert(noEvent(u < 10), "too high");
  annotation(experiment(StartTime = 0, StopTime = 2.5, Tolerance = 1e-06));
end Circuit;
)");
}

TEST(FlatModelica, NamesAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(QuotedName("x_1"), "x_1");
  EXPECT_EQ(QuotedName("a.b"), "'a.b'");
  EXPECT_EQ(QuotedName("1x"), "'1x'");
  EXPECT_EQ(QuotedName("when"), "'when'");
  EXPECT_EQ(QuotedName("'already quoted'"), "'already quoted'");
  EXPECT_EQ(QuotedName("'a b'.c"), "'\\'a b\\'.c'");
  EXPECT_EQ(QuotedName(""), "''");
}

TEST(EquationText, UsesPlainNamesAndIsCut) {
  Model m("M");
  auto x = m.Variable("a[2].x");
  Expr sum = 0.0;
  for (int i = 0; i < 100; ++i) sum += sin(x * i);
  m.Equation(der(x) == 2.0 * x);
  m.Equation(If(x < 1.0, x, 2.0) == sum);
  const System s = std::move(m).Build().value();
  EXPECT_EQ(EquationText(s, EquationId(0)), "der(a[2].x) = 2*a[2].x");
  const std::string text = EquationText(s, EquationId(1), 40);
  EXPECT_TRUE(text.starts_with("(if a[2].x < 1 then a[2].x else 2) = ")) << text;
  EXPECT_TRUE(text.ends_with("...")) << text;
}

// As elimination makes them: a = x + delay(a, 0.1).
TEST(ExpressionText, OfADelayThatContainsItselfEnds) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == -x);
  System system = std::move(m).Build().value();
  expr::Graph& g = system.graph;
  const ExprId variable = g.Variable(VariableId(0));
  const HeldId held = AddDelay(system.hybrid, {variable, g.Constant(0.1), {}, {}});
  system.hybrid.delays[0].expression = expr::Sum(g, variable, g.Held(held));
  EXPECT_EQ(ExpressionText(system, g.Held(held)), "delay(delay(delay(... + x, 0.1) + x, 0.1) + x, 0.1)");
}

}  // namespace
}  // namespace daedalus
