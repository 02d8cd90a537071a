// The step of an inlined method allocates nothing after the start.
#include <gtest/gtest.h>

#include "count_allocations.h"
#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

// Loops of every kind: a linear one, a nonlinear one of one variable, and one of three.
System Mixed() {
  Model m("Mixed");
  const Expr x = m.Variable("x"), v = m.Variable("v"), w = m.Variable("w"), z = m.Variable("z"),
             u = m.Variable("u");
  m.Equation(der(x) == v + 0.1 * w);
  m.Equation(der(v) == -sin(x) - 0.1 * z);
  m.Equation(z + 0.1 * z * z * z == x);
  m.Equation(w + 2.0 * u == x);
  m.Equation(w - u == cos(m.Time()));
  return std::move(m).Build().value();
}

TEST(Allocation, StepsDoWithout) {
  for (const Method method : Methods()) {
    for (const double step : {0.01, 0.0}) {
      if (step == 0 && !ControlsStep(method)) continue;
      const std::int64_t at_start = allocations;
      InlinedRun run(Mixed(), method, {.fixed_step = step}, {1, 0, 1, 0.9, 0}, {0.1, -1, 0, 0, 0},
                     {1e-4, {1e-4}});
      EXPECT_GT(allocations, at_start) << "allocations are counted";
      run.To(0.1);
      const std::int64_t before = allocations;
      run.To(1);
      EXPECT_EQ(allocations, before) << NameOf(method) << " " << step;
    }
  }
}

// Nor do steps that take an invariant with them, by least squares.
TEST(Allocation, OverdeterminedStepsDoWithout) {
  Model m("Circle");
  const Expr x = m.Variable("x"), v = m.Variable("v");
  m.Equation(der(x) == v);
  m.Equation(der(v) == -x);
  m.Invariant(x * x + v * v == 1.0);
  const System system = std::move(m).Build().value();
  for (const Method method : {Method::kBackwardEuler, Method::kBdf, Method::kRadau3}) {
    InlinedRun run(system, method, {.fixed_step = 0.01}, {1, 0}, {0, -1});
    ASSERT_TRUE(run.integrator->program().is_overdetermined());
    run.To(0.1);
    const std::int64_t before = allocations;
    run.To(1);
    EXPECT_EQ(allocations, before) << NameOf(method);
  }
}

// Newton's iteration is bounded on request, and a loop that needs more is told.
TEST(BoundedIterations, AreEnoughOrTold) {
  const auto run_with = [](int most) {
    InlinedRun run(Mixed(), Method::kRadau3, {.fixed_step = 0.01}, {1, 0, 1, 0.9, 0}, {0.1, -1, 0, 0, 0});
    run.integrator->program().BoundIterations(most);
    while (run.outcome.ok() && run.integrator->time() < 1) run.outcome = run.integrator->Step(1);
    return run;
  };
  EXPECT_EQ(run_with(6).integrator->time(), 1);
  const InlinedRun stopped = run_with(1);
  EXPECT_FALSE(stopped.outcome.ok());
  ASSERT_TRUE(stopped.integrator->last_failure().has_value());
  EXPECT_EQ(stopped.integrator->last_failure()->execution.loop.reason, "no solution within 1 iterations");
  EXPECT_TRUE(stopped.integrator->last_failure()->execution.loop.equation.has_value());
}

TEST(StepTimes, CountsWhatIsTooLate) {
  StepTimes times;
  times.Add(1e-6, 1e-5);
  times.Add(3e-5, 1e-5);
  EXPECT_EQ(times.steps, 2);
  EXPECT_EQ(times.overruns, 1);
  EXPECT_EQ(times.worst, 3e-5);
  EXPECT_NEAR(times.mean(), 1.55e-5, 1e-12);
  EXPECT_EQ(times.histogram[9], 1) << "512 to 1024 ns";
  EXPECT_EQ(times.histogram[14], 1);
}

}  // namespace
}  // namespace daedalus::inlined
