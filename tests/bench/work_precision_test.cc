#include "ivp/work_precision.h"

#include <gtest/gtest.h>

#include <cmath>

#include "growth.h"

namespace daedalus::bench {
namespace {

using Runs = std::vector<Run>;  // inside of a test, `Run` is one of its members

Run MakeRun(const std::string& method, double relative, double digits, double seconds) {
  return {.problem = "p",
          .form = "p",
          .method = method,
          .relative = relative,
          .ok = true,
          .digits = digits,
          .seconds = seconds,
          .steps = 1};
}

const Pick kOurs = [](const Run& run) { return !run.peer; };
const Pick kPeers = [](const Run& run) { return run.peer; };

TEST(WorkPrecision, OneLuckyToleranceOfFiveDoesNotCount) {
  Runs runs;
  for (int i = -2; i <= 2; ++i) runs.push_back(MakeRun("m", std::pow(10, -4 + 0.2 * i), 3, 1));
  runs[1].digits = 9;
  runs[3].seconds = 0.01;
  const Runs medians = MediansOfDecades(runs);
  ASSERT_EQ(medians.size(), 1u);
  EXPECT_EQ(medians[0].digits, 3);
  EXPECT_EQ(medians[0].seconds, 1);
  EXPECT_DOUBLE_EQ(medians[0].relative, 1e-4);
}

TEST(WorkPrecision, ADecadeIsSolvedWhenMostOfItIs) {
  Runs runs;
  for (int i = -2; i <= 2; ++i) runs.push_back(MakeRun("m", std::pow(10, -4 + 0.2 * i), 3, 1));
  runs[0].ok = runs[2].ok = false;
  EXPECT_TRUE(MediansOfDecades(runs)[0].ok);
  runs[4].ok = false;
  EXPECT_FALSE(MediansOfDecades(runs)[0].ok);
}

TEST(WorkPrecision, TasksAndMethodsAreNotMixed) {
  Runs runs = {MakeRun("a", 1e-4, 3, 1), MakeRun("b", 1e-4, 4, 2), MakeRun("a", 1e-4, 5, 3)};
  runs[2].task = Task::kPoints;
  EXPECT_EQ(MediansOfDecades(runs).size(), 3u);
}

// Ours: 1 s for 2 digits, 4 s for 4; the peer twice that, and up to 6 digits.
TEST(WorkPrecision, RatiosAreTakenAtEqualDigitsAndMissedLevelsAreKept) {
  Runs runs = {MakeRun("ours", 1e-2, 2, 1), MakeRun("ours", 1e-4, 4, 4), MakeRun("peer", 1e-2, 2, 2),
               MakeRun("peer", 1e-6, 6, 32)};
  runs[2].peer = runs[3].peer = true;
  const Comparison comparison = Compare("p", runs, kOurs, kPeers);
  ASSERT_EQ(comparison.levels.size(), 5u);  // 2 to 6
  EXPECT_NEAR(*comparison.levels[1].our_seconds, 2, 1e-12) << "between the points in the logarithm";
  EXPECT_NEAR(*comparison.ratio, 0.5, 1e-12);
  EXPECT_FALSE(comparison.levels[3].our_seconds.has_value()) << "5 digits are missed, and shown so";
  EXPECT_TRUE(comparison.levels[3].peer_seconds.has_value());
}

TEST(WorkPrecision, NothingIsComparedWhereOneSideSolvesNothing) {
  Runs runs = {MakeRun("ours", 1e-4, 4, 1), MakeRun("peer", 1e-4, 4, 1)};
  runs[1].peer = true;
  runs[1].ok = false;
  const Comparison comparison = Compare("p", runs, kOurs, kPeers);
  EXPECT_FALSE(comparison.ratio.has_value());
  EXPECT_FALSE(comparison.levels.empty()) << "missed by the peer";
  EXPECT_EQ(Summarize(std::span(&comparison, 1)).num_problems, 0);
}

TEST(WorkPrecision, WhatWasNotRunHasMissedNothing) {
  const Runs runs = {MakeRun("ours", 1e-4, 4, 1)};
  EXPECT_TRUE(Compare("p", runs, kOurs, kPeers).levels.empty());
}

TEST(Growth, TheExponentOfAPowerIsThatPower) {
  const std::vector<double> sizes = {10, 100, 1000};
  std::vector<double> seconds;
  for (const double size : sizes) seconds.push_back(3 * std::pow(size, 1.25));
  EXPECT_NEAR(GrowthExponent(sizes, seconds), 1.25, 1e-12);
}

}  // namespace
}  // namespace daedalus::bench
