#include "daedalus/model/simulate/output_grid.h"

#include <gtest/gtest.h>

namespace daedalus::simulate {
namespace {

TEST(OutputGrid, EndsAtStopExactly) {
  const OutputGrid grid = MakeGridOfIntervals(0, 0.3, 3);
  EXPECT_EQ(grid.num_points(), 4);
  EXPECT_EQ(grid.Time(0), 0.0);
  EXPECT_EQ(grid.Time(3), 0.3) << "3 * 0.1 is not 0.3";
}

TEST(OutputGrid, AWholeNumberOfIntervalsUpToRoundingGetsNoTinyLastOne) {
  EXPECT_EQ(MakeGridOfStep(0, 1, 0.1).num_intervals, 10);
  EXPECT_EQ(MakeGridOfStep(0, 10, 0.02).num_intervals, 500);
  EXPECT_EQ(MakeGridOfStep(332.868734542, 419.868734542, 0.5).num_intervals, 174);
}

TEST(OutputGrid, TheLastIntervalMayBeShorter) {
  const OutputGrid grid = MakeGridOfStep(0, 1, 0.3);
  EXPECT_EQ(grid.num_intervals, 4);
  EXPECT_DOUBLE_EQ(grid.Time(3), 0.9);
  EXPECT_EQ(grid.Time(4), 1.0);
}

TEST(OutputGrid, AnIntervalLargerThanTheSpanGivesTwoPoints) {
  EXPECT_EQ(MakeGridOfStep(0, 1, 5).num_points(), 2);
}

TEST(OutputGrid, AnEmptySpanIsOnePoint) {
  EXPECT_EQ(MakeGridOfIntervals(2, 2, 500).num_points(), 1);
  EXPECT_EQ(MakeGridOfStep(2, 2, 0.1).Time(0), 2.0);
}

}  // namespace
}  // namespace daedalus::simulate
