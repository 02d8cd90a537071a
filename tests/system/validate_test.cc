#include "daedalus/system/validate.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus {
namespace {

System Built(Model m) {
  return std::move(m).Build().value();
}

bool Mentions(const Diagnostic& d, std::string_view text) {
  for (const std::string& note : d.notes) {
    if (note.find(text) != std::string::npos) return true;
  }
  return d.message.find(text) != std::string::npos;
}

TEST(Validate, TooFewEquationsNameTheUnusedUnknowns) {
  Model m("M");
  auto x = m.Variable("x");
  m.Variable("lonely");
  m.Equation(x == 1.0);
  const auto diagnostics = Validate(Built(std::move(m)));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, Code::kUnbalanced);
  EXPECT_TRUE(Mentions(diagnostics[0], "1 equation for 2 unknowns"));
  EXPECT_TRUE(Mentions(diagnostics[0], "unknowns in no equation: `lonely`"));
}

TEST(Validate, TooManyEquationsNameThoseWithoutUnknowns) {
  Model m("M");
  auto x = m.Variable("x");
  auto p = m.Parameter("p", 2.0);
  m.Equation(x == p);
  m.Equation(p == 2.0);
  const auto diagnostics = Validate(Built(std::move(m)));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, Code::kUnbalanced);
  EXPECT_TRUE(Mentions(diagnostics[0], "equations without an unknown: `p = 2`"));
}

TEST(Validate, EqualCountsAreNotEnough) {
  Model m("M");
  auto x = m.Variable("x");
  m.Variable("y");
  m.Equation(x == 1.0);
  m.Equation(x == x + 1.0);
  const auto diagnostics = Validate(Built(std::move(m)));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_TRUE(Mentions(diagnostics[0], "do not determine all of them"));
}

TEST(Validate, LongListsAreCut) {
  Model m("M");
  for (int i = 0; i < 15; ++i) m.Variable(fmt::format("v{}", i));
  EXPECT_TRUE(Mentions(Validate(Built(std::move(m)))[0], "`v9` and 5 more"));
}

TEST(Validate, ParametersMustNotVary) {
  Model m("M");
  auto x = m.Variable("x");
  m.Parameter("p", 2.0 * x);
  m.Parameter("q", sin(m.Time()));
  m.Equation(x == 1.0);
  const auto diagnostics = Validate(Built(std::move(m)));
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].code, Code::kParameterVaries);
  EXPECT_TRUE(Mentions(diagnostics[0], "`p` depends on `x`"));
  EXPECT_TRUE(Mentions(diagnostics[1], "`q` depends on `time`"));
}

TEST(Validate, CyclicParametersAndDuplicateNamesAreReportedTogether) {
  Model m("M");
  m.Parameter("p", 1.0);
  System s = Built(std::move(m));
  Parameter twin = s.parameters[ParameterId(0)];
  twin.value = s.graph.Parameter(ParameterId(1));
  s.parameters.Add(twin);
  const auto diagnostics = Validate(s);
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].code, Code::kDuplicateVariable);
  EXPECT_EQ(diagnostics[1].code, Code::kCyclicParameters);
}

TEST(CheckInvariantsDeathTest, FindsOurOwnMistakes) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(x == 1.0);
  System s = Built(std::move(m));
  CheckInvariants(s);
  System second_derivative = s, stranger = s;
  second_derivative.equations[EquationId(0)].residual = second_derivative.graph.Variable(VariableId(0), 2);
  EXPECT_DEATH(CheckInvariants(second_derivative), "order 0 or 1");
  stranger.equations[EquationId(0)].residual = stranger.graph.Variable(VariableId(5));
  EXPECT_DEATH(CheckInvariants(stranger), "variables of this System");
}

}  // namespace
}  // namespace daedalus
