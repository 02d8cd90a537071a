#include "daedalus/model/simulate/expected_steps.h"

#include <gtest/gtest.h>

namespace daedalus::simulate {
namespace {

TEST(ExpectedSteps, AreThoseOfTheRestAtThePaceSoFar) {
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
  EXPECT_NEAR(expected.total(), 128 + (100 - time) / 3.84 * 96, 2);
}

TEST(ExpectedSteps, TinyStepsAtADifficultPlaceDoNotCount) {
  ExpectedSteps expected(100);
  double time = 0;
  for (int i = 0; i < 64; ++i) expected.Note(time += 0.1);
  const double before = expected.total();
  for (int i = 0; i < 100'000; ++i) EXPECT_FALSE(expected.Note(time += 1e-9));
  for (int i = 0; i < 64; ++i) expected.Note(time += 0.1);
  EXPECT_NEAR(expected.total(), before, 1);
}

}  // namespace
}  // namespace daedalus::simulate
