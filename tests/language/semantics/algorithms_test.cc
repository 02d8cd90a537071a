// Algorithm sections of models: each variable that is assigned to gets one equation.
#include "language/semantics/support.h"

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
      "2:25-33 D0212 this algorithm cannot be written out as equations: the condition of a while-loop "
      "depends on the run\n");
  EXPECT_EQ(FlattenText("model M parameter Real p = 1; Real y = 1;\nalgorithm p := 2; end M;").Messages(),
            "2:11-12 D0244 the parameter `p` cannot be assigned to\n");
}

constexpr std::string_view kNearest =
    "function nearest input Real a; output Integer n; algorithm n := integer(a + 0.5); end nearest;";

// Section 3.8: a value that changes between events cannot be that of a variable which does not. It would be
// evaluated at events only, and kept in between.
TEST(Algorithms, WhatChangesAtEventsTakesNoValueThatVaries) {
  const auto messages = [](std::string_view declarations, std::string_view statements) {
    return FlattenText(
               fmt::format("{} model M\n{}\nalgorithm\n{}\nend M;", kNearest, declarations, statements))
        .Messages();
  };
  const auto told = [](std::string_view place, std::string_view name) {
    return fmt::format(
        "{} D0231 `{}` changes at events only, but the value that this algorithm gives it varies between "
        "them\n",
        place, name);
  };
  EXPECT_EQ(messages("Integer k;", "k := nearest(10*time);"), told("4:1-2", "k"));
  EXPECT_EQ(messages("Boolean b;", "b := noEvent(time > 1);"), told("4:1-2", "b"));
  EXPECT_EQ(messages("String s;", "s := String(time);"), told("4:1-2", "s"));
  EXPECT_EQ(messages("type E = enumeration(a, b); E e;", "e := if noEvent(time > 1) then E.a else E.b;"),
            told("4:1-2", "e"));
  EXPECT_EQ(messages("Integer k[2];", "k := {1, nearest(time)};"), told("4:1-2", "k[2]"));
  EXPECT_EQ(messages("Integer k;", "k := 1; if noEvent(time > 1) then k := 2; end if;"), told("4:1-2", "k"));
  EXPECT_EQ(messages("Real z;", "z := time; when sample(0, 1) then z := 0; end when;"), told("4:1-2", "z"));
}

// Where the language makes events (section 3.7.2), and in when-clauses, the value is that of an instant.
TEST(Algorithms, WhatChangesAtEventsTakesValuesOfInstants) {
  for (const std::string_view text :
       {"Integer k; algorithm k := integer(10*time);", "Boolean b; algorithm b := time > 1;",
        "Integer k; Real v[2] = {sin(time), cos(time)}; algorithm k := 1; if v[2] > v[k] then k := 2; end "
        "if;",
        "Integer k; algorithm when sample(0, 0.1) then k := nearest(10*time); end when;",
        "Boolean b; algorithm b := false; when time > 1 then b := noEvent(sin(time) > 0); end when;",
        "Integer k; algorithm when {initial(), time > 1} then k := nearest(time); elsewhen time > 2 then "
        "k := nearest(3*time); end when;",
        "Boolean t = time > 1; Integer k; algorithm if edge(t) then k := nearest(10*time); end if;",
        "Real u = sample(sin(time), Clock(0.1)); Integer k; algorithm k := nearest(u);"}) {
    const Flattened flattened = FlattenText(fmt::format("{} model M {} end M;", kNearest, text));
    EXPECT_TRUE(flattened.system) << text << "\n" << flattened.Messages();
  }
}

}  // namespace
}  // namespace daedalus::semantics
