#include "daedalus/linear/evaluation.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace daedalus::linear {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();

TEST(FirstNotFinite, FindsOneAtEveryPlaceOfEveryLength) {
  for (std::size_t n = 1; n <= 13; ++n) {
    for (std::size_t place = 0; place < n; ++place) {
      for (const double bad : {kInfinity, -kInfinity, kNan}) {
        std::vector<double> values(n, 1.0);
        values[place] = bad;
        EXPECT_EQ(FirstNotFinite(values), place);
      }
    }
  }
}

TEST(FirstNotFinite, FindsTheFirstOfTwoThatWouldCancel) {
  EXPECT_EQ(FirstNotFinite(std::vector<double>{1, kInfinity, 0, 0, -kInfinity}), 1);
}

TEST(FirstNotFinite, TakesFiniteNumbersWithAnInfiniteSumForFinite) {
  EXPECT_EQ(FirstNotFinite(std::vector<double>(9, kLargest)), std::nullopt);
  EXPECT_EQ(FirstNotFinite(std::vector<double>{kLargest, kLargest, -kLargest}), std::nullopt);
  EXPECT_EQ(FirstNotFinite({}), std::nullopt);
}

}  // namespace
}  // namespace daedalus::linear
