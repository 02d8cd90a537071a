#include "daedalus/model/hybrid/event_rules.h"

#include <gtest/gtest.h>

namespace daedalus::hybrid {
namespace {

constexpr double kTolerance = 1e-6;
constexpr event_judgement kAtCrossing{
    .tolerance = kTolerance, .is_exact = 0, .is_lenient = 0, .is_crossing = 1};
constexpr event_judgement kOtherwise{
    .tolerance = kTolerance, .is_exact = 0, .is_lenient = 0, .is_crossing = 0};

// `1 < 1 + d`, or with `or_equal` `1 <= 1 + d`, after its sides were looked at once.
event_relation LookedAt(double d, int or_equal = 0) {
  event_relation out;
  relation_begin(&out, or_equal);
  relation_set_sides(&out, 1, 1 + d);
  relation_note_sizes(&out, kTolerance);
  relation_keep_difference(&out);
  return out;
}

TEST(EventRules, ARelationKeepsItsValueWithinItsBand) {
  event_relation r = LookedAt(0);
  const double band = relation_band(&r, kTolerance);
  for (const double d : {-band / 2, band / 2}) {
    r.difference = d;
    EXPECT_EQ(relation_should_be_true(&r, &kOtherwise, 1), 1);
    EXPECT_EQ(relation_should_be_true(&r, &kOtherwise, 0), 0);
  }
  r.difference = 3 * band;  // it has jumped
  EXPECT_EQ(relation_should_be_true(&r, &kOtherwise, 0), 1);
}

TEST(EventRules, LastingEqualityIsEquality) {
  for (const int or_equal : {0, 1}) {
    event_relation r = LookedAt(0, or_equal);
    EXPECT_EQ(relation_should_be_true(&r, &kOtherwise, 1 - or_equal), or_equal);
    // While others cross it might be noise, unless it was equal after the last event.
    EXPECT_EQ(relation_should_be_true(&r, &kAtCrossing, 1 - or_equal), 1 - or_equal);
    relation_note_equality(&r);
    EXPECT_EQ(relation_should_be_true(&r, &kAtCrossing, 1 - or_equal), or_equal);
  }
}

TEST(EventRules, TheFourthSmallExcursionMakesTheBandTenTimesWider) {
  event_relation r = LookedAt(0);
  const double band = relation_band(&r, kTolerance);
  relation_cross(&r, kTolerance, 0);  // the first excursion is not known: it ended long ago
  for (int crossing = 1; crossing <= 4; ++crossing) {
    EXPECT_EQ(relation_band(&r, kTolerance), band);
    relation_cross(&r, kTolerance, crossing);
  }
  EXPECT_DOUBLE_EQ(relation_band(&r, kTolerance), 10 * band);
  r.excursion = 100 * band;  // a wide way out: the count begins again
  relation_cross(&r, kTolerance, 5);
  EXPECT_EQ(r.num_small, 0);
}

TEST(EventRules, ABandIsAtMostAsWideAsTheTolerance) {
  event_relation r = LookedAt(0);
  for (int crossing = 0; crossing < 100; ++crossing) relation_cross(&r, kTolerance, crossing);
  EXPECT_DOUBLE_EQ(relation_band(&r, kTolerance), kTolerance * 2) << "its sides are 1 and 1";
}

TEST(EventRules, WhatContradictsItsValueAfterAnEventIsWatchedFromThere) {
  event_relation r = LookedAt(0);
  relation_set_sides(&r, 1, 1 - 5e-6);  // true, and less than ten tolerances from that
  relation_widen_band(&r, kTolerance, 1);
  EXPECT_GT(relation_root(&r, kTolerance, 1, 1 - 5e-6, 1), 0);
  EXPECT_LT(relation_root(&r, kTolerance, 1, 1 - 2e-5, 1), 0);
}

// Each time the equations take a crossing back, a tenfold distance counts as noise, up to a thousandth of the
// sides. The eighth time it may be noise altogether.
TEST(EventRules, CrossingsThatAreTakenBackAgainAndAgainAreNoise) {
  event_relation r = LookedAt(0);
  relation_root(&r, kTolerance, 1, 1, 1);
  const double at_first = relation_near_crossing(&r, kTolerance);
  int is_often = 0;
  for (int i = 0; i < 7; ++i) is_often = is_often || relation_count_undone(&r, 1);
  EXPECT_FALSE(is_often);
  EXPECT_GT(relation_near_crossing(&r, kTolerance), at_first);
  EXPECT_DOUBLE_EQ(relation_near_crossing(&r, kTolerance), 1e-3 * 2);
  EXPECT_TRUE(relation_count_undone(&r, 1));
  EXPECT_FALSE(relation_count_undone(&r, 0));
  EXPECT_EQ(relation_near_crossing(&r, kTolerance), at_first);
}

TEST(EventRules, InstantsThatDifferByRoundingAreOne) {
  EXPECT_TRUE(instant_has_come(3 * 0.1, 0.3));
  EXPECT_TRUE(instant_has_come(0.3, 3 * 0.1));
  EXPECT_FALSE(instant_has_come(0.3 + 1e-14, 0.3));
}

}  // namespace
}  // namespace daedalus::hybrid
