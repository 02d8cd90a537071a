#include "daedalus/model/initialize/describe_conditions.h"

#include <algorithm>

#include "model/initialize/initial_models.h"

namespace daedalus::initialize {
namespace {

// A text of twenty short lines for equations and declarations to point into.
struct Text {
  Sources sources;
  SourceFileId file;

  Text() {
    std::string text;
    for (int line = 1; line <= 20; ++line) text += "0123456789\n";
    file = sources.Add("Pendulum.mo", text);
  }
  Span Line(std::uint32_t line) const { return {file, 11 * (line - 1), 11 * (line - 1) + 10}; }

  // Variables are declared on lines 1, 2, ..., equations stand on lines 11, 12, ...
  System Located(System s) const {
    for (const DeclarationId d : IdRange<DeclarationId>(s.declarations.size()))
      s.declarations[d].span = Line(static_cast<std::uint32_t>(d.index() + 1));
    for (const EquationId e : IdRange<EquationId>(s.equations.size()))
      s.equations[e].origin = s.origins.Add({Line(static_cast<std::uint32_t>(e.index() + 11)), {}});
    return s;
  }
};

TEST(DescribeInitialConditions, SaysWhatIsChosenAssumedAndImpliedInThePendulum) {
  const Text text;
  const System s = ReducedPendulum(text.Located(GivenPendulum({.x = true})));
  const std::string table = DescribeInitialConditions(s, ExplanationOf(s).value(), text.sources);
  EXPECT_NE(table.find("initial conditions  2 to choose\n"), std::string::npos) << table;
  EXPECT_NE(table.find("  chosen    x = 0.5 (fixed, line 2)\n"), std::string::npos) << table;
  EXPECT_NE(table.find("  assumed   vx = 0 (start value, not fixed)\n"), std::string::npos) << table;
  EXPECT_NE(table.find("  implied   y, by x^2 + y^2 = l^2 (line 15)\n"), std::string::npos) << table;
  EXPECT_NE(table.find("the time derivative of x^2 + y^2 = l^2 (line 15)"), std::string::npos) << table;
}

TEST(DescribeInitialConditions, CutsLongListsAndCountsTheRest) {
  Model m("M");
  for (int i = 0; i < 30; ++i) {
    auto x = m.Variable("x" + std::to_string(i));
    m.Equation(der(x) == -x);
  }
  const System s = Built(std::move(m));
  const std::string table = DescribeInitialConditions(s, ExplanationOf(s).value(), Sources(), 4);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 6) << table;
  EXPECT_NE(table.find("and 26 more"), std::string::npos) << table;
}

TEST(DescribeInitialConditions, ShowsAConflictWithAllItsMembers) {
  const Text text;
  const System s = ReducedPendulum(text.Located(GivenPendulum({.x = true, .y = true})));
  const std::string table = DescribeInitialConditions(s, ExplanationOf(s).value(), text.sources);
  EXPECT_NE(table.find("  conflict  y = -1.9 (fixed, line 3), with x = 0.5 (fixed, line 2), by x^2 + y^2 "
                       "= l^2 (line 15)\n"),
            std::string::npos)
      << table;
}

TEST(DescribeConflicts, NamesWhatThePositionsOfThePendulumCollideWithAndWhatToDrop) {
  const Text text;
  const System s = ReducedPendulum(text.Located(GivenPendulum({.x = true, .y = true})));
  const std::vector<Diagnostic> errors = DescribeConflicts(s, ExplanationOf(s).value());
  ASSERT_EQ(errors.size(), 1u);
  const Diagnostic& d = errors[0];
  EXPECT_EQ(d.code, Code::kInitialOverdetermined);
  EXPECT_EQ(d.message,
            "the initial condition `y = -1.9` is one too many: 1 other condition and 1 equation already "
            "determine the same");
  EXPECT_EQ(d.primary.span, text.Line(3));
  ASSERT_EQ(d.secondary.size(), 2u);
  EXPECT_EQ(d.secondary[0].span, text.Line(2));
  EXPECT_EQ(d.secondary[0].text, "`x` is fixed here");
  EXPECT_EQ(d.secondary[1].span, text.Line(15));
  EXPECT_EQ(d.hint, "drop `fixed = true` of one of `y`, `x`");
}

TEST(DescribeConflicts, SpeaksOfTheTimeDerivativeOfTheEquationThatTheUserWrote) {
  // Fixed velocities collide by the derivative of the constraint, once the position is fixed as well.
  Text text;
  System given = text.Located(GivenPendulum({.x = true, .vx = true}));
  given.variables[Named(given, "vy")].fixed = true;
  const System s = ReducedPendulum(std::move(given));
  const std::vector<Diagnostic> errors = DescribeConflicts(s, ExplanationOf(s).value());
  ASSERT_EQ(errors.size(), 1u);
  const auto speaks = [](const Label& label) {
    return label.text.find("the time derivative of this equation") != std::string::npos;
  };
  const auto at = std::find_if(errors[0].secondary.begin(), errors[0].secondary.end(), speaks);
  ASSERT_NE(at, errors[0].secondary.end());
  EXPECT_EQ(at->span, text.Line(15));
}

TEST(DescribeConflicts, AVariableThatTheEquationsAloneDetermineIsNotToBeFixed) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y", {.start = 1.0, .fixed = true});
  m.Equation(der(x) == -x);
  m.Equation(y == 3.0);
  const System s = Built(std::move(m));
  const std::vector<Diagnostic> errors = DescribeConflicts(s, ExplanationOf(s).value());
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message,
            "the initial condition `y = 1` is one too many: 1 equation of the model determines the same");
  EXPECT_EQ(errors[0].hint, "drop `fixed = true` of `y`");
}

TEST(DescribeConflicts, AnInitialEquationWithoutAnUnknownIsSaidToHaveNone) {
  Model m("M");
  auto x = m.Variable("x"), p = m.Parameter("p", 1.0);
  m.Equation(der(x) == -x);
  m.InitialEquation(p == 2.0);
  const System s = Built(std::move(m));
  const std::vector<Diagnostic> errors = DescribeConflicts(s, ExplanationOf(s).value());
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].message.find("it contains no unknown"), std::string::npos);
  EXPECT_EQ(errors[0].hint, "leave the initial equation out");
}

TEST(DescribeConflicts, ReportsAFewOfManyAndCountsTheRest) {
  Model m("M");
  for (int i = 0; i < 15; ++i) {
    auto x = m.Variable("x" + std::to_string(i), {.fixed = true});
    m.Equation(der(x) == -x);
    m.InitialEquation(der(x) == 0.0);
  }
  const System s = Built(std::move(m));
  const InitialConditions c = ExplanationOf(s).value();
  EXPECT_EQ(c.num_conflicts, 15u);
  const std::vector<Diagnostic> errors = DescribeConflicts(s, c);
  EXPECT_LT(errors.size(), 15u);
  EXPECT_NE(errors.back().notes.back().find("more initial conditions are too many"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::initialize
