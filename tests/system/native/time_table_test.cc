#include "daedalus/system/native/time_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace daedalus::native {
namespace {

constexpr double kNever = std::numeric_limits<double>::max();
constexpr double kTimeColumns[] = {2.0};
// It jumps at 1.
const Matrix kTimeTable(5, 2, {0, 0, 1, 1, 1, 2, 2, 0, 3, 3});

// Values of the library's own implementation in C (ModelicaStandardTables.c of version 4.1.0), printed by a
// small program. From one event to the next, with the start at 0.5 and a shift by 0.25: the next event as
// seen at the present one, the value at the present one, in the middle between both (or half a second later
// where there is no next), and just before the next. Constant segments come with all events, as the library
// has them.
struct Step {
  double next, at, middle, before;
};
struct TimeExpectation {
  int smoothness, extrapolation, events;
  std::vector<Step> steps;
};
// clang-format off
const TimeExpectation kExpectedInTime[] = {
    {1, 1, 1, {{0.5, 0, 0, 0}, {1.25, 0.25, 0.625, 1}, {2.25, 2, 1, 0}, {3.25, 0, 1.5, 3}, {kNever, 3, 3, 0}}},
    {1, 1, 2, {{0.5, 0, 0, 0}, {1.25, 0.25, 0.625, 1}, {3.25, 2, 0, 3}, {kNever, 3, 3, 0}}},
    {1, 1, 3, {{0.5, 0, 0, 0}, {3.25, 0.25, 0.75, 3}, {kNever, 3, 3, 0}}},
    {1, 2, 1, {{0.5, 0, 0, 0}, {1.25, 0.25, 0.625, 1}, {2.25, 2, 1, 0}, {3.25, 0, 1.5, 3}, {kNever, 3, 4.5, 0}}},
    {1, 2, 2, {{0.5, 0, 0, 0}, {1.25, 0.25, 0.625, 1}, {3.25, 2, 0, 3}, {kNever, 3, 4.5, 0}}},
    {1, 2, 3, {{0.5, 0, 0, 0}, {3.25, 0.25, 0.75, 3}, {kNever, 3, 4.5, 0}}},
    {1, 3, 1, {{0.5, 0, 0, 0}, {1.25, 0.25, 0.625, 1}, {2.25, 2, 1, 0}, {3.25, 0, 1.5, 3}, {4.25, 0, 0.5, 1}, {5.25, 2, 1, 0}, {6.25, 0, 1.5, 3}, {7.25, 0, 0.5, 1}, {8.25, 2, 1, 0}}},
    {1, 3, 2, {{0.5, 0, 0, 0}, {1.25, 0.25, 0.625, 1}, {3.25, 2, 0, 3}, {4.25, 0, 0.5, 1}, {6.25, 2, 0, 3}, {7.25, 0, 0.5, 1}, {9.25, 2, 0, 3}, {10.25, 0, 0.5, 1}, {12.25, 2, 0, 3}}},
    {1, 3, 3, {{0.5, 0, 0, 0}, {3.25, 0.25, 0.75, 3}, {6.25, 0, 1, 3}, {9.25, 0, 1, 3}, {12.25, 0, 1, 3}, {15.25, 0, 1, 3}, {18.25, 0, 1, 3}, {21.25, 0, 1, 3}, {24.25, 0, 1, 3}}},
    {3, 1, 1, {{0.5, 0, 0, 0}, {1.25, 0, 0, 0}, {2.25, 2, 2, 2}, {3.25, 0, 0, 0}, {kNever, 3, 3, 0}}},
    {3, 2, 1, {{0.5, 0, 0, 0}, {1.25, 0, 0, 0}, {2.25, 2, 2, 2}, {3.25, 0, 0, 0}, {kNever, 3, 4.5, 0}}},
    {3, 3, 1, {{0.5, 0, 0, 0}, {1.25, 0, 0, 0}, {2.25, 2, 2, 2}, {3.25, 0, 0, 0}, {4.25, 0, 0, 0}, {5.25, 2, 2, 2}, {6.25, 0, 0, 0}, {7.25, 0, 0, 0}, {8.25, 2, 2, 2}}},
};
// clang-format on

TEST(TimeTable, GoesFromEventToEventAsTheLibraryInCDoes) {
  for (const TimeExpectation& e : kExpectedInTime) {
    const TimeTableOptions options{static_cast<Smoothness>(e.smoothness),
                                   static_cast<Extrapolation>(e.extrapolation),
                                   static_cast<TimeEvents>(e.events), 0.5, 0.25};
    const auto table = TimeTable::Make(kTimeTable, kTimeColumns, options);
    ASSERT_TRUE(table.ok());
    const auto value = [&](double time, double next, double previous) {
      double y = NAN;
      EXPECT_TRUE((*table)->Evaluate(0, time, next, previous, 0, &y, nullptr));
      return y;
    };
    double now = 0.0, previous = 0.0;
    for (const Step& step : e.steps) {
      const auto where = testing::Message() << "smoothness " << e.smoothness << " extrapolation "
                                            << e.extrapolation << " events " << e.events << " after " << now;
      const double next = (*table)->NextEvent(now);
      ASSERT_EQ(next, step.next) << where;
      EXPECT_NEAR(value(now, next, previous), step.at, 1e-14) << where;
      const double middle = next < kNever ? 0.5 * (now + next) : now + 0.5;
      EXPECT_NEAR(value(middle, next, next), step.middle, 1e-14) << where;
      if (next < kNever) {
        EXPECT_NEAR(value(next, next, next), step.before, 1e-14) << where;
      }
      previous = now = next;
    }
  }
}

// Two tables that jump at one moment must not differ by a rounding error there: it would be two events.
TEST(TimeTable, JumpsAtItsEventAndNotARoundingErrorBefore) {
  const Matrix steps(3, 2, {21, 0, 21, 1, 100, 0});
  const TimeTableOptions options{Smoothness::kConstant, Extrapolation::kHoldLastPoint, TimeEvents::kAlways,
                                 -1e60, 0.0};
  const auto table = TimeTable::Make(steps, kTimeColumns, options);
  ASSERT_TRUE(table.ok());
  double y = NAN;
  for (double time = 21; time > 21 - 1e-13; time = std::nextafter(time, 0.0)) {
    ASSERT_TRUE((*table)->Evaluate(0, time, 21, 21, 0, &y, nullptr));
    EXPECT_EQ(y, 0.0) << "before the event, by " << 21 - time;
  }
  const double late = std::nextafter(21, 0.0);  // what an event at 21 may be rounded to
  ASSERT_TRUE((*table)->Evaluate(0, late, 100, 21, 0, &y, nullptr));
  EXPECT_EQ(y, 1.0);
  ASSERT_TRUE((*table)->Evaluate(0, late, 100, 100, 0, &y, nullptr));
  EXPECT_EQ(y, 1.0);
}

TEST(TimeTable, SplinesNeedTimesThatRise) {
  TimeTableOptions options;
  options.smoothness = Smoothness::kAkima;
  const auto table = TimeTable::Make(kTimeTable, kTimeColumns, options);
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error(), "a table that contains a time twice has no continuous derivative");
  const auto falling = TimeTable::Make(Matrix(2, 2, {1, 0, 0, 0}), kTimeColumns, {});
  ASSERT_FALSE(falling.ok());
  EXPECT_EQ(falling.error(), "the times of the table fall from row 1 (1) to row 2 (0)");
}

TEST(TimeTable, HasDerivatives) {
  const auto table = TimeTable::Make(Matrix(3, 2, {0, 0, 1, 2, 3, 0}), kTimeColumns, {});
  ASSERT_TRUE(table.ok());
  double y = NAN;
  EXPECT_TRUE((*table)->Evaluate(0, 0.5, 1.0, 1.0, 1, &y, nullptr));
  EXPECT_EQ(y, 2.0);
  EXPECT_TRUE((*table)->Evaluate(0, 1.0, 1.0, 1.0, 1, &y, nullptr)) << "before the event";
  EXPECT_EQ(y, 2.0);
  EXPECT_TRUE((*table)->Evaluate(0, 1.0, 3.0, 1.0, 1, &y, nullptr)) << "behind it";
  EXPECT_EQ(y, -1.0);
}

}  // namespace
}  // namespace daedalus::native
