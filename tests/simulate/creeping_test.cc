#include "daedalus/simulate/creeping.h"

#include <gtest/gtest.h>

namespace daedalus::simulate {
namespace {

// How often it is told within so many steps of this size, after one step of size 1.
int NumTold(double step, int steps) {
  Creeping creeping;
  double time = 0;
  int told = creeping.Note(time);
  told += creeping.Note(time += 1);
  for (int i = 0; i < steps; ++i) told += creeping.Note(time += step);
  return told;
}

TEST(Creeping, StepsThatGetOnAreNotTold) {
  EXPECT_EQ(NumTold(1e-3, 400'000), 0);
}

TEST(Creeping, TinyStepsAreToldOnceInAHundredThousand) {
  // The first hundred thousand are compared with nothing: there is no way before them.
  EXPECT_EQ(NumTold(1e-9, 150'000), 0);
  EXPECT_EQ(NumTold(1e-9, 450'000), 3);
}

}  // namespace
}  // namespace daedalus::simulate
