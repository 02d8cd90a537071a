#include "daedalus/system/clocks/infer_rates.h"

#include <gtest/gtest.h>

namespace daedalus::clocks {
namespace {

using Kind = RateRelation::Kind;

RateRelation Ratio(std::uint32_t from, std::uint32_t to, Fraction ratio, Fraction shift = {0, 1}) {
  return {from, to, Kind::kRatio, ratio, shift};
}

// 0 --subSample(3)--> 1 --shiftSample(1, 2)--> 2, and 3 --superSample(4)--> 0, whose argument is looked for.
TEST(InferRates, SpreadsForwardsAndBackwards) {
  const std::vector<GivenRate> given = {{1, {0, {3, 10}, {0, 1}}}};
  const std::vector<RateRelation> relations = {Ratio(0, 1, {3, 1}), Ratio(1, 2, {1, 1}, {1, 2}),
                                               Ratio(3, 0, {1, 4})};
  const InferredRates inferred = InferRates(4, given, relations);
  EXPECT_TRUE(inferred.conflicts.empty());
  EXPECT_EQ(inferred.rates[0], (Rate{0, {1, 10}, {0, 1}}));
  EXPECT_EQ(inferred.rates[2], (Rate{0, {3, 10}, {3, 20}}));
  EXPECT_EQ(inferred.rates[3], (Rate{0, {2, 5}, {0, 1}}));
}

TEST(InferRates, LeavesOpenWhatNothingSays) {
  const std::vector<GivenRate> given = {{0, {0, {1, 10}, {0, 1}}}};
  const std::vector<RateRelation> relations = {{0, 1, Kind::kSomeSlower}};
  const InferredRates inferred = InferRates(3, given, relations);
  EXPECT_FALSE(inferred.rates[1].has_value());
  EXPECT_FALSE(inferred.rates[2].has_value());
  EXPECT_TRUE(inferred.conflicts.empty());
}

TEST(InferRates, ChecksFactorsThatAreInferred) {
  const auto conflicts = [](Fraction slow, Kind kind, Fraction start = {0, 1}) {
    const std::vector<GivenRate> given = {{0, {0, {1, 10}, {0, 1}}}, {1, {0, slow, start}}};
    const std::vector<RateRelation> relations = {{0, 1, kind}};
    return InferRates(2, given, relations).conflicts.size();
  };
  EXPECT_EQ(conflicts({3, 10}, Kind::kSomeSlower), 0u);
  EXPECT_EQ(conflicts({1, 4}, Kind::kSomeSlower), 1u);
  EXPECT_EQ(conflicts({3, 10}, Kind::kSomeFaster), 1u);
  EXPECT_EQ(conflicts({1, 30}, Kind::kSomeFaster), 0u);
  EXPECT_EQ(conflicts({3, 10}, Kind::kSomeSlower, {1, 10}), 1u);
}

// Round the circle 0 -> 1 -> 2 -> 0 the intervals come back doubled.
TEST(InferRates, FindsCirclesThatDoNotClose) {
  const std::vector<GivenRate> given = {{0, {5, {1, 1}, {0, 1}}}};
  std::vector<RateRelation> relations = {Ratio(0, 1, {2, 1}), Ratio(1, 2, {3, 1}), Ratio(2, 0, {1, 3})};
  const InferredRates inferred = InferRates(3, given, relations);
  ASSERT_EQ(inferred.conflicts.size(), 1u);
  EXPECT_TRUE(inferred.conflicts[0].relation.has_value());
  relations[2].ratio = {1, 6};
  EXPECT_TRUE(InferRates(3, given, relations).conflicts.empty());
}

TEST(InferRates, TellsTwoClocksOfOnePartition) {
  const std::vector<GivenRate> given = {
      {0, {0, {1, 10}, {0, 1}}}, {0, {0, Fraction::Of(2, 20), {0, 1}}}, {0, {1, {1, 1}, {0, 1}}}};
  const InferredRates inferred = InferRates(1, given, {});
  ASSERT_EQ(inferred.conflicts.size(), 1u);
  EXPECT_FALSE(inferred.conflicts[0].relation.has_value());
  EXPECT_EQ(inferred.conflicts[0].given, 0u);
  EXPECT_EQ(inferred.conflicts[0].other_given, 2u);
}

}  // namespace
}  // namespace daedalus::clocks
