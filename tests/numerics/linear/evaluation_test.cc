#include "daedalus/numerics/linear/evaluation.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace daedalus::linear {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();

// Lengths on both sides of the one from which AreFinite takes several values at a time.
constexpr std::size_t kLengths[] = {1, 2, 3, 4, 5, 8, 13, 31, 32, 33, 35, 70};

TEST(Finite, OneThatIsNotIsFoundAtEveryPlaceOfEveryLength) {
  for (const std::size_t n : kLengths) {
    for (std::size_t place = 0; place < n; ++place) {
      for (const double bad : {kInfinity, -kInfinity, kNan}) {
        std::vector<double> values(n, 1.0);
        EXPECT_TRUE(AreFinite(values));
        values[place] = bad;
        EXPECT_FALSE(AreFinite(values));
        EXPECT_EQ(FirstNotFinite(values), place);
      }
    }
  }
}

TEST(Finite, InfinitiesDoNotCancel) {
  const std::vector<double> values = {1, kInfinity, 0, 0, -kInfinity};
  EXPECT_FALSE(AreFinite(values));
  EXPECT_EQ(FirstNotFinite(values), 1);
}

TEST(Finite, FiniteNumbersWithAnInfiniteSumAreFinite) {
  for (const std::size_t n : kLengths) EXPECT_TRUE(AreFinite(std::vector<double>(n, kLargest)));
  EXPECT_TRUE(AreFinite({}));
  EXPECT_EQ(FirstNotFinite(std::vector<double>{kLargest, kLargest, -kLargest}), std::nullopt);
  EXPECT_EQ(FirstNotFinite({}), std::nullopt);
}

}  // namespace
}  // namespace daedalus::linear
