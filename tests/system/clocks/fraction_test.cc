#include "daedalus/system/clocks/fraction.h"

#include <gtest/gtest.h>

#include <limits>

namespace daedalus::clocks {
namespace {

TEST(Fraction, IsInLowestTerms) {
  EXPECT_EQ(Fraction::Of(6, -4), (Fraction{-3, 2}));
  EXPECT_EQ(Fraction::Of(0, 7), (Fraction{0, 1}));
  EXPECT_FALSE(Fraction::Of(1, 0).IsValid());
}

TEST(Fraction, ComputesExactly) {
  const Fraction third{1, 3}, tenth{1, 10};
  EXPECT_EQ(third + tenth, (Fraction{13, 30}));
  EXPECT_EQ(third - tenth, (Fraction{7, 30}));
  EXPECT_EQ(third * tenth, (Fraction{1, 30}));
  EXPECT_EQ(third / tenth, (Fraction{10, 3}));
  EXPECT_EQ((tenth + tenth + tenth) / tenth, (Fraction{3, 1}));
  EXPECT_FALSE((third / Fraction{0, 1}).IsValid());
}

TEST(Fraction, SaysWhenItIsTooLarge) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const Fraction large{kMost, 1}, small{1, kMost};
  EXPECT_EQ(large * small, (Fraction{1, 1}));
  EXPECT_FALSE((large * large).IsValid());
  EXPECT_FALSE((large + Fraction{1, 1}).IsValid());
  EXPECT_FALSE((small * Fraction{1, 2}).IsValid());
  EXPECT_FALSE((large * large - Fraction{1, 1}).IsValid());
}

}  // namespace
}  // namespace daedalus::clocks
