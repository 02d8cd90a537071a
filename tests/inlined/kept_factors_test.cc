// Loops of inlined steps that keep the factors of their matrices from step to step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

// A row of cells that exchange heat, and lose it by a law of their own: cells x' = neighbours - 2 x - loss(x).
System Row(bool is_linear) {
  constexpr int kCells = 40;
  Model m("Row");
  std::vector<Expr> x;
  for (int i = 0; i < kCells; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
  for (int i = 0; i < kCells; ++i) {
    const Expr left = i > 0 ? x[static_cast<std::size_t>(i - 1)] : 0 * x[0] + 1.0,
               right = i + 1 < kCells ? x[static_cast<std::size_t>(i + 1)] : 0 * x[0];
    const Expr self = x[static_cast<std::size_t>(i)];
    m.Equation(der(self) ==
               20.0 * (left - 2.0 * self + right) - (is_linear ? self : self * self * self * self));
  }
  return std::move(m).Build().value();
}

InlinedRun RunOf(bool is_linear, Method method, const integrate::IntegratorOptions& options,
                 double tolerance = 1e-6) {
  const std::vector<double> zero(40, 0.0);
  std::vector<double> slopes = zero;
  slopes[0] = 20;
  return InlinedRun(Row(is_linear), method, options, zero, slopes, {tolerance, {tolerance}});
}

TEST(KeptFactors, OfALinearLoopServeAsLongAsTheStepIsTheSame) {
  InlinedRun run = RunOf(true, Method::kBackwardEuler, {.fixed_step = 0.01});
  run.To(1);
  const execute::LoopStatistics statistics = run.integrator->program().loop_statistics();
  EXPECT_EQ(statistics.solved, 100);
  EXPECT_LE(statistics.factored, 2) << "h, and h with another rounding";
}

// h-bar of BDF is the same to the last bit as long as the order and the step are: with a fixed step a matrix for each order, and with steps that vary one for
// each change of either.
TEST(KeptFactors, OfBdfServeAsLongAsTheStepAndTheOrderAreTheSame) {
  InlinedRun fixed = RunOf(true, Method::kBdf, {.max_order = 4, .fixed_step = 0.01});
  fixed.To(1);
  // Of 100 steps: each order with its first formula, and then with the fixed one.
  EXPECT_LE(fixed.integrator->program().loop_statistics().factored, 2 * 4 + 2);
  InlinedRun varied = RunOf(true, Method::kBdf, {});
  varied.To(1);
  const execute::LoopStatistics statistics = varied.integrator->program().loop_statistics();
  EXPECT_LT(3 * statistics.factored, statistics.solved);
}

// Fewer matrices than steps, and the same solution as with a new one in every iteration, which a bound on iterations asks for.
TEST(KeptFactors, OfANonlinearLoopServeWhileTheyContract) {
  for (const Method method : {Method::kBackwardEuler, Method::kRadau3, Method::kSdirk4}) {
    InlinedRun kept = RunOf(false, method, {.fixed_step = 0.01}),
               renewed = RunOf(false, method, {.fixed_step = 0.01});
    renewed.integrator->program().BoundIterations(20);
    EXPECT_NEAR(kept.To(1), renewed.To(1), 1e-12) << NameOf(method);
    for (std::size_t i = 0; i < 40; ++i)
      EXPECT_NEAR(kept.integrator->y()[i], renewed.integrator->y()[i], 1e-12) << NameOf(method) << i;
    const execute::LoopStatistics with = kept.integrator->program().loop_statistics(),
                                  without = renewed.integrator->program().loop_statistics();
    EXPECT_LT(with.factored, with.solved / 4) << NameOf(method);
    EXPECT_GE(without.factored, without.solved) << NameOf(method);
  }
}

// What a loop may leave in a step adds up at most. Cell i has the slope 20 (left - 2 self + right) - self^4 with 0 <= self <= 1: its row of df/dx has -40 - 4 self^3 on the
// diagonal and 20 twice beside it, so the logarithmic norm for the largest component is not positive, and backward Euler passes no error on that is
// larger than it was (Hairer & Wanner, sec. IV.12). A loop is left when it is nearer than the accuracy asked for, in units of |x| + 1 <= 2.
TEST(KeptFactors, WhatLoopsLeaveAddsUpAtMost) {
  constexpr double kStep = 0.01;
  constexpr int kSteps = 100;
  InlinedRun exact = RunOf(false, Method::kBackwardEuler, {.fixed_step = kStep});
  exact.To(kSteps * kStep);
  for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
    InlinedRun run = RunOf(false, Method::kBackwardEuler, {.fixed_step = kStep});
    run.integrator->program().AskFor(accuracy);
    run.To(kSteps * kStep);
    double worst = 0;
    for (std::size_t i = 0; i < 40; ++i)
      worst = std::max(worst, std::abs(run.integrator->y()[i] - exact.integrator->y()[i]));
    EXPECT_LT(worst, kSteps * 2 * accuracy);
    EXPECT_GT(worst, 0) << "something was left";
  }
}

// With a tolerance, loops need not be solved to rounding; the errors of the run are what was asked for all the same: in the norm of the error test, in which
// the row of cells forgets too (df/dx is symmetric and negative), the sum of what the steps may err by, (|x| + 1) 1e-6 each. The
// reference is another method at a tolerance a hundred thousand times smaller.
TEST(KeptFactors, AreExactEnoughForTheTolerance) {
  constexpr double kTolerance = 1e-6;
  InlinedRun exact = RunOf(false, Method::kLobatto4, {}, 1e-11);
  exact.To(1);
  for (const Method method : {Method::kBdf, Method::kRadau5, Method::kSdirk4}) {
    InlinedRun run = RunOf(false, method, {}, kTolerance);
    run.To(1);
    double squares = 0;
    for (std::size_t i = 0; i < 40; ++i)
      squares += std::pow(run.integrator->y()[i] - exact.integrator->y()[i], 2) / 40;
    const double sum = 2 * kTolerance * static_cast<double>(run.integrator->statistics().steps);
    EXPECT_LT(std::sqrt(squares), std::min(sum, 100 * kTolerance)) << NameOf(method);
    const execute::LoopStatistics statistics = run.integrator->program().loop_statistics();
    EXPECT_LT(statistics.factored, statistics.iterations) << NameOf(method);
  }
}

}  // namespace
}  // namespace daedalus::inlined
