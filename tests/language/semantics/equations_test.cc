// Equations, loops, branches, initial equations, assertions, and what declarations contribute.
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

using Lines = std::vector<std::string>;

TEST(Equations, ScalarAndArrayEquationsBecomeScalarOnes) {
  EXPECT_EQ(Equations(FlattenOk(Wrap("Real x, v;", "der(x) = v; v = -x;"))), (Lines{"der(x) = v", "v = -x"}));
  EXPECT_EQ(Equations(FlattenOk(Wrap("Real x[2];", "der(x) = {1, time};"))),
            (Lines{"der(x[1]) = 1", "der(x[2]) = time"}));
  EXPECT_EQ(Equations(FlattenOk(Wrap("Real A[2, 2], x[2], b[2];", "A * x = b;"))),
            (Lines{"A[1,1]*x[1] + A[1,2]*x[2] = b[1]", "A[2,1]*x[1] + A[2,2]*x[2] = b[2]"}));
}

TEST(Equations, DeclarationEquationsComeFirstAndKeepTheirPlace) {
  const auto flattened = FlattenText(Wrap("Real x = 2 * time;\nReal z;", "z = x;"));
  ASSERT_TRUE(flattened.system);
  EXPECT_EQ(Equations(*flattened.system), (Lines{"x = 2*time", "z = x"}));
  const Sources& sources = flattened.parsed->sources;
  EXPECT_EQ(sources.Text(SpanOf(*flattened.system, flattened.system->equations[EquationId(0)])),
            "x = 2 * time");
  EXPECT_EQ(sources.Text(SpanOf(*flattened.system, flattened.system->equations[EquationId(1)])), "z = x");
}

TEST(Equations, LoopsAreUnrolledWithTheFirstIndexOutermost) {
  EXPECT_EQ(
      Equations(FlattenOk(Wrap("parameter Integer n = 2; Real x[n, n];",
                               "for i in 1:n, j in i:n loop x[i, j] = i + 10 * j; end for; x[2, 1] = 0;"))),
      (Lines{"x[1,1] = 11", "x[1,2] = 21", "x[2,2] = 22", "x[2,1] = 0"}));
  EXPECT_EQ(
      Equations(FlattenOk(Wrap(
          "Real x[3];", "for i in {3, 1} loop for k in i:i loop x[k] = i; end for; end for; x[2] = 0;"))),
      (Lines{"x[3] = 3", "x[1] = 1", "x[2] = 0"}));
  EXPECT_EQ(Equations(FlattenOk(Wrap("Real x[2];", "for i loop x[i] = i * time; end for;"))),
            (Lines{"x[1] = time", "x[2] = 2*time"}));
}

TEST(Equations, ALoopIndexHidesAComponentOfTheSameName) {
  EXPECT_EQ(Equations(FlattenOk(Wrap("Real i = time; Real x[1];", "for i in 1:1 loop x[i] = i; end for;"))),
            (Lines{"i = time", "x[1] = 1"}));
}

TEST(Equations, AnIfEquationOfParametersChoosesItsBranch) {
  constexpr const char* kText = R"(model M
    parameter Integer kind = 2;
    Real x;
  equation
    if kind == 1 then
      x = 1;
    elseif kind == 2 then
      x = 2 * time;
    else
      x = 3;
      x = 4;
    end if;
  end M;)";
  const System system = FlattenOk(kText);
  EXPECT_EQ(Equations(system), (Lines{"x = 2*time"}));
  EXPECT_TRUE(system.parameters[ParameterId(0)].is_constant);
  EXPECT_EQ(Equations(FlattenOk(kText, {{"kind", "1"}})), (Lines{"x = 1"}));
}

TEST(Equations, AnIfEquationThatVariesIsMergedEquationByEquation) {
  EXPECT_EQ(Equations(FlattenOk(
                Wrap("Real x, z;", "if time < 1 then x = 1; z = x; else x = 2; z + x = 5; end if;"))),
            (Lines{"x = if (time < 1) then 1 else 2", "0 = if (time < 1) then z - x else x + z - 5"}));
}

TEST(Equations, InitialEquationsAreKeptApart) {
  const System system =
      FlattenOk("model M Real x; initial equation x = 3; der(x) = 0; equation der(x) = -x; end M;");
  EXPECT_EQ(system.equations.size(), 1u);
  ASSERT_EQ(system.initial_equations.size(), 2u);
  EXPECT_EQ(EquationText(system, system.initial_equations[EquationId(0)]), "x = 3");
}

TEST(Equations, AssertionsSayValuesOfTheRun) {
  const auto message = [](std::string_view text, double value) {
    const System system =
        FlattenOk(Wrap("Real x = time; parameter Real p = 3; parameter String unit = \"m\";",
                       fmt::format("assert(x > 1, {});", text)));
    return system.assertions.size() == 1 ? MessageOf(system, system.assertions[0], value) : "no assertion";
  };
  EXPECT_EQ(message("\"too small: \" + String(x) + unit", 0.25), "too small: 0.25m");
  EXPECT_EQ(message("String(x)", 1.0 / 3), "0.333333");
  EXPECT_EQ(message("String(2 * x, significantDigits = 3) + \"!\"", 1.0 / 3), "0.667!");
  EXPECT_EQ(message("\"[\" + String(x, minimumLength = 6, leftJustified = false) + \"]\"", 0.5), "[   0.5]");
  EXPECT_EQ(message("String(x, format = \"8.3f\")", 0.5), "   0.500");
  EXPECT_EQ(message("String(x < 0) + \", \" + String(integer(x))", -1.0), "true, -1");
  EXPECT_EQ(message("String(time) + \"/\" + String(der(x)) + \"/\" + String(p)", 2.0), "2/2/3");
}

TEST(Equations, AParameterInAnAssertionCanStillBeChanged) {
  const System system =
      FlattenOk(Wrap("Real x = time; parameter Real p = 3;", "assert(x < p, \"above \" + String(p));"));
  EXPECT_FALSE(system.parameters[ParameterId(0)].is_constant);
}

TEST(Equations, TextsThatVaryAreCompared) {
  const auto holds = [](std::string_view relation, double value) {
    const System system = FlattenOk(Wrap("Real x = time;", fmt::format("assert({}, \"\");", relation)));
    const std::vector<double> values(system.variables.size(), value);
    return EvaluateHolding(system, system.assertions.at(0).condition, {value, values, values, {}}) != 0.0;
  };
  EXPECT_TRUE(holds("String(x) == \"1\"", 1));
  EXPECT_FALSE(holds("String(x) == \"1\"", 2));
  EXPECT_TRUE(holds("noEvent(\"n\" + String(x) < \"n3\")", 25));  // by characters
  EXPECT_FALSE(holds("noEvent(\"n\" + String(x) < \"n3\")", 3));
  EXPECT_TRUE(holds("noEvent(\"n\" + String(x) <= \"n3\")", 3));
}

// Between texts of the model a message can choose.
TEST(Equations, TextsOfTheModelAreChosenDuringTheRun) {
  const System system =
      FlattenOk(Wrap("Real x = time;", "assert(x > 1, (if x > 0 then \"above\" else \"below\") + \" it\");"));
  const TextTemplate& message = system.assertions[0].message;
  const auto filled = [&](double x) {
    return message.Fill([&](ExprId e) { return expr::Evaluate(system.graph, e, {0, {&x, 1}, {}, {}, {}}); });
  };
  EXPECT_EQ(filled(0.5), "above it");
  EXPECT_EQ(filled(-0.5), "below it");
}

TEST(Equations, AssertionsHaveMessageAndLevel) {
  const System system = FlattenOk(Wrap("Real x = time;", R"(assert(x < 1, "too " + "large");
    assert(x < 2, message = "only a hint", level = AssertionLevel.warning);
    if time > 5 then assert(x > 0, "later"); end if;)"));
  ASSERT_EQ(system.assertions.size(), 3u);
  EXPECT_EQ(MessageOf(system, system.assertions[0]), "too large");
  EXPECT_FALSE(system.assertions[0].is_warning);
  EXPECT_TRUE(system.assertions[1].is_warning);
  const auto holds = [&](double time, double x) {
    return EvaluateHolding(system, system.assertions[2].condition, {time, std::vector{x}, {}, {}}) != 0.0;
  };
  EXPECT_TRUE(holds(1, -1));
  EXPECT_FALSE(holds(6, -1));
  EXPECT_TRUE(holds(6, 1));
}

TEST(Equations, HigherDerivativesGetAVariableOfTheirOwn) {
  EXPECT_EQ(Equations(FlattenOk(Wrap("Real x;", "der(der(x)) = -x;"))),
            (Lines{"'der(x)' = der(x)", "der('der(x)') = -x"}));
  const System chained = FlattenOk(Wrap("Real x, z[2];", "der(x * der(x)) = 1; der(der(der(z))) = {1, x};"));
  for (const Equation& equation : chained.equations) {
    for (const auto& leaf : expr::CollectLeaves(chained.graph, equation.residual).variables)
      EXPECT_LE(leaf.order, 1);
  }
  EXPECT_EQ(chained.variables.size(), 3u + 1u + 4u);
  EXPECT_EQ(chained.equations.size(), 3u + 1u + 4u - 0u);
}

TEST(Equations, AFreeParameterIsAVariableThatStaysConstant) {
  const System system = FlattenOk(R"(model M
    parameter Real p(fixed = false, start = 7);
    parameter Real q = 2 * p;
    Real x(start = 1, fixed = true);
  initial equation
    der(x) = 0;
  equation
    der(x) = p - q * x;
  end M;)");
  EXPECT_EQ(system.parameters.size(), 0u);
  EXPECT_EQ(Equations(system), (Lines{"der(p) = 0", "q = 2*p", "der(x) = p - q*x"}));
  EXPECT_DOUBLE_EQ(system.graph.constant_value(system.variables[VariableId(0)].start), 7.0);
}

TEST(Equations, EveryEquationOfALoopPointsAtItsText) {
  const auto flattened = FlattenText(Wrap("Real x[3];", "for i in 1:3 loop\n  x[i] = i;\nend for;"));
  ASSERT_TRUE(flattened.system);
  for (const Equation& equation : flattened.system->equations) {
    EXPECT_EQ(flattened.parsed->sources.Text(SpanOf(*flattened.system, equation)), "x[i] = i");
    EXPECT_TRUE(InstanceOf(*flattened.system, equation).empty());
  }
}

TEST(Equations, ResidualIsLeftMinusRight) {
  const System system = FlattenOk(Wrap("Real x, z;", "x = z + 1;"));
  const Equation& equation = system.equations[EquationId(0)];
  const std::vector<double> point = {10.0, 4.0};
  EXPECT_DOUBLE_EQ(expr::Evaluate(system.graph, equation.residual, {0.0, point, {}, {}}), 5.0);
}

}  // namespace
}  // namespace daedalus::semantics
