// StateSelect.always is granted, or it is told that it is not.
#include "daedalus/model/compile/unmet_state_preferences.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus::compile {
namespace {

// der(a) and der(b) with a = 2 b: one degree of freedom.
std::vector<Diagnostic> UnmetOf(StateSelect of_a, StateSelect of_b, StateSelect of_c = StateSelect::kDefault,
                                StateSelect preference = StateSelect::kAlways) {
  Model m("M");
  auto a = m.Variable("a", {.state_select = of_a}), b = m.Variable("b", {.state_select = of_b});
  auto f = m.Variable("f"), c = m.Variable("c", {.state_select = of_c});
  m.Equation(der(a) == f - a);
  m.Equation(der(b) == 1.0 - f);
  m.Equation(a == 2.0 * b);
  m.Equation(c == a + f * f);
  Diagnostics diagnostics;
  auto given = ReadGivenModel(std::move(m).Build().value(), IndexTreatment::kDummyDerivatives,
                              AliasTreatment::kRemove, diagnostics);
  const auto selection = given->reduction->Select(GuessStart(*given, 0, given->held).point);
  const auto model = PrepareStates(*given, *selection);
  return FindUnmetStatePreferences(*given, *model, preference);
}

TEST(UnmetStatePreferences, OneStateOfOneDegreeOfFreedomIsGranted) {
  EXPECT_TRUE(UnmetOf(StateSelect::kAlways, StateSelect::kDefault).empty());
  EXPECT_TRUE(UnmetOf(StateSelect::kDefault, StateSelect::kAlways).empty());
  EXPECT_TRUE(UnmetOf(StateSelect::kPrefer, StateSelect::kPrefer).empty()) << "a preference is no demand";
}

TEST(UnmetStatePreferences, TheSecondOfTwoIsTold) {
  const auto told = UnmetOf(StateSelect::kAlways, StateSelect::kAlways);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].code, Code::kNoState);
  EXPECT_EQ(told[0].severity, Severity::kWarning);
}

TEST(UnmetStatePreferences, WhoeverAsksIsToldAboutPreferencesToo) {
  const auto told =
      UnmetOf(StateSelect::kPrefer, StateSelect::kPrefer, StateSelect::kDefault, StateSelect::kPrefer);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].severity, Severity::kNote);
  EXPECT_TRUE(told[0].message.ends_with("is preferred as a state, but is computed from other states"))
      << told[0].message;
}

TEST(UnmetStatePreferences, AnAlgebraicVariableIsToldWhereTheFreedomIsAnothers) {
  const auto told = UnmetOf(StateSelect::kAlways, StateSelect::kDefault, StateSelect::kAlways);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].message, "`c` is required as a state, but is computed from other states");
}

}  // namespace
}  // namespace daedalus::compile
