#include "daedalus/simulate/expected_steps.h"

#include <gtest/gtest.h>

namespace daedalus::simulate {
namespace {

TEST(ExpectedSteps, AreThoseOfTheRestAtThePaceOfTheLastOnes) {
  ExpectedSteps expected(100);
  double time = 0;
  int looks = 0;
  for (int i = 0; i < 32; ++i) looks += expected.Note(time += 1e-6);  // a slow beginning counts for nothing
  EXPECT_EQ(looks, 0);
  EXPECT_EQ(expected.total(), 0);
  for (int i = 0; i < 32; ++i) looks += expected.Note(time += 0.1);
  EXPECT_EQ(looks, 1);
  EXPECT_NEAR(expected.total(), 1032, 1);
  for (int i = 0; i < 64; ++i) looks += expected.Note(time += 0.01);
  EXPECT_EQ(looks, 2);
  EXPECT_NEAR(expected.total(), 128 + (100 - time) / 0.01, 2);
}

}  // namespace
}  // namespace daedalus::simulate
