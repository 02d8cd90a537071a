#include "daedalus/model/hybrid/accumulation.h"

#include <gtest/gtest.h>

namespace daedalus::hybrid {
namespace {

// A ball: hits the floor and leaves it, in ever shorter flights. Returns the time of the last hit.
double Bounce(Accumulation& a, double t, int count) {
  double flight = 1;
  for (int i = 0; i < count; ++i, flight /= 2) {
    a.Observe(t, 7, {0, 1});
    EXPECT_FALSE(a.FindOverdue(t + flight / 4));
    a.Observe(t + 1e-9 * flight, 7, {0, 2});
    t += flight;
  }
  return t;
}

TEST(Accumulation, ANextEventThatDoesNotComeIsOverdue) {
  Accumulation a;
  const double t = Bounce(a, 0, 20);
  EXPECT_FALSE(a.FindOverdue(t));
  const auto overdue = a.FindOverdue(t + 1);
  ASSERT_TRUE(overdue);
  EXPECT_EQ(overdue->what, 7u);
  EXPECT_NEAR(overdue->time, 2, 1e-5);
}

TEST(Accumulation, AFewEventsAreNoAccumulation) {
  Accumulation a;
  EXPECT_FALSE(a.FindOverdue(Bounce(a, 0, 5) + 10));
}

TEST(Accumulation, ABallThatComesToRestMayLie) {
  Accumulation a;
  double t = Bounce(a, 0, 20);
  a.Observe(t, 7, {0, 1, 3});  // it hits the floor, and is no longer flying
  EXPECT_FALSE(a.FindOverdue(t + 10));
  // And again after it was thrown.
  t = Bounce(a, t + 20, 20);
  a.Observe(t, 7, {0, 1, 3});
  EXPECT_FALSE(a.FindOverdue(t + 10));
}

TEST(Accumulation, EqualDistancesAreNone) {
  Accumulation a;
  for (int i = 0; i < 1000; ++i) a.Observe(1e-3 * i, 0, {0});
  EXPECT_FALSE(a.FindOverdue(100));
}

}  // namespace
}  // namespace daedalus::hybrid
