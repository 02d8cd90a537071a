// Loops of inlined steps that keep the factors of their matrices from step to step.
#include <gtest/gtest.h>

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

// With a tolerance, loops need not be solved to rounding; the errors of the run are what was asked for all the same.
TEST(KeptFactors, AreExactEnoughForTheTolerance) {
  InlinedRun exact = RunOf(false, Method::kRadau5, {}, 1e-11);
  exact.To(1);
  for (const Method method : {Method::kBdf, Method::kRadau5, Method::kSdirk4}) {
    InlinedRun run = RunOf(false, method, {}, 1e-6);
    run.To(1);
    for (std::size_t i = 0; i < 40; ++i)
      EXPECT_NEAR(run.integrator->y()[i], exact.integrator->y()[i], 1e-4) << NameOf(method) << i;
    const execute::LoopStatistics statistics = run.integrator->program().loop_statistics();
    EXPECT_LT(statistics.factored, statistics.iterations) << NameOf(method);
  }
}

}  // namespace
}  // namespace daedalus::inlined
