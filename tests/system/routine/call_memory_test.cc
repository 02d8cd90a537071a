#include "daedalus/system/routine/call_memory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

#include "system/routine/routines.h"

namespace daedalus::routine {
namespace {

std::int64_t CountComputed(auto work) {
  ThreadCalls().Forget();
  const std::int64_t before = ThreadCalls().num_kept();
  work();
  return ThreadCalls().num_kept() - before;
}

TEST(CallMemory, EqualCallsAreComputedOnce) {
  const auto heron = Heron();
  const std::int64_t computed = CountComputed([&] {
    for (int round = 0; round < 10; ++round)
      for (const double x : {2.0, 3.0, 5.0})
        ASSERT_NEAR(ValueAt(*heron, {x}), std::sqrt(x), 1e-14 * std::sqrt(x));
  });
  EXPECT_EQ(computed, 3);
}

TEST(CallMemory, FunctionsAreToldApart) {
  const auto one = Heron(), other = Heron();
  EXPECT_EQ(CountComputed([&] { ValueAt(*one, {2.0}), ValueAt(*other, {2.0}); }), 2);
}

TEST(CallMemory, CopiesOfAFunctionShareIt) {
  const auto heron = Heron();
  EXPECT_EQ(CountComputed([&] { ValueAt(*heron, {2.0}), ValueAt(*heron->WithoutRules(), {2.0}); }), 1);
}

// 1/x in a loop of one turn, so that it is worth remembering.
TEST(CallMemory, ZeroOfTheOtherSignIsAnotherArgument) {
  Draft d(1);
  const Register y = d.code.NewRegister(), goes_on = d.code.NewRegister();
  d.Set(goes_on, d.c(1.0));
  const std::size_t start = d.code.size();
  const std::size_t out = d.code.JumpIfFalse(goes_on);
  d.Set(y, expr::Quotient(d.g, d.c(1.0), d.r(0)));
  d.Set(goes_on, d.c(0.0));
  d.code.Jump(start);
  d.code.Land(out);
  const auto inverse = d.Finish("inverse", {y});
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(ValueAt(*inverse, {0.0}), kInfinity);
    EXPECT_EQ(ValueAt(*inverse, {-0.0}), -kInfinity);
  }
}

TEST(CallMemory, SmallFunctionsAreComputedAgain) {
  Draft d(1);
  const Register y = d.code.NewRegister();
  d.Set(y, expr::Sum(d.g, d.r(0), d.c(1.0)));
  const auto next = d.Finish("next", {y});
  EXPECT_EQ(CountComputed([&] { ValueAt(*next, {1.0}), ValueAt(*next, {2.0}); }), 0);
}

TEST(CallMemory, AFailureIsRememberedAndExplained) {
  const auto sum = SumOfLast();
  const double in[] = {1.0, 10.0, 100.0, 4.0};
  for (int round = 0; round < 2; ++round) {
    double out[1] = {0.0};
    EXPECT_FALSE(sum->Evaluate(in, out));
    EXPECT_TRUE(std::isnan(out[0]));
    std::string why;
    EXPECT_FALSE(sum->Evaluate(in, out, &why));
    EXPECT_EQ(why, "the subscript 4 is not between 1 and 3");
  }
}

// A call of `callee` for ever: steps of remembered calls count, so it ends where it ended without memory.
TEST(CallMemory, RememberedCallsCostTheirSteps) {
  Draft d(1);
  const Register result[] = {d.code.NewRegister()}, input[] = {0};
  const Register turns = d.code.NewRegister();
  d.Set(turns, d.c(0.0));
  const std::size_t start = d.code.size();
  d.code.Call(Heron(), input, result);
  d.Set(turns, expr::Sum(d.g, d.r(turns), d.c(1.0)));
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(turns), d.c(1e6))));
  d.code.Jump(start);
  d.code.Land(out);
  const auto caller = d.Finish("calls often", {turns});
  const double in[] = {2.0};
  double out_value[1];
  std::string why;
  EXPECT_FALSE(caller->Evaluate(in, out_value, &why))
      << "the interpreter remembers nothing while it explains";
  EXPECT_EQ(why, "it does not end within 50000000 steps");
  EXPECT_FALSE(caller->Evaluate(in, out_value));
}

TEST(CallMemory, ThreadsRememberByThemselves) {
  const auto heron = Heron();
  ValueAt(*heron, {2.0});
  std::thread([&] { EXPECT_EQ(CountComputed([&] { ValueAt(*heron, {2.0}); }), 1); }).join();
}

TEST(CallMemory, ManyCallsTakeNoMoreRoom) {
  const auto heron = Heron();
  for (int k = 1; k <= 20000; ++k) ASSERT_NEAR(ValueAt(*heron, {1.0 * k * k}), k, 1e-12 * k);
  EXPECT_EQ(ValueAt(*heron, {4.0}), 2.0) << "displaced, and computed again";
}

}  // namespace
}  // namespace daedalus::routine
