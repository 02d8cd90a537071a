#include "daedalus/model/simulate/creeping.h"

#include <gtest/gtest.h>

namespace daedalus::simulate {
namespace {

using Pace = Creeping::Pace;

// How often it is told within so many steps of this size, after one step of size 1.
int NumTold(double step, int steps) {
  constexpr double kLength = 1e4;
  Creeping creeping;
  double time = 0;
  int told = 0;
  const auto note = [&](double size) { told += creeping.Note(time += size, kLength) != Pace::kFair; };
  note(0);
  note(1);
  for (int i = 0; i < steps; ++i) note(step);
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

// Steps of 1e-30 s of a run of 10 s, from time 0 on, where no rounding of the time stops them.
TEST(Creeping, FirstStepsThatAddUpToNothingAreToldEarly) {
  Creeping creeping;
  double time = 0;
  int told = 0;
  for (int i = 0; i < 1'500; ++i) told += creeping.Note(time += 1e-30, 10) == Pace::kStuck;
  EXPECT_EQ(told, 1);
}

TEST(Creeping, AFastBeginningIsNotTold) {
  Creeping creeping;
  double time = 0, step = 1e-20;
  for (int i = 0; i < 1'500; ++i) ASSERT_EQ(creeping.Note(time += step *= 1.05, 10), Pace::kFair);
}

}  // namespace
}  // namespace daedalus::simulate
