#include "daedalus/model/simulate/forms/mended_values.h"

#include <gtest/gtest.h>

#include <vector>

namespace daedalus::simulate {
namespace {

TEST(MendedValues, ChecksBecomeRarer) {
  MendedValues values;
  std::vector<int> due;
  for (int step = 1; step <= 320; ++step) {
    if (values.IsDue(/*has_failed=*/false)) due.push_back(step);
  }
  // 5, then 10, 20, 40 and 80 steps later, and never more than 80.
  EXPECT_EQ(due, (std::vector<int>{5, 15, 35, 75, 155, 235, 315}));
}

TEST(MendedValues, AFailureIsAlwaysChecked) {
  MendedValues values;
  EXPECT_TRUE(values.IsDue(/*has_failed=*/true));
  EXPECT_TRUE(values.IsDue(/*has_failed=*/true));
}

TEST(MendedValues, EndsAfterAHundredInVain) {
  MendedValues values;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(values.IsDue(/*has_failed=*/true));
    values.Note(i, VariableId(0), 1, 2);
  }
  EXPECT_FALSE(values.IsDue(/*has_failed=*/true));
}

TEST(MendedValues, KnowsTheTimeOfTheLastRepair) {
  MendedValues values;
  EXPECT_FALSE(values.WasMendedAt(3));
  values.Note(3, VariableId(0), 1, 2);
  EXPECT_TRUE(values.WasMendedAt(3));
  EXPECT_FALSE(values.WasMendedAt(4));
}

}  // namespace
}  // namespace daedalus::simulate
