#include "daedalus/numerics/integrate/required_signs.h"

#include <gtest/gtest.h>

#include <vector>

namespace daedalus::integrate {
namespace {

TEST(RequiredSigns, TheFirstUnknownWithAWrongSignIsFound) {
  RequiredSigns signs({Sign::kAny, Sign::kPositive, Sign::kNonNegative, Sign::kNegative, Sign::kNonPositive});
  EXPECT_FALSE(signs.FindViolation(std::vector<double>{-1, 1, 0, -1, 0}));
  EXPECT_EQ(signs.FindViolation(std::vector<double>{-1, 0, -1, -1, 0}), 1);
  EXPECT_EQ(signs.FindViolation(std::vector<double>{-1, 1, -1, 0, 0}), 2);
  EXPECT_EQ(signs.FindViolation(std::vector<double>{-1, 1, 0, 0, 0}), 3);
  EXPECT_EQ(signs.FindViolation(std::vector<double>{-1, 1, 0, -1, 1}), 4);
}

TEST(RequiredSigns, ASignThatWasGivenUpIsNoViolation) {
  RequiredSigns signs({Sign::kPositive, Sign::kPositive});
  const std::vector<double> y = {-1, -1};
  EXPECT_EQ(signs.FindViolation(y), 0);
  signs.GiveUpLast();
  EXPECT_EQ(signs.FindViolation(y), 1);
  signs.GiveUpLast();
  EXPECT_FALSE(signs.FindViolation(y));
}

TEST(RequiredSigns, NoneAreNeverViolated) {
  RequiredSigns signs({});
  EXPECT_FALSE(signs.FindViolation(std::vector<double>{-1, 1}));
}

}  // namespace
}  // namespace daedalus::integrate
