#include "daedalus/structure/tearing_greedy.h"

#include <gtest/gtest.h>

#include "daedalus/structure/tearing_exact.h"
#include "structure/ids.h"
#include "structure/tearing_examples.h"

namespace daedalus::structure {
namespace {

TearingOptions WellConditioned() {
  TearingOptions options;
  options.max_pivot_cost = kTenTimesSmaller;
  return options;
}

std::size_t NumTorn(const TearingProblem& problem, const TearingOptions& options = {}) {
  const TornBlock torn = TearBlock(problem, options);
  EXPECT_TRUE(IsLegalTearing(problem, torn));
  return torn.tearing.size();
}

TEST(TearBlock, NeedsOneTearingVariableForEachLoopOfTheSources) {
  EXPECT_EQ(NumTorn(ResistorLoop()), 1u);
  EXPECT_EQ(NumTorn(Hydraulics()), 1u);
  EXPECT_EQ(NumTorn(Bridge()), 1u);  // see tearing_test.cc on [H7.5]
}

// (7.84): phi and its rate are states; columns dvx dvy F d2phi. F x and F y may vanish with x and y, cos and
// sin with phi.
TEST(TearBlock, TearsThePendulumWithItsAngleByOneWithoutDividingByWhatVanishes) {
  const TearingProblem problem = ProblemFromDrawing({"x.~.",    // m dvx = -F x / l
                                                     ".x~.",    // m dvy = m g - F y / l
                                                     "x..~",    // dvx = l cos(phi) d2phi - ...
                                                     ".x.~"});  // dvy = -l sin(phi) d2phi - ...
  EXPECT_EQ(TearExactly(problem).tearing.size(), 2u);
  EXPECT_EQ(NumTorn(problem), 2u);
  EXPECT_EQ(NumTorn(AllSafe(problem.appears)), 1u);  // (7.85), which divides by cos(phi) and y
}

TEST(TearBlock, TearsTheInlinedHeatEquationByTwentyFiveWithoutDividingByTheStep) {
  EXPECT_EQ(NumTorn(InlinedHeatBdf(50)), 25u);
  EXPECT_EQ(NumTorn(InlinedHeatBdf(50), WellConditioned()), 25u);
}

// The text's tool found only the trivial 100.
TEST(TearBlock, TearsTheHeatEquationInlinedByRadauByFifty) {
  EXPECT_EQ(NumTorn(InlinedHeatRadau(50)), 50u);
  EXPECT_EQ(NumTorn(InlinedHeatRadau(50), WellConditioned()), 50u);
}

TEST(TearBlock, IsAsGoodAsExhaustionOnShortHeatEquations) {
  for (const std::uint32_t n : {6u, 8u, 10u}) {
    EXPECT_EQ(NumTorn(InlinedHeatBdf(n)), TearExactly(InlinedHeatBdf(n)).tearing.size());
  }
  EXPECT_EQ(NumTorn(InlinedHeatRadau(6)), TearExactly(InlinedHeatRadau(6)).tearing.size());
}

TEST(TearBlock, TearsEverythingWhereNothingIsSafe) {
  EXPECT_EQ(NumTorn(ProblemFromDrawing({"~~~", "~~~", "~~~"})), 3u);
  EXPECT_EQ(NumTorn(AllSafe(Incidence{})), 0u);
  EXPECT_EQ(NumTorn(ProblemFromDrawing({"~"})), 1u);
}

TEST(TearBlock, LeavesPivotsAloneThatCostTooMuch) {
  const TearingProblem problem = ProblemFromDrawing({"9x", "x9"});
  EXPECT_EQ(NumTorn(problem), 1u);
  TearingOptions options;
  options.max_pivot_cost = 0;
  const TornBlock torn = TearBlock(problem, options);
  ASSERT_EQ(torn.assignments.size(), 1u);
  EXPECT_NE(torn.assignments[0].row.value, torn.assignments[0].column.value);
}

TEST(TearBlock, IsWithinOneOfTheMinimumAndMostlyAtItOnRandomBlocks) {
  std::mt19937 random(2011);
  std::size_t sum = 0, minimum = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const TearingProblem problem =
        RandomProblem(&random, 4 + random() % 11, 2 + random() % 6, 2 + random() % 8);
    const std::size_t exact = TearExactly(problem).tearing.size();
    const std::size_t torn = NumTorn(problem);
    EXPECT_LE(torn, exact + 1) << Draw(problem.appears);
    sum += torn;
    minimum += exact;
  }
  EXPECT_LE(sum, minimum + minimum / 50);
}

TEST(TearBlock, GivesTheSameAnswerTwice) {
  std::mt19937 random(3);
  const TearingProblem problem = RandomProblem(&random, 60, 20, 5);
  const TornBlock a = TearBlock(problem), b = TearBlock(problem);
  EXPECT_EQ(NumbersOf(a.tearing), NumbersOf(b.tearing));
  EXPECT_EQ(a.assignments, b.assignments);
}

TEST(TearBlock, TearsAHundredThousandEquationsOfTheHeatEquation) {
  EXPECT_EQ(NumTorn(InlinedHeatBdf(50000), WellConditioned()), 25000u);
}

TEST(TearBlock, TearsARingOfAHundredThousandEquationsByOne) {
  const std::uint32_t n = 100000;
  Incidence ring;
  ring.num_columns = n;
  for (std::uint32_t i = 0; i < n; ++i) ring.AddRow(Columns({i, (i + 1) % n}));
  EXPECT_EQ(NumTorn(AllSafe(ring)), 1u);
}

// One unknown that appears everywhere, as a common pressure or temperature does, must not make every step
// expensive.
TEST(TearBlock, TearsAStarOfAHundredThousandEquationsByItsCentre) {
  const std::uint32_t n = 100000;
  Incidence star;
  star.num_columns = n;
  Numbers balance;
  for (std::uint32_t i = 1; i < n; ++i) {
    star.AddRow(Columns({0, i}));
    balance.push_back(i);
  }
  star.AddRow(Columns(balance));
  EXPECT_EQ(NumTorn(AllSafe(star)), 1u);
}

}  // namespace
}  // namespace daedalus::structure
