#include "daedalus/system/routine/routine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "system/routine/routines.h"

namespace daedalus::routine {
namespace {

TEST(Routine, ALoopEndsByItsCondition) {
  const auto heron = Heron();
  for (const double x : {1e-6, 0.3, 2.0, 1e8})
    EXPECT_NEAR(ValueAt(*heron, {x}), std::sqrt(x), 1e-14 * std::sqrt(x));
}

TEST(Routine, ARecursionHasItsOwnFrameEachTime) {
  const auto power = Power();
  EXPECT_EQ(ValueAt(*power, {3.0, 5.0}), 243.0);
  EXPECT_EQ(ValueAt(*power, {3.0, 0.0}), 1.0);
  EXPECT_EQ(ValueAt(*power, {1.0, 500.0}), 1.0) << "deeper than one block of frames";
}

TEST(Routine, ARecursionThatNeverEndsIsTold) {
  std::string why;
  const double in[] = {1.0, 1e9};
  double out[1];
  EXPECT_FALSE(Power()->Evaluate(in, out, &why));
  EXPECT_EQ(why, "functions call each other more than 1000 levels deep");
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(ValueAt(*Power(), {2.0, 2.0}), 4.0) << "the stack is whole again";
}

TEST(Routine, ALoopThatNeverEndsIsTold) {
  Draft d(1);
  d.code.Jump(0);
  std::string why;
  const double in[] = {1.0};
  double out[1];
  EXPECT_FALSE(d.Finish("endless", {0})->Evaluate(in, out, &why));
  EXPECT_EQ(why, "it does not end within 50000000 steps");
}

TEST(Routine, SubscriptsAreComputedAndChecked) {
  const auto sum = SumOfLast();
  EXPECT_EQ(ValueAt(*sum, {1.0, 10.0, 100.0, 2.0}), 110.0);
  EXPECT_EQ(ValueAt(*sum, {1.0, 10.0, 100.0, 0.0}), 0.0);
  std::string why;
  const double in[] = {1.0, 10.0, 100.0, 4.0};
  double out[1];
  EXPECT_FALSE(sum->Evaluate(in, out, &why));
  EXPECT_EQ(why, "the subscript 4 is not between 1 and 3");
}

TEST(Routine, ArraysInTheArenaHaveTheSizeOfTheRun) {
  const auto powers = PowersInArena();
  EXPECT_EQ(ValueAt(*powers, {3.0, 5.0, 5.0}), 243.0);
  EXPECT_EQ(ValueAt(*powers, {3.0, 100000.0, 2.0}), 9.0);
  const auto why_of = [](const Routine& f, std::vector<double> in) {
    std::string why;
    double out[1];
    EXPECT_FALSE(f.Evaluate(in, out, &why));
    return why;
  };
  EXPECT_EQ(why_of(*powers, {3.0, 5.0, 6.0}), "the subscript 6 is not between 1 and 5");
  EXPECT_EQ(why_of(*powers, {3.0, 0.0, 1.0}), "the subscript 1 is not between 1 and 0");
  EXPECT_EQ(why_of(*powers, {3.0, -2.0, 1.0}), "the size of an array cannot be -2");
  EXPECT_EQ(why_of(*powers, {3.0, 2e6, 1.0}),
            "there is no room for an array of 2000000 elements: all of them together have at most 1048576");
  EXPECT_NE(why_of(*TakesOften(false), {1000.0, 1049.0}).find("there is no room"), std::string::npos);
  EXPECT_EQ(ValueAt(*TakesOften(false), {1000.0, 1048.0}), 1047000.0) << "what failed has given back all";
  EXPECT_EQ(ValueAt(*TakesOften(true), {1000.0, 2000.0}), 0.0) << "given back at each turn";
}

TEST(Routine, AFailureSaysItsText) {
  Draft d(1);
  const std::size_t fails = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.c(0.0), d.r(0))));
  const std::size_t end = d.code.Jump();
  d.code.Land(fails);
  d.code.Fail({{0}, [](std::span<const double> values) {
                 return "u is " + std::to_string(static_cast<int>(values[0]));
               }});
  d.code.Land(end);
  const auto positive = d.Finish("positive", {0});
  EXPECT_EQ(ValueAt(*positive, {3.0}), 3.0);
  std::string why;
  const double in[] = {-2.0};
  double out[1];
  EXPECT_FALSE(positive->Evaluate(in, out, &why));
  EXPECT_EQ(why, "u is -2");
}

TEST(Routine, AssignmentsAtOnceDoNotSeeEachOther) {
  Draft d(2);
  const Register a = d.code.NewRegister(), b = d.code.NewRegister();
  d.Set(a, d.r(0));
  d.Set(b, d.r(1));
  const Register targets[] = {a, b};
  const expr::ExprId values[] = {d.r(b), d.r(a)};
  d.code.Assign(targets, values);
  const auto swapped = d.Finish("swap", {a, b});
  EXPECT_EQ(ValueAt(*swapped, {1.0, 2.0}, 0), 2.0);
  EXPECT_EQ(ValueAt(*swapped, {1.0, 2.0}, 1), 1.0);
}

TEST(Routine, WhatNothingWasAssignedToIsNotANumber) {
  Draft d(1);
  const Register y = d.code.NewRegister();
  EXPECT_TRUE(std::isnan(ValueAt(*d.Finish("forgets", {y}), {1.0})));
}

TEST(Routine, ThreadsHaveTheirOwnFrames) {
  const auto power = Power();
  std::vector<std::thread> threads;
  for (int t = 1; t <= 3; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) EXPECT_EQ(ValueAt(*power, {double(t), 3.0}), double(t * t * t));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace daedalus::routine
