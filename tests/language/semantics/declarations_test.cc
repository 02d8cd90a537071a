// Parameters, constants, attributes, the experiment annotation, and overrides.
#include <map>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

const Parameter& FindParameter(const System& system, std::string_view name) {
  for (const Parameter& p : system.parameters) {
    if (NameOf(system, p) == name) return p;
  }
  ADD_FAILURE() << "no parameter " << name;
  static const Parameter none;
  return none;
}

double Number(const System& system, ExprId id) {
  EXPECT_TRUE(id.IsValid() && system.graph.IsConstant(id));
  return id.IsValid() && system.graph.IsConstant(id) ? system.graph.constant_value(id) : 0.0;
}

TEST(Declarations, ParametersStaySymbolic) {
  const System system = FlattenOk(Wrap("parameter Real a = 2; parameter Real b = a ^ 2; Real x = b * time;"));
  EXPECT_EQ(ExpressionText(system, FindParameter(system, "b").value), "a^2");
  EXPECT_FALSE(FindParameter(system, "b").is_constant);
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"x = b*time"}));
}

TEST(Declarations, ConstantsAreEvaluatedAndStayListed) {
  const System system =
      FlattenOk(Wrap("constant Real g = 2 * h; constant Integer h = 3; Real x = g * time;"));
  EXPECT_TRUE(FindParameter(system, "g").is_constant);
  EXPECT_EQ(Number(system, FindParameter(system, "g").value), 6.0);
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"x = 6*time"}));
}

TEST(Declarations, FinalParametersAreConstantButSymbolic) {
  const System system = FlattenOk(Wrap("parameter Real a = 2; final parameter Real b = 3 * a;"));
  EXPECT_TRUE(FindParameter(system, "b").is_constant);
  EXPECT_EQ(ExpressionText(system, FindParameter(system, "b").value), "3*a");
}

TEST(Declarations, StructuralParametersAndWhatTheyComeFromBecomeConstants) {
  const System system = FlattenOk(
      Wrap("parameter Integer m = 2; parameter Integer n = m + 1; parameter Real r = 1 / n; Real x[n];"));
  EXPECT_TRUE(FindParameter(system, "m").is_constant);
  EXPECT_TRUE(FindParameter(system, "n").is_constant);
  EXPECT_EQ(Number(system, FindParameter(system, "n").value), 3.0);
  EXPECT_FALSE(FindParameter(system, "r").is_constant);
  EXPECT_EQ(ExpressionText(system, FindParameter(system, "r").value), "1/n");
}

TEST(Declarations, AParameterWithoutAValueHasNone) {
  const System system = FlattenOk(Wrap("parameter Real a(start = 4);"));
  EXPECT_FALSE(FindParameter(system, "a").value.IsValid());
  EXPECT_EQ(Number(system, FindParameter(system, "a").start), 4.0);
}

TEST(Declarations, AllAttributesOfAReal) {
  const System system = FlattenOk(Wrap(R"(parameter Real a = 2; parameter StateSelect s = StateSelect.prefer;
    output Real x(quantity = "Length", unit = "m", displayUnit = "mm", min = -1, max = 2 * a, start = a, fixed = true,
                  nominal = 10, unbounded = false, stateSelect = s) "a length";)",
                                       "x = time;"));
  const Variable& x = system.variables[VariableId(0)];
  const Declaration& declaration = system.declarations[x.declaration];
  EXPECT_EQ(declaration.quantity, "Length");
  EXPECT_EQ(declaration.unit, "m");
  EXPECT_EQ(declaration.display_unit, "mm");
  EXPECT_EQ(declaration.description, "a length");
  EXPECT_EQ(declaration.causality, Causality::kOutput);
  EXPECT_EQ(declaration.state_select, StateSelect::kPrefer);
  EXPECT_EQ(Number(system, x.min), -1.0);
  EXPECT_EQ(ExpressionText(system, x.max), "2*a");
  EXPECT_EQ(ExpressionText(system, x.start), "a");
  EXPECT_EQ(Number(system, x.nominal), 10.0);
  EXPECT_TRUE(x.fixed);
}

TEST(Declarations, AttributesOfArraysGoElementByElementOrEach) {
  const System system =
      FlattenOk(Wrap("Real x[3](start = {1, 2, 3}, fixed = {true, false, true}, each min = -5);"));
  EXPECT_EQ(Number(system, system.variables[VariableId(1)].start), 2.0);
  EXPECT_EQ(Number(system, system.variables[VariableId(2)].min), -5.0);
  EXPECT_TRUE(system.variables[VariableId(0)].fixed);
  EXPECT_FALSE(system.variables[VariableId(1)].fixed);
}

TEST(Declarations, IntegerAndBooleanParameters) {
  const System system = FlattenOk(Wrap(
      "parameter Integer n(min = 1) = 3; parameter Boolean b = n > 2; parameter Boolean c[2] = {true, b};"));
  EXPECT_EQ(system.declarations[FindParameter(system, "n").declaration].type, ValueType::kInteger);
  EXPECT_EQ(system.declarations[FindParameter(system, "b").declaration].type, ValueType::kBoolean);
  EXPECT_EQ(ExpressionText(system, FindParameter(system, "c[2]").value), "b");
}

TEST(Declarations, ModelHasNameAndDescription) {
  const System system = FlattenOk("within A.B; model M \"what it is\" Real x = 1; end M;");
  EXPECT_EQ(system.name, "A.B.M");
  EXPECT_EQ(system.description, "what it is");
}

TEST(Declarations, LocalClassesMayExist) {
  EXPECT_EQ(FlattenOk("model M type V = Real(unit = \"V\"); model N Real z; end N; Real x = 1; end M;")
                .variables.size(),
            1u);
}

TEST(Experiment, IsReadFromTheAnnotation) {
  const System system = FlattenOk(
      "model M Real x = 1; annotation(Icon(), experiment(StartTime = 1, StopTime = 10, Interval = 0.1, "
      "Tolerance = 1e-8)); end M;");
  EXPECT_EQ(system.experiment.start_time, 1.0);
  EXPECT_EQ(system.experiment.stop_time, 10.0);
  EXPECT_EQ(system.experiment.interval, 0.1);
  EXPECT_EQ(system.experiment.tolerance, 1e-8);
  EXPECT_EQ(
      FlattenOk("model M Real x = 1; annotation(experiment(StopTime = 4, NumberOfIntervals = 8)); end M;")
          .experiment.interval,
      0.5);
  EXPECT_FALSE(FlattenOk(Wrap("Real x = 1;")).experiment.stop_time.has_value());
}

// ---- Overrides ----

TEST(Overrides, OfAStructuralParameterActBeforeDimensions) {
  const std::string text = Wrap("parameter Integer n = 2; parameter Real a[n] = fill(1.5, n); Real x[n];",
                                "for i in 1:n loop x[i] = a[i]; end for;");
  EXPECT_EQ(FlattenOk(text).equations.size(), 2u);
  EXPECT_EQ(FlattenOk(text, {{"n", "5"}}).equations.size(), 5u);
  EXPECT_EQ(FlattenOk(text, {{"n", "0"}}).equations.size(), 0u);
}

TEST(Overrides, ReplaceTheValueOfAParameter) {
  const std::string text = Wrap(
      "parameter Real a = 1; parameter Real b = 2 * a; parameter Boolean c = true; parameter String s = "
      "\"u\"; Real x = if s == \"v\" then 1 else 2;");
  const System system = FlattenOk(text, {{"b", "-1.5e2"}, {"c", "false"}, {"s", "v"}});
  EXPECT_EQ(Number(system, FindParameter(system, "b").value), -150.0);
  EXPECT_EQ(Number(system, FindParameter(system, "c").value), 0.0);
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"x = 1"}));
}

TEST(Overrides, OfArraysByElementByListAndByOneValue) {
  const std::string text = Wrap("parameter Real a[2, 2] = [1, 2; 3, 4];");
  EXPECT_EQ(Number(FlattenOk(text, {{"a[2,1]", "9"}}),
                   FindParameter(FlattenOk(text, {{"a[2,1]", "9"}}), "a[2,1]").value),
            9.0);
  const System all = FlattenOk(text, {{"a", "7"}});
  EXPECT_EQ(Number(all, FindParameter(all, "a[1,2]").value), 7.0);
  const System list = FlattenOk(text, {{"a", "{{5, 6}, {7, 8}}"}});
  EXPECT_EQ(Number(list, FindParameter(list, "a[2,2]").value), 8.0);
}

TEST(Overrides, OfVariablesSetTheirStart) {
  const System system = FlattenOk(
      Wrap("Real x(start = 1, fixed = true); Real z[2](start = {1, 2});", "der(x) = -x; z = {x, x};"),
      {{"x", "2"}, {"z[2]", "5"}});
  EXPECT_EQ(Number(system, system.variables[VariableId(0)].start), 2.0);
  EXPECT_TRUE(system.variables[VariableId(0)].fixed);
  EXPECT_EQ(Number(system, system.variables[VariableId(1)].start), 1.0);
  EXPECT_EQ(Number(system, system.variables[VariableId(2)].start), 5.0);
}

TEST(Overrides, ThatDoNotFitAreReported) {
  const std::string text = Wrap(
      "parameter Integer number = 2; constant Real g = 9; final parameter Real f = 1; parameter Real a[2] = "
      "{1, 2};");
  const auto message = [&](std::string name, std::string value) {
    const Flattened flattened = FlattenText(text, {{name, value}});
    return flattened.Messages() + (flattened.diagnostics.empty() ? "" : flattened.diagnostics[0].hint);
  };
  EXPECT_EQ(message("nunber", "3"),
            "D0006 cannot set `nunber`: the model has no parameter or variable of that name\ndid you mean "
            "`number`?");
  EXPECT_EQ(message("number", "2.5"), "D0006 cannot set `number` to `2.5`: it is Integer\n");
  EXPECT_EQ(message("g", "1"), "D0006 cannot set `g`: it is a constant\n");
  EXPECT_EQ(message("f", "1"), "D0006 cannot set `f`: it is final\n");
  EXPECT_EQ(message("a", "{1, 2, 3}"), "D0006 cannot set `a` to `{1, 2, 3}`: it is Real[2]\n");
  EXPECT_EQ(message("a[3]", "1"),
            "D0006 cannot set `a[...]` to `1`: no element of Real[2] has these subscripts\n");
  EXPECT_EQ(message("a[1]", "true"), "D0006 cannot set an element of `a` to `true`: it is a Real\n");
  EXPECT_EQ(message("a[", "1"), "D0006 cannot set `a[`: this is not a name\n");
}

TEST(Declarations, AttributesMayDifferBetweenElements) {
  const System system = FlattenOk(Wrap(
      R"(Real y[2](unit = {"m", "s"}, stateSelect = {StateSelect.always, StateSelect.avoid}, each quantity = "Q");
                                           parameter Real p[2](unit = {"kg", "K"}) = {1, 2};)",
      "der(y) = {1, 2};"));
  const auto declaration = [&](std::string_view name) {
    for (const Variable& v : system.variables) {
      if (NameOf(system, v) == name) return system.declarations[v.declaration];
    }
    for (const Parameter& p : system.parameters) {
      if (NameOf(system, p) == name) return system.declarations[p.declaration];
    }
    return Declaration();
  };
  EXPECT_EQ(declaration("y[1]").unit, "m");
  EXPECT_EQ(declaration("y[2]").unit, "s");
  EXPECT_EQ(declaration("y[1]").state_select, StateSelect::kAlways);
  EXPECT_EQ(declaration("y[2]").state_select, StateSelect::kAvoid);
  EXPECT_EQ(declaration("y[2]").quantity, "Q");
  EXPECT_EQ(declaration("p[1]").unit, "kg");
  EXPECT_EQ(declaration("p[2]").unit, "K");
}

// Section 8.6: `fixed = true` makes an initial equation of a start value, whose number the initial problem
// finds.
TEST(FreeStarts, AreInitialEquationsWhereTheyAreFixed) {
  const System system = FlattenOk(
      "model M parameter Real p(fixed = false, start = 3); parameter Real q = 2 * p; parameter Integer "
      "n(fixed = false, start = 5); Real x(start = p + q, fixed = true), y(start = q), z(start = n, fixed = "
      "true);"
      "initial equation p^3 = 8; n = 4; equation der(x) = -x; y = x; der(z) = 1; end M;");
  std::vector<std::string> initial;
  for (const Equation& equation : system.initial_equations) initial.push_back(EquationText(system, equation));
  EXPECT_EQ(initial, (std::vector<std::string>{"x = p + q", "z = n", "p^3 = 8"}));
  std::map<std::string, double> guesses;
  for (const Variable& variable : system.variables) {
    EXPECT_FALSE(variable.fixed) << NameOf(system, variable);
    if (variable.start.IsValid())
      guesses[NameOf(system, variable)] = expr::Evaluate(system.graph, variable.start, {});
  }
  EXPECT_EQ(guesses, (std::map<std::string, double>{{"p", 3}, {"x", 9}, {"y", 6}, {"z", 5}}));
}

TEST(FreeStarts, ACircleOfThemEndsWithZero) {
  const System system = FlattenOk(
      "model M parameter Real p(fixed = false, start = q), q(fixed = false, start = p + 1); Real x = p * q; "
      "initial equation p = 1; q = 2; end M;");
  ASSERT_EQ(system.variables.size(), 3u);
  EXPECT_TRUE(system.graph.IsConstant(system.variables[VariableId(0)].start, 1.0)) << "q is 0 + 1";
  EXPECT_TRUE(system.graph.IsConstant(system.variables[VariableId(1)].start, 2.0));
}

// Some tools write -1 where nothing was chosen.
TEST(Declarations, ANumberOfIntervalsThatIsNotPositiveIsIgnored) {
  const Flattened f =
      FlattenText("model M Real x = 1; annotation(experiment(StopTime = 4, NumberOfIntervals = -1)); end M;");
  ASSERT_TRUE(f.system.has_value()) << f.Messages();
  EXPECT_FALSE(f.system->experiment.interval.has_value());
  ASSERT_EQ(f.diagnostics.size(), 1u);
  EXPECT_EQ(f.diagnostics[0].message, "`NumberOfIntervals` is more than 0, but this is -1");
}

}  // namespace
}  // namespace daedalus::semantics
