#include "daedalus/structure/tearing.h"

#include <gtest/gtest.h>

#include <bit>

#include "daedalus/structure/tearing_exact.h"
#include "structure/ids.h"
#include "structure/tearing_examples.h"

namespace daedalus::structure {
namespace {

// (7.9) torn as in (7.16): i3 is assumed, and (7.9f) tells how wrong it is.
TEST(CompleteTearing, ExecutesTheResistorLoopFromOneCurrent) {
  const TearingProblem problem = ResistorLoop();
  const TornBlock torn = CompleteTearing(problem, Columns({5}));
  EXPECT_EQ(NumbersOf(torn.tearing), (Numbers{5}));
  EXPECT_EQ(NumbersOf(torn.residuals), (Numbers{5}));
  EXPECT_EQ(torn.assignments, Entries({{2, 4}, {3, 0}, {0, 1}, {4, 2}, {1, 3}}));
  EXPECT_TRUE(IsLegalTearing(problem, torn));
}

// (7.21): two are torn where one would do, which is legal too.
TEST(CompleteTearing, TearsAllThatIsGiven) {
  const TearingProblem problem = ResistorLoop();
  const TornBlock torn = CompleteTearing(problem, Columns({1, 2}));
  EXPECT_EQ(NumbersOf(torn.tearing), (Numbers{1, 2}));
  EXPECT_TRUE(IsLegalTearing(problem, torn));
}

// [H7.5]: the current through the bridge gives only the voltage across it; u1 makes it complete.
TEST(CompleteTearing, TearsTheLowestUnknownWhereTheGivenOnesAreNotEnough) {
  const TearingProblem problem = Bridge();
  const TornBlock torn = CompleteTearing(problem, Columns({7}));
  EXPECT_EQ(NumbersOf(torn.tearing), (Numbers{0, 7}));
  EXPECT_TRUE(IsLegalTearing(problem, torn));
}

TEST(CompleteTearing, TakesTheBetterOfTwoPivots) {
  const TearingProblem problem = ProblemFromDrawing({"9x.",  // both rows 0 and 1 could give column 0
                                                     "1x.",  //
                                                     ".xx"});
  const TornBlock torn = CompleteTearing(problem, Columns({1}));
  EXPECT_EQ(torn.assignments[0], (Entry{RowId(2), ColumnId(2)}));
  EXPECT_EQ(torn.assignments[1], (Entry{RowId(1), ColumnId(0)}));
  EXPECT_EQ(NumbersOf(torn.residuals), (Numbers{0}));
}

TEST(CompleteTearing, NeverUsesAnUnsafePivot) {
  const TearingProblem problem = ProblemFromDrawing({"x~", "~~"});
  const TornBlock torn = CompleteTearing(problem, Columns({0}));
  EXPECT_EQ(NumbersOf(torn.tearing), (Numbers{0, 1}));
  EXPECT_EQ(NumbersOf(torn.residuals), (Numbers{0, 1}));
  EXPECT_EQ(NumbersOf(CompleteTearing(problem, Columns({1})).tearing), (Numbers{1}));
}

TEST(IsLegalTearing, RefusesWhatIsNotExecutable) {
  const TearingProblem problem = ProblemFromDrawing({"x~", "xx"});
  EXPECT_TRUE(IsLegalTearing(problem, {Columns({1}), Rows({1}), Entries({{0, 0}})}));
  EXPECT_FALSE(IsLegalTearing(problem, {Columns({0}), Rows({1}), Entries({{0, 1}})})) << "unsafe";
  EXPECT_FALSE(IsLegalTearing(problem, {{}, {}, Entries({{0, 0}, {1, 1}})})) << "needs what comes later";
  EXPECT_FALSE(IsLegalTearing(problem, {Columns({1}), Rows({0}), Entries({{0, 0}})}))
      << "an equation used twice, another never";
  EXPECT_FALSE(IsLegalTearing(problem, {Columns({0}), Rows({0}), {}})) << "an unknown is forgotten";
}

TEST(TearExactly, FindsOneTearingVariableForTheLoopsOfTheSources) {
  EXPECT_EQ(TearExactly(ResistorLoop()).tearing.size(), 1u);
  EXPECT_EQ(TearExactly(Hydraulics()).tearing.size(), 1u);
  // [H7.5] speaks of two, which its procedure finds for a circuit whose figure we do not have; the bridge
  // needs but one: u1 gives u4, i1, i4, i3, u3, u2, u5, i2, i5, and the right node is the residual.
  EXPECT_EQ(TearExactly(Bridge()).tearing.size(), 1u);
}

TEST(TearExactly, NeedsNoneForATriangleAndAllWherePivotsAreUnsafe) {
  EXPECT_TRUE(TearExactly(ProblemFromDrawing({"xx", ".x"})).tearing.empty());
  EXPECT_EQ(TearExactly(ProblemFromDrawing({"~~", "~~"})).tearing.size(), 2u);
  EXPECT_TRUE(TearExactly(AllSafe(Incidence{})).tearing.empty());
}

TEST(TearExactly, IsNotBeatenByAnySetOnRandomBlocks) {
  std::mt19937 random(74);
  for (int trial = 0; trial < 150; ++trial) {
    const std::uint32_t n = 1 + random() % 8;
    const TearingProblem problem = RandomProblem(&random, n, 2 + random() % 3, 2 + random() % 6);
    std::size_t fewest = n;
    for (std::uint32_t set = 0; set < 1u << n; ++set) {
      std::vector<ColumnId> columns;
      for (std::uint32_t c = 0; c < n; ++c) {
        if (set >> c & 1) columns.emplace_back(c);
      }
      const TornBlock torn = CompleteTearing(problem, columns);
      EXPECT_TRUE(IsLegalTearing(problem, torn));
      fewest = std::min(fewest, torn.tearing.size());
    }
    EXPECT_EQ(TearExactly(problem).tearing.size(), fewest) << Draw(problem.appears);
  }
}

}  // namespace
}  // namespace daedalus::structure
