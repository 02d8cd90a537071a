// Algorithm sections of models: each variable that is assigned to gets one equation.
#include "semantics/support.h"

namespace daedalus::semantics {
namespace {

std::vector<std::string> EquationsOf(std::string_view declarations, std::string_view statements) {
  return Equations(FlattenOk(fmt::format("model M {} algorithm {} end M;", declarations, statements)));
}

TEST(Algorithms, AreCarriedOut) {
  EXPECT_EQ(EquationsOf("Real x = time; Real y; Real z;", "y := 2 * x; z := y + 1; y := z * z;"),
            (std::vector<std::string>{"x = time", "y = (1 + 2*x)^2", "z = 1 + 2*x"}));
  EXPECT_EQ(EquationsOf("Real y[3];", "for i in 1:3 loop y[i] := i * time; end for;"),
            (std::vector<std::string>{"y[1] = time", "y[2] = 2*time", "y[3] = 3*time"}));
}

TEST(Algorithms, VariablesStartFromTheirStartValues) {
  EXPECT_EQ(EquationsOf("Real y(start = 5);", "if time > 1 then y := 2; end if;"),
            std::vector<std::string>{"y = if (1 < time) then 2 else 5"});
  EXPECT_EQ(EquationsOf("Real y;", "y := y + 1;"), std::vector<std::string>{"y = 1"});
}

TEST(Algorithms, OfTheStartGiveInitialEquations) {
  const System system =
      FlattenOk("model M Real x; initial algorithm x := 1; x := x + 1; equation der(x) = -x; end M;");
  ASSERT_EQ(system.initial_equations.size(), 1u);
  EXPECT_EQ(EquationText(system, system.initial_equations[EquationId(0)]), "x = 2");
}

TEST(Algorithms, AssertionsKeepTheirConditions) {
  const System system = FlattenOk(
      "model M Real y; algorithm y := time; if time > 1 then assert(y < 2, \"y is \" + String(y)); end if; "
      "end M;");
  ASSERT_EQ(system.assertions.size(), 1u);
  const std::vector<double> values(system.variables.size(), 0.0);
  const auto holds = [&](double time) {
    return EvaluateHolding(system, system.assertions[0].condition, {time, values, values, {}}) != 0.0;
  };
  EXPECT_TRUE(holds(0.5));
  EXPECT_TRUE(holds(1.5));
  EXPECT_FALSE(holds(2.5));
  EXPECT_EQ(MessageOf(system, system.assertions[0], 2.5), "y is 2.5");
}

TEST(Algorithms, WhatCannotBeWrittenOutIsRefused) {
  EXPECT_EQ(
      FlattenText("model M Real y;\nalgorithm y := 8; while y > time loop y := y / 2; end while; end M;")
          .Messages(),
      "2:25-33 D0212 this algorithm cannot be written out as equations: a while-loop goes on by a condition "
      "of the run\n");
  EXPECT_EQ(FlattenText("model M parameter Real p = 1; Real y = 1;\nalgorithm p := 2; end M;").Messages(),
            "2:11-12 D0244 the parameter `p` cannot be assigned to\n");
}

}  // namespace
}  // namespace daedalus::semantics
