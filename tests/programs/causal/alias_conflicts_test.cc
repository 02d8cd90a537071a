#include "daedalus/programs/causal/alias_conflicts.h"

#include <gtest/gtest.h>

#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

using Texts = std::vector<std::string>;

std::vector<Diagnostic> ErrorsOf(Model m) {
  Diagnostics warnings;
  const auto result = RemoveAliases(std::move(m).Build().value(), warnings);
  return result.ok() ? std::vector<Diagnostic>() : result.error();
}

TEST(AliasConflicts, ACycleThatSaysNothingNewNamesItsEquations) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c");
  m.Equation(a == b);
  m.Equation(b == -c);
  m.Equation(c == -a);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kRedundantEquation);
  EXPECT_EQ(errors[0].message, "the equation `c = -a` is redundant");
  EXPECT_EQ(errors[0].notes.at(0), "the other equations: `a = b`, `b = -c`");
}

TEST(AliasConflicts, TheSameEquationTwiceIsRedundant) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), other = m.Variable("other");
  m.Equation(a == b);
  m.Equation(other == sin(a));
  m.Equation(3.0 * b == 3.0 * a);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].notes.at(0), "the other equations: `a = b`") << "and not those beside the cycle";
}

TEST(AliasConflicts, OnRequestWhatIsRepeatedStaysWithWhatItRepeats) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c"), d = m.Variable("d");
  m.Equation(a == b);
  m.Equation(b == c);
  m.Equation(a - 2.0 * b + c == 0.0);
  m.Equation(d == a);
  Diagnostics warnings;
  const auto kept = RemoveAliases(std::move(m).Build().value(), warnings, {}, Repetitions::kKeep);
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->system.equations.size(), 3u);
  EXPECT_EQ(kept->aliases.size(), 1u) << "of a and d one goes, as always";
  ASSERT_EQ(kept->repeated.size(), 1u);
  EXPECT_EQ(kept->repeated[0].code, Code::kRedundantEquation);
}

TEST(AliasConflicts, OnRequestContradictionsStayErrors) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b");
  m.Equation(a == b);
  m.Equation(a == 1.0);
  m.Equation(b == 2.0);
  Diagnostics warnings;
  const auto kept = RemoveAliases(std::move(m).Build().value(), warnings, {}, Repetitions::kKeep);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().at(0).code, Code::kContradictoryEquations);
}

TEST(AliasConflicts, AVariableThatEqualsItselfSaysNothing) {
  Model m("M");
  auto a = m.Variable("a");
  m.Equation(a == a);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kRedundantEquation);
  EXPECT_EQ(errors[0].primary.text, "both sides are the same");
}

TEST(AliasConflicts, TwoNumbersForOneVariableContradict) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b");
  m.Equation(a == 1.0);
  m.Equation(a == -b);
  m.Equation(b == 2.0);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kContradictoryEquations);
  EXPECT_EQ(errors[0].message, "the equation `b = 2` contradicts others");
  EXPECT_EQ(errors[0].notes,
            (Texts{"together they require 0 = 3", "the other equations: `a = 1`, `a = -b`"}));
}

TEST(AliasConflicts, TheSameNumberTwiceIsRedundantThroughSigns) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b");
  m.Equation(a == 2.0);
  m.Equation(b == -2.0);
  m.Equation(a == -b);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kRedundantEquation);
  EXPECT_EQ(errors[0].message, "the equation `a = -b` is redundant");
}

TEST(AliasConflicts, TwoParametersForOneVariableDetermineItTwice) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), p = m.Parameter("p", 1.0), q = m.Parameter("q", 1.0);
  m.Equation(a == p);
  m.Equation(a == q);
  (void)b;
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kContradictoryEquations);
  EXPECT_EQ(errors[0].message, "the equation `a = q` repeats what other equations already determine");
  EXPECT_EQ(errors[0].notes.at(0), "together they require 0 = p - q");
}

TEST(AliasConflicts, AZeroByACycleAgreesWithNoOtherNumber) {
  for (const double value : {0.0, 1.0}) {
    Model m("M");
    auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c");
    m.Equation(a == b);
    m.Equation(a == -b);
    m.Equation(b == value);
    (void)c;
    const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, value == 0.0 ? Code::kRedundantEquation : Code::kContradictoryEquations);
    EXPECT_NE(errors[0].notes.back().find("`a = b`, `a = -b`"), std::string::npos);
  }
}

TEST(AliasConflicts, AnEquationThatAliasesEmptyIsReportedAsItWasWritten) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c");
  m.Equation(a == b);
  m.Equation(sin(a) == sin(b));
  m.Equation(c == a + 1.0);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kRedundantEquation);
  EXPECT_EQ(errors[0].message, "the equation `sin(a) = sin(b)` is redundant");
  EXPECT_EQ(errors[0].notes.at(0), "the other equations: `a = b`");
}

TEST(AliasConflicts, AnOffsetBetweenAliasesContradicts) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b");
  m.Equation(a == b);
  m.Equation(a == b + 1.0);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, Code::kContradictoryEquations);
  EXPECT_EQ(errors[0].notes.at(0), "together they require 0 = -1");
}

TEST(AliasConflicts, VeryManyMistakesGiveFewMessages) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b");
  for (int i = 0; i < 1000; ++i) m.Equation(a == b);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 20u);
  EXPECT_EQ(errors.back().notes.back(), "979 more equations are like this one");
}

TEST(AliasConflicts, ALongCycleIsExplainedInOneMessage) {
  constexpr std::size_t kLength = 100'000;
  Model m("Ring");
  std::vector<Expr> v;
  for (std::size_t i = 0; i < kLength; ++i) v.push_back(m.Variable("v" + std::to_string(i)));
  for (std::size_t i = 0; i < kLength; ++i) m.Equation(v[i] == v[(i + 1) % kLength]);
  const std::vector<Diagnostic> errors = ErrorsOf(std::move(m));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].notes.at(0).find("and 99994 more"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::causal
