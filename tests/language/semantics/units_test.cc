// Mixtures of units are told with both units and the place; what may be right is not.
#include "support.h"

namespace daedalus::semantics {
namespace {

std::string UnitMessages(const std::string& declarations, const std::string& equations = "") {
  return FlattenText(
             "model M\n  type Length = Real(unit = \"m\");\n  type Time = Real(unit = \"s\");\n"
             "  type Velocity = Real(unit = \"m/s\");\n" +
             declarations + "\nequation\n" + equations + "\nend M;")
      .Messages();
}

TEST(UnitCheck, TheSidesOfAnEquation) {
  EXPECT_EQ(UnitMessages("Length x; Time t;", "x = t; t = time;"),
            "7:1-6 D0261 the left side is in `m`, the right side in `s`\n");
  EXPECT_EQ(UnitMessages("Length x(start = 1); Velocity v;", "der(x) = v; v = -x/time;"), "");
  EXPECT_EQ(UnitMessages("Length x; Velocity v;", "der(x) = x; v = 1;"),
            "7:1-11 D0261 the left side is in `m/s`, the right side in `m`\n");
}

TEST(UnitCheck, SumsAndComparisonsMarkTheOperand) {
  const Flattened f =
      FlattenText("model M Real x(unit = \"m\") = 1; Real t(unit = \"s\") = 2; Real y = x + 2 - t; end M;");
  ASSERT_EQ(f.diagnostics.size(), 1u);
  EXPECT_EQ(f.parsed->sources.Text(f.diagnostics[0].primary.span), "t");
  EXPECT_EQ(f.diagnostics[0].message, "`-` of a value in `m` and one in `s`");
  EXPECT_EQ(f.parsed->sources.Text(f.diagnostics[0].secondary[0].span), "x");
  EXPECT_EQ(f.diagnostics[0].severity, Severity::kWarning);
  EXPECT_EQ(UnitMessages("Length x = 1; Time t = 2; Boolean b = x < t;"),
            "5:39-44 D0261 `<` compares a value in `m` with one in `s`\n");
  EXPECT_EQ(UnitMessages("Length x = 1; Boolean b = x < 3.3;"), "");
}

TEST(UnitCheck, UnitsOfProductsAndPowers) {
  EXPECT_EQ(UnitMessages("Length x = 1; Time t = 2; Velocity v = x/t; Real a(unit = \"m/s2\") = x/t^2;"
                         "Real f(unit = \"N\") = m*a; parameter Real m(unit = \"kg\") = 1;"
                         "Real e(unit = \"J\") = 0.5*m*v^2; Length l = sqrt(x^2 + (v*t)^2);"),
            "");
  EXPECT_EQ(
      UnitMessages("parameter Real m(unit = \"kg\") = 1; Velocity v = 1; Real e(unit = \"J\") = 2*m*v;"),
      "5:73-78 D0261 `e` is in `J`, but its value is in `m.kg/s`\n");
  EXPECT_EQ(UnitMessages("Length x[3] = {1, 2, 3}; Real a(unit = \"m2\") = x*x; Length n = sqrt(x*x);"), "");
  EXPECT_EQ(UnitMessages("Length x[3] = {1, 2, 3}; Length n = x*x;"),
            "5:37-40 D0261 `n` is in `m`, but its value is in `m2`\n");
}

TEST(UnitCheck, BindingsStartValuesAndBounds) {
  EXPECT_EQ(UnitMessages("parameter Length l = 1; parameter Time t = l;"),
            "5:44-45 D0261 `t` is in `s`, but its value is in `m`\n");
  EXPECT_EQ(UnitMessages("parameter Length l = 1; Time t(start = l) = time;"),
            "5:40-41 D0261 `t` is in `s`, but its start value is in `m`\n");
  EXPECT_EQ(UnitMessages("parameter Length l = 1; Time t(max = l) = time;"),
            "5:38-39 D0261 `t` is in `s`, but its upper bound is in `m`\n");
}

TEST(UnitCheck, FunctionsOfNumbers) {
  EXPECT_EQ(UnitMessages("Time t = 1; Real y = sin(t);"),
            "5:26-27 D0261 `sin` takes an angle in radians, but this is in `s`\n");
  EXPECT_EQ(UnitMessages("Length x = sin(time) + time;"), "") << "a number in all but name";
  EXPECT_EQ(UnitMessages("Real w(unit = \"rad/s\") = 2; Real y = sin(w*time); Real z = exp(-w*time);"), "");
  EXPECT_EQ(UnitMessages("Length x = 1; Real y = log(x);"),
            "5:28-29 D0261 `log` takes a number without a unit, but this is in `m`\n");
  EXPECT_EQ(UnitMessages("Length x = 1; Time t = 1; Real y = max(x, t);"),
            "5:36-45 D0261 `max` of a value in `m` and one in `s`\n");
  EXPECT_EQ(UnitMessages("Length x = 1; Real y = 2^x;"),
            "5:26-27 D0261 an exponent is a number, but this is in `m`\n");
  EXPECT_EQ(UnitMessages("Length x = 1; Time t = 1; Real y = if time > 1 then x else t;"),
            "5:36-61 D0261 the branches of an if-expression are in `m` and in `s`\n");
}

TEST(UnitCheck, ArgumentsAndResultsOfFunctions) {
  const std::string f =
      "function f input Length x; output Velocity v; protected Time t = 2; algorithm v := x/t; end f;\n";
  EXPECT_EQ(UnitMessages(f + "Length x = 1; Velocity v = f(x);"), "");
  EXPECT_EQ(UnitMessages(f + "Time t = 1; Velocity v = f(t);"),
            "6:28-29 D0261 `x` of `M.f` is in `m`, but this is in `s`\n");
  EXPECT_EQ(UnitMessages(f + "Length x = 1; Length l = f(x);"),
            "6:26-30 D0261 `l` is in `m`, but its value is in `m/s`\n");
  EXPECT_EQ(UnitMessages("function g input Length x; output Time t; algorithm t := 2*x; end g; Length x = 1; "
                         "Time t = g(x);"),
            "5:58-61 D0261 `t` is in `s`, but this is in `m`\n");
}

TEST(UnitCheck, ConnectedConnectors) {
  const char* const text =
      "model M\n"
      "  connector Pin Real v(unit = \"V\"); flow Real i(unit = \"A\"); end Pin;\n"
      "  connector Other Real v(unit = \"m\"); flow Real i(unit = \"A\"); end Other;\n"
      "  model A Pin p; equation p.v = 1; end A;\n"
      "  model B Other p; equation p.i = 1; end B;\n"
      "  A a; B b;\nequation\n  connect(a.p, b.p);\nend M;";
  EXPECT_EQ(FlattenText(text).Messages(),
            "8:3-20 D0261 `a.p.v` is in `V`, but `b.p.v`, to which it is connected, is in `m`\n");
}

TEST(UnitCheck, FactorsAndZerosCount) {
  const Flattened f = FlattenText("model M Real x(unit = \"km\") = 1; Real y(unit = \"m\") = x; end M;");
  ASSERT_EQ(f.diagnostics.size(), 1u);
  EXPECT_EQ(f.diagnostics[0].notes, std::vector<std::string>{"1 m = 0.001 km"});
  // After a number the factor may have been converted.
  EXPECT_EQ(UnitMessages("Real x(unit = \"km\") = 1; Real y(unit = \"m\") = 1000*x;"), "");
  EXPECT_EQ(UnitMessages("Real c(unit = \"degC\") = 20; Real k(unit = \"K\") = c;"),
            "5:50-51 D0261 `k` is in `K`, but its value is in `degC`\n");
  EXPECT_EQ(
      UnitMessages(
          "Real c(unit = \"degC\") = 20; Real k(unit = \"K\") = c + 273.15; Real d(unit = \"K\") = c - c;"),
      "");
}

TEST(UnitCheck, WhatIsNotKnownIsSilent) {
  EXPECT_EQ(
      UnitMessages("Length x = 1; Real y = x + time*2.7; parameter Real p = 3; Length l = p; Time t = p*x;"
                   "Length h = 9.81*time^2/2;"),
      "");
  EXPECT_EQ(UnitMessages("Real e(unit = \"EUR\") = 1; Length x = e; Integer n = 3; Length l = n*x;"), "");
  EXPECT_EQ(UnitMessages("constant Real twice = 2*asin(1.0); Time t = 1; Real y = sin(twice*t/time);"), "");
}

TEST(UnitCheck, TextsOfUnits) {
  EXPECT_EQ(UnitMessages("Real x(unit = \"J/kg/K\") = 1;"),
            "5:15-23 D0262 `J/kg/K` is not a unit: a unit has one `/`; write several factors below it in "
            "brackets, as in `J/(kg.K)`\n");
  EXPECT_EQ(UnitMessages("Real x(unit = \"rad\", displayUnit = \"deg\") = 1; Real y(unit = \"rad\", "
                         "displayUnit = \"V\") = 1;"),
            "5:83-86 D0261 `y` is in `rad` and cannot be shown in `V`\n");
}

TEST(UnitCheck, CanBeTurnedOff) {
  Parsed parsed("model M Real t(unit = \"s\") = 1; Real x(unit = \"m\") = t; end M;");
  for (const UnitCheck check : {UnitCheck::kOff, UnitCheck::kOwn, UnitCheck::kAll}) {
    Diagnostics warnings;
    ASSERT_TRUE(Flatten(parsed.Store(), *FindModel(parsed.Store()), {{}, check}, warnings));
    EXPECT_EQ(warnings.items().size(), check == UnitCheck::kOff ? 0u : 1u);
  }
}

}  // namespace
}  // namespace daedalus::semantics
