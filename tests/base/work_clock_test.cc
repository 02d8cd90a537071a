#include "daedalus/base/work_clock.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

// Waits until the clock of the machine has moved, however little.
void Work() {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(100)) {
  }
}

TEST(WorkClock, OwnTimesAddUpToTheTotalOfTheOutermost) {
  WorkClock clock;
  const WorkClock::Place outer = clock.AddPlace(), inner = clock.AddPlace();
  for (int i = 0; i < 3; ++i) {
    const TimedWork in_outer(clock, outer);
    Work();
    const TimedWork in_inner(clock, inner);
    Work();
  }
  EXPECT_EQ(clock.CostOf(outer).count, 3);
  EXPECT_EQ(clock.CostOf(inner).count, 3);
  EXPECT_GT(clock.CostOf(outer).own, 2e-4);
  EXPECT_GT(clock.CostOf(inner).own, 2e-4);
  EXPECT_NEAR(clock.CostOf(outer).total, clock.CostOf(outer).own + clock.CostOf(inner).own, 1e-12);
}

TEST(WorkClock, APlaceWithinItselfCountsItsTimeOnce) {
  WorkClock clock;
  const WorkClock::Place place = clock.AddPlace();
  {
    const TimedWork first(clock, place);
    const TimedWork second(clock, place);
    Work();
  }
  EXPECT_EQ(clock.CostOf(place).count, 2);
  EXPECT_NEAR(clock.CostOf(place).total, clock.CostOf(place).own, 1e-12);
}

}  // namespace
}  // namespace daedalus
