#include "daedalus/system/bounds.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus {
namespace {

// "error: ..." or "warning: ...", one line for each message and note.
std::string Told(const System& system) {
  std::string text;
  for (const Diagnostic& d : CheckBounds(system, EvaluateParameters(system).value().values)) {
    text += fmt::format("{}: {}\n", d.severity == Severity::kError ? "error" : "warning", d.message);
    for (const std::string& note : d.notes) text += fmt::format("  {}\n", note);
  }
  return text;
}

System Build(Model m) {
  return std::move(m).Build().value();
}

TEST(Bounds, WhatIsInsideIsNotMentioned) {
  Model m("M");
  const auto top = m.Parameter("top", 2.0);
  m.Variable("x", {.start = Expr(2.0), .min = Expr(0.0), .max = top, .nominal = Expr(10.0)});
  m.Variable("y", {.min = Expr(1.0)});  // no start is given: 0 is nobody's wish
  EXPECT_EQ(Told(Build(std::move(m))), "");
}

TEST(Bounds, AParameterOutsideIsAnError) {
  Model m("M");
  m.Parameter("p", 3.0);
  m.Parameter("q", -3.0);
  System s = Build(std::move(m));
  s.parameters[ParameterId(0)].max = s.graph.Constant(2.5);
  s.parameters[ParameterId(1)].min = s.graph.Constant(0.0);
  EXPECT_EQ(Told(s),
            "error: parameter `p` is 3, above its max of 2.5\n"
            "error: parameter `q` is -3, below its min of 0\n");
}

TEST(Bounds, AStartOutsideIsAnErrorWhereItIsFixed) {
  Model m("M");
  const auto top = m.Parameter("top", 1.0);
  m.Variable("x", {.start = Expr(2.0), .max = top});
  m.Variable("y", {.start = 2.0 * top, .fixed = true, .max = top});
  EXPECT_EQ(Told(Build(std::move(m))),
            "warning: the start value of `x` is 2, above its max of 1\n"
            "error: the start value of `y` is 2, above its max of 1\n");
}

TEST(Bounds, MinAboveMaxIsAnErrorOfItsOwn) {
  Model m("M");
  m.Variable("x", {.start = Expr(5.0), .min = Expr(3.0), .max = Expr(2.0)});
  EXPECT_EQ(Told(Build(std::move(m))), "error: the min of `x` is 3, above its max of 2\n");
}

TEST(Bounds, ANegativeNominalIsTold) {
  Model m("M");
  m.Variable("x", {.nominal = Expr(-5.0)});
  EXPECT_EQ(Told(Build(std::move(m))),
            "warning: the nominal value of `x` is -5, which is not more than 0\n  5 is taken\n");
}

TEST(Bounds, TheElementsOfAnArrayShareAMessage) {
  Model m("M");
  m.Variable("x[1]", {.start = Expr(5.0), .max = Expr(2.0)});
  System s = Build(std::move(m));
  for (int i = 0; i < 3; ++i) s.variables.Add(s.variables[VariableId(0)]);
  EXPECT_EQ(Told(s),
            "warning: the start value of `x[1]` is 5, above its max of 2\n"
            "  and so for 3 more elements of the array\n");
}

TEST(Bounds, OnlyBoundedVariablesAreWatched) {
  Model m("M");
  const auto top = m.Parameter("top", 4.0);
  m.Variable("x");
  m.Variable("y", {.max = top});
  const auto bounded = FindBoundedVariables(Build(std::move(m)), std::vector<double>{4.0});
  ASSERT_EQ(bounded.size(), 1u);
  EXPECT_EQ(bounded[0].variable, VariableId(1));
  EXPECT_EQ(bounded[0].bounds.max, 4.0);
  EXPECT_EQ(bounded[0].bounds.min, -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace daedalus
