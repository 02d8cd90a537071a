#include "daedalus/base/nearest_name.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndExchanges) {
  EXPECT_EQ(EditDistance("abc", "abc", 5), 0);
  EXPECT_EQ(EditDistance("abc", "abxc", 5), 1);
  EXPECT_EQ(EditDistance("abc", "ac", 5), 1);
  EXPECT_EQ(EditDistance("abc", "axc", 5), 1);
  EXPECT_EQ(EditDistance("abc", "acb", 5), 1);
  EXPECT_EQ(EditDistance("kitten", "sitting", 5), 3);
  EXPECT_EQ(EditDistance("a", "completely", 3), 4);
}

TEST(NearestName, PrefersADifferenceInCaseOnly) {
  NearestName nearest("Voltage");
  nearest.Offer("Voltagf");
  nearest.Offer("voltage");
  EXPECT_EQ(nearest.Hint(), "did you mean `voltage`?");
}

TEST(NearestName, SaysNothingWhenNothingIsNear) {
  NearestName nearest("x");
  nearest.Offer("y");
  nearest.Offer("temperature");
  EXPECT_EQ(nearest.Hint(), "");
}

}  // namespace
}  // namespace daedalus
