#include "daedalus/structure/tearing_heuristic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "daedalus/structure/tearing_exact.h"
#include "structure/ids.h"
#include "structure/tearing_examples.h"

namespace daedalus::structure {
namespace {

constexpr HeuristicOptions kAsWritten{HeuristicBreadth::kBusiestUnknowns};
constexpr HeuristicOptions kWider{HeuristicBreadth::kAllUnknowns};

// 7.4: only the node equation has three lines; any of its three currents would do.
TEST(TearByHeuristic, ChoosesTheNodeEquationAndOneOfItsCurrents) {
  const auto torn = TearByHeuristic(ResistorLoop(), kAsWritten);
  ASSERT_TRUE(torn.has_value());
  EXPECT_EQ(NumbersOf(torn->residuals), (Numbers{5}));
  ASSERT_EQ(torn->tearing.size(), 1u);
  EXPECT_EQ(torn->tearing[0].value % 2, 1u) << "the currents are the odd columns";
  EXPECT_TRUE(IsLegalTearing(ResistorLoop(), *torn));
}

TEST(TearByHeuristic, NeedsOneTearingVariableForTheHydraulicLoopOfFour) {
  for (const HeuristicOptions& options : {kAsWritten, kWider}) {
    const auto torn = TearByHeuristic(Hydraulics(), options);
    ASSERT_TRUE(torn.has_value());
    EXPECT_EQ(torn->tearing.size(), 1u);
  }
}

// 8.9: "32 residual equations and 32 tearing variables", and 25 with the wider search; our ties fall a little
// better.
TEST(TearByHeuristic, TearsTheHeatEquationAsInTheText) {
  const TearingProblem problem = AllSafe(InlinedHeatBdf(50).appears);
  const auto as_written = TearByHeuristic(problem, kAsWritten);
  ASSERT_TRUE(as_written.has_value());
  EXPECT_TRUE(IsLegalTearing(problem, *as_written));
  EXPECT_GT(as_written->tearing.size(), 25u);
  EXPECT_LE(as_written->tearing.size(), 32u);
  const auto wider = TearByHeuristic(problem, kWider);
  ASSERT_TRUE(wider.has_value());
  EXPECT_TRUE(IsLegalTearing(problem, *wider));
  EXPECT_EQ(wider->tearing.size(), 25u);
}

// 8.9: "the algorithm breaks down after having chosen about 60 tearing variables".
TEST(TearByHeuristic, GetsIntoACornerOnRadauAsTheTextSays) {
  EXPECT_FALSE(TearByHeuristic(AllSafe(InlinedHeatRadau(50).appears), kWider).has_value());
}

// The ten equations of the Wheatstone bridge with these three meshes, in a random order: columns are u1 ..
// u5, i1 .. i5. R3 is in the middle, R1 and R4 are the left branch from pole to pole, R2 and R5 the right
// one.
TearingProblem MeshesOfABridge(const std::vector<std::vector<std::uint32_t>>& meshes, std::mt19937* random) {
  std::vector<std::vector<std::uint32_t>> rows = {{5, 7, 8}, {6, 7, 9}};  // nodes
  for (std::uint32_t k = 0; k < 5; ++k) rows.push_back({k, k + 5});       // resistors
  for (const auto& mesh : meshes) rows.push_back(mesh);
  std::vector<std::uint32_t> place(10);
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), *random);
  std::shuffle(rows.begin(), rows.end(), *random);
  Incidence a;
  a.num_columns = 10;
  for (auto& row : rows) {
    for (std::uint32_t& column : row) column = place[column];
    a.AddRow(Columns(row));
  }
  return AllSafe(a);
}

// [H7.5] "You'll need two of them." So it is with both branches as meshes, whatever the third one is and
// however ties fall, though one would do; also with neither of them, where two are the fewest. With one of
// the branches and two meshes through the middle the procedure finds the one.
TEST(TearByHeuristic, NeedsTwoTearingVariablesForTheBridgeWithBothBranchesAsMeshes) {
  const std::vector<std::uint32_t> left = {0, 3}, right = {1, 4};
  const std::vector<std::uint32_t> upper = {0, 1, 2}, lower = {2, 3, 4}, down = {0, 2, 4}, up = {1, 2, 3};
  std::mt19937 random(75);
  for (int trial = 0; trial < 50; ++trial) {
    for (const auto& middle : {upper, lower, down, up}) {
      const TearingProblem bridge = MeshesOfABridge({left, right, middle}, &random);
      EXPECT_EQ(TearByHeuristic(bridge, kAsWritten)->tearing.size(), 2u);
      EXPECT_EQ(TearExactly(bridge).tearing.size(), 1u);
    }
    const TearingProblem without_branches = MeshesOfABridge({upper, lower, down}, &random);
    EXPECT_EQ(TearByHeuristic(without_branches, kAsWritten)->tearing.size(), 2u);
    EXPECT_EQ(TearExactly(without_branches).tearing.size(), 2u);
    EXPECT_EQ(TearByHeuristic(MeshesOfABridge({left, upper, lower}, &random), kAsWritten)->tearing.size(),
              1u);
  }
}

TEST(TearByHeuristic, GivesLegalTearingsOrNoneOnRandomBlocks) {
  std::mt19937 random(89);
  int num_torn = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const TearingProblem problem =
        RandomProblem(&random, 1 + random() % 15, 2 + random() % 5, 3 + random() % 20);
    for (const HeuristicOptions& options : {kAsWritten, kWider}) {
      const auto torn = TearByHeuristic(problem, options);
      if (!torn) continue;
      ++num_torn;
      EXPECT_TRUE(IsLegalTearing(problem, *torn)) << Draw(problem.appears);
    }
  }
  EXPECT_GT(num_torn, 500);
}

}  // namespace
}  // namespace daedalus::structure
