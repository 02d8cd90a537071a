// Loops of inlined steps that keep the factors of their matrices from step to step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

// A row of cells that exchange heat, and lose it by a law of their own: cells x' = neighbours - 2 x -
// loss(x). A short linear row would be relaxed, without a matrix.
constexpr int CellsOf(bool is_linear) {
  return is_linear ? 300 : 40;
}
System Row(bool is_linear) {
  const int num_cells = CellsOf(is_linear);
  Model m("Row");
  std::vector<Expr> x;
  for (int i = 0; i < num_cells; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
  for (int i = 0; i < num_cells; ++i) {
    const Expr left = i > 0 ? x[static_cast<std::size_t>(i - 1)] : 0 * x[0] + 1.0,
               right = i + 1 < num_cells ? x[static_cast<std::size_t>(i + 1)] : 0 * x[0];
    const Expr self = x[static_cast<std::size_t>(i)];
    m.Equation(der(self) ==
               20.0 * (left - 2.0 * self + right) - (is_linear ? self : self * self * self * self));
  }
  return std::move(m).Build().value();
}

InlinedRun RunOf(bool is_linear, Method method, const integrate::IntegratorOptions& options,
                 double tolerance = 1e-6) {
  const std::vector<double> zero(static_cast<std::size_t>(CellsOf(is_linear)), 0.0);
  std::vector<double> slopes = zero;
  slopes[0] = 20;
  return InlinedRun(Row(is_linear), method, options, zero, slopes, {tolerance, {tolerance}});
}

TEST(KeptFactors, OfALinearLoopServeAsLongAsTheStepIsTheSame) {
  InlinedRun run = RunOf(true, Method::kBackwardEuler, {.fixed_step = 0.01});
  run.To(1);
  const execute::LoopStatistics statistics = run.integrator->program().loop_statistics();
  EXPECT_EQ(statistics.solved, 100);
  EXPECT_GE(statistics.factored, 1);
  EXPECT_LE(statistics.factored, 2) << "h, and h with another rounding";
}

// h-bar of BDF is the same to the last bit as long as the order and the step are: with a fixed step a matrix
// for each order, and with steps that vary one for each change of either.
TEST(KeptFactors, OfBdfServeAsLongAsTheStepAndTheOrderAreTheSame) {
  InlinedRun fixed = RunOf(true, Method::kBdf, {.max_order = 4, .fixed_step = 0.01});
  fixed.To(1);
  // Of 100 steps: each order with its first formula, and then with the fixed one.
  EXPECT_LE(fixed.integrator->program().loop_statistics().factored, 2 * 4 + 2);
  InlinedRun varied = RunOf(true, Method::kBdf, {});
  varied.To(1);
  const execute::LoopStatistics statistics = varied.integrator->program().loop_statistics();
  EXPECT_GE(statistics.factored, 1);
  EXPECT_LT(3 * statistics.factored, statistics.solved);
}

// Fewer matrices than steps, and the same solution as with a new one in every iteration, which a bound on
// iterations asks for.
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

// What a loop may leave in a step adds up at most. Cell i has the slope 20 (left - 2 self + right) - self^4
// with 0 <= self <= 1: its row of df/dx has -40 - 4 self^3 on the diagonal and 20 twice beside it, so the
// logarithmic norm for the largest component is not positive, and backward Euler passes no error on that is
// larger than it was (Hairer & Wanner, sec. IV.12). A loop is left when it is nearer than the accuracy asked
// for, in units of |x| + 1 <= 2.
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

// With a tolerance, loops need not be solved to rounding; the errors of the run are what was asked for all
// the same: in the norm of the error test, in which the row of cells forgets too (df/dx is symmetric and
// negative), the sum of what the steps may err by, (|x| + 1) 1e-6 each. The reference is another method at a
// tolerance a hundred thousand times smaller.
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

// Everything exchanges with everything, a full matrix: x_i' = k (M - x_i) + sin 3t with the mean M = sum w_j
// x_j / sum w_j. So M' = sin 3t, and x_i = M + (x_i(0) - M(0)) exp(-k t).
constexpr std::size_t kMany = 270;
constexpr double kExchange = 5;

double WeightOf(std::size_t i) {
  return 1 + static_cast<double>(i % 3);
}
double MeanOf(std::span<const double> x) {
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += WeightOf(i) * x[i];
    weights += WeightOf(i);
  }
  return sum / weights;
}
System Exchange() {
  Model m("Exchange");
  std::vector<Expr> x;
  double weights = 0;
  for (std::size_t i = 0; i < kMany; ++i) {
    x.push_back(m.Variable("x" + std::to_string(i)));
    weights += WeightOf(i);
  }
  Expr mean = WeightOf(0) / weights * x[0];
  for (std::size_t i = 1; i < kMany; ++i) mean = mean + WeightOf(i) / weights * x[i];
  for (std::size_t i = 0; i < kMany; ++i)
    m.Equation(der(x[i]) == kExchange * (mean - x[i]) + sin(3.0 * m.Time()));
  return std::move(m).Build().value();
}
std::vector<double> StartOfExchange() {
  std::vector<double> x(kMany);
  for (std::size_t i = 0; i < kMany; ++i) x[i] = std::cos(static_cast<double>(i));
  return x;
}

// A step of backward Euler from x at t = 0, whose slopes there have no drive, is (x + h k M) / (1 + h k),
// with the mean that it had. Factors of another step size serve, and what comes out is as near as was asked
// for.
TEST(KeptFactors, OfALargeFullLoopServeForOtherStepsToTheAccuracyAskedFor) {
  const std::vector<double> old = StartOfExchange(), slopes(kMany, 0.0);
  const double mean = MeanOf(old);
  for (const double accuracy : {1e-4, 1e-6}) {
    const auto step = CompiledStep(Exchange(), Method::kBackwardEuler);
    step->AskFor(accuracy);
    step->Guess(old, slopes);
    const auto run_with = [&](double h) {
      ASSERT_FALSE(step->Run({.t = 0, .h = h, .old = old, .old_slopes = slopes}));
      for (std::size_t i = 0; i < kMany; ++i) {
        const double exact = (old[i] + h * kExchange * mean) / (1 + h * kExchange);
        ASSERT_NEAR(step->workspace().y[i], exact, accuracy * (std::abs(exact) + 1)) << h << " " << i;
      }
    };
    for (const double h : {0.1, 0.09, 0.12, 0.08, 0.1}) run_with(h);
    EXPECT_EQ(step->loop_statistics().factored, 1) << accuracy;
    EXPECT_GT(step->loop_statistics().iterations, 5) << accuracy;
    run_with(0.2);
    EXPECT_EQ(step->loop_statistics().factored, 2) << "too far for the old factors";
    // With a fixed step loops are solved to rounding, and the matrix is always that of the step.
    step->AskFor(1e-13);
    run_with(0.19);
    EXPECT_EQ(step->loop_statistics().factored, 3);
  }
}

// The steps that have another h-bar than the one before.
int RunAndCountChanges(InlinedRun& run, double t) {
  int changes = 0, last_order = 0;
  double last_step = 0;
  while (run.outcome.ok() && run.integrator->time() < t) {
    run.outcome = run.integrator->Step(t);
    const integrate::Statistics& statistics = run.integrator->statistics();
    changes += statistics.last_order != last_order || statistics.last_step != last_step;
    last_order = statistics.last_order;
    last_step = statistics.last_step;
  }
  EXPECT_TRUE(run.outcome.ok());
  return changes;
}

// What that is for, and the errors that are left: k does not let errors grow, so they add up at most.
TEST(KeptFactors, OfALargeFullLoopOutliveChangesOfTheStep) {
  constexpr double kTolerance = 1e-6, kEnd = 4;
  const std::vector<double> start = StartOfExchange();
  const double mean = MeanOf(start), end_mean = mean + (1 - std::cos(3 * kEnd)) / 3;
  std::vector<double> slopes(kMany);
  for (std::size_t i = 0; i < kMany; ++i) slopes[i] = kExchange * (mean - start[i]);
  InlinedRun run(Exchange(), Method::kBdf, {}, start, slopes, {kTolerance, {kTolerance}});
  const int changes = RunAndCountChanges(run, kEnd);
  const integrate::Statistics& statistics = run.integrator->statistics();
  EXPECT_GT(statistics.factorizations, 0);
  EXPECT_LT(4 * statistics.factorizations, 3 * changes);
  for (std::size_t i = 0; i < kMany; ++i) {
    const double exact = end_mean + (start[i] - mean) * std::exp(-kExchange * kEnd);
    EXPECT_NEAR(run.integrator->y()[i], exact, 2 * kTolerance * static_cast<double>(statistics.steps));
  }
}

// In a band a factorization costs little more than a solution: there is one for each matrix, and none
// besides.
TEST(KeptFactors, OfABandServeForOneStepSize) {
  InlinedRun run = RunOf(true, Method::kBdf, {});
  const int changes = RunAndCountChanges(run, 1);
  const integrate::Statistics& statistics = run.integrator->statistics();
  EXPECT_GE(statistics.factorizations, changes);
  EXPECT_LE(statistics.factorizations, changes + 2 * statistics.rejected_steps());
  EXPECT_EQ(statistics.newton_iterations, statistics.steps + statistics.rejected_steps());
}

// x_i' = z_i with z_{i-1} - 4 z_i + z_{i+1} = x_i: the loops stand between the stages of an explicit method,
// and their matrix is the same whatever the step size is. With dopri5 there are six stages, and the slope at
// the end.
TEST(KeptFactors, OfALoopThatKnowsNothingOfTheStepServeForAll) {
  constexpr std::size_t kCells = 300;
  Model m("Plates");
  std::vector<Expr> x, z;
  for (std::size_t i = 0; i < kCells; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
  for (std::size_t i = 0; i < kCells; ++i) z.push_back(m.Variable("z" + std::to_string(i)));
  for (std::size_t i = 0; i < kCells; ++i) {
    const Expr left = i > 0 ? z[i - 1] : 0 * z[0], right = i + 1 < kCells ? z[i + 1] : 0 * z[0];
    m.Equation(der(x[i]) == z[i]);
    m.Equation(left - 4.0 * z[i] + right == x[i]);
  }
  InlinedRun run(std::move(m).Build().value(), Method::kDopri5, {}, std::vector<double>(2 * kCells, 0.0),
                 std::vector<double>(2 * kCells, 0.0));
  run.To(5);
  const execute::LoopStatistics statistics = run.integrator->program().loop_statistics();
  EXPECT_GE(statistics.factored, 1);
  EXPECT_LE(statistics.factored, 7);
  EXPECT_GT(statistics.solved, 3 * 7) << "in several steps";
}

}  // namespace
}  // namespace daedalus::inlined
