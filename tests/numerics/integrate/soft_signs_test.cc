// Signs that a problem wishes for, and signs that it insists on.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::integrate {
namespace {

// x' = -1 passes zero at t = 1, whatever anybody wishes. The other unknown, a decay, can be kept positive.
DaeProblem Falling() {
  DaeProblem problem;
  problem.size = 2;
  problem.constant_mass = true;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + 1;
    r[1] = yp[1] + y[1];
    return EvalOutcome::kOk;
  };
  problem.signs = {Sign::kNonNegative, Sign::kPositive};
  return problem;
}

StepOutcome RunTo2(Integrator& integrator) {
  const double y0[] = {1, 1}, yp0[] = {-1, -1};
  StepOutcome outcome = integrator.Initialize(0, y0, yp0);
  while (outcome.status == StepStatus::kStepped) outcome = integrator.Step(2.0);
  return outcome;
}

TEST(SoftSigns, AreGivenUpWhereNoStepKeepsThemAndOnlyThere) {
  int num_methods = 0;
  for (const MethodInfo& method : Methods()) {
    if (!method.available || method.name == "auto" || method.name == "ida") continue;
    SCOPED_TRACE(method.name);
    const Tolerances tolerances{.relative = 1e-5, .absolute = {1e-6}};
    const auto strict = MakeIntegrator(method.name, Falling(), tolerances);
    ASSERT_TRUE(strict.ok()) << strict.error();
    const StepOutcome stopped = RunTo2(**strict);
    EXPECT_EQ(stopped.status, StepStatus::kSignViolated);
    EXPECT_EQ(stopped.unknown, 0);
    EXPECT_NEAR((*strict)->time(), 1, 1e-3);

    const auto wishing = MakeIntegrator(method.name, Falling(), tolerances, {.signs_are_soft = true});
    ASSERT_TRUE(wishing.ok()) << wishing.error();
    const StepOutcome done = RunTo2(**wishing);
    EXPECT_EQ(done.status, StepStatus::kReachedLimit) << done.reason;
    EXPECT_NEAR((*wishing)->y()[0], -1, 1e-9);
    EXPECT_NEAR((*wishing)->y()[1], std::exp(-2.0), 1e-2);
    ++num_methods;
  }
  EXPECT_GE(num_methods, 12);
}

TEST(SoftSigns, AreGivenUpAtOnceByAFixedStep) {
  const auto integrator = MakeIntegrator("backward-euler", Falling(), {.relative = 1e-5, .absolute = {1e-6}},
                                         {.fixed_step = 0.3, .signs_are_soft = true});
  ASSERT_TRUE(integrator.ok());
  EXPECT_EQ(RunTo2(**integrator).status, StepStatus::kReachedLimit);
}

}  // namespace
}  // namespace daedalus::integrate
