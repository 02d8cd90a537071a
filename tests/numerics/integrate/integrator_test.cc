// The contract of Integrator: steps, limits, dense output, restarts, counters; and the example of
// dae_problem.h.
#include "daedalus/numerics/integrate/integrator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "daedalus/numerics/integrate/bdf.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

TEST(Integrator, TheExampleOfTheHeaderWorks) {
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0];
    r[1] = y[1] - y[0] * y[0];
    return EvalOutcome::kOk;
  };
  auto integrator = MakeBdf(problem, {.relative = 1e-8, .absolute = {1e-10, 1e-10}});
  ASSERT_TRUE(integrator) << integrator.error();
  const double y0[] = {1, 1}, yp0[] = {-1, -2};
  StepOutcome outcome = (*integrator)->Initialize(0, y0, yp0);
  while (outcome.status == StepStatus::kStepped) outcome = (*integrator)->Step(1.0);
  ASSERT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
  EXPECT_NEAR((*integrator)->y()[0], std::exp(-1.0), 1e-7);
  EXPECT_NEAR((*integrator)->y()[1], std::exp(-2.0), 1e-7);
}

class EveryAvailableMethod : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Integrator> Make(const TestProblem& test, const IntegratorOptions& options = {}) {
    auto integrator = MakeIntegrator(GetParam(), test.dae, {1e-6, {1e-8}}, options);
    EXPECT_TRUE(integrator) << integrator.error();
    return *std::move(integrator);
  }

  const MethodInfo& method() const { return *FindMethod(GetParam()); }
  bool iterates() const { return method().implicit && !method().needs_constant_mass; }
  // Robertson's problem for methods that can do algebraic equations.
  TestProblem Hardest() const { return method().implicit ? Robertson() : Oscillator(); }
  // What the errors of many steps may sum to where nothing damps them: each has at most the size of the
  // tolerance, 1.01e-6 for |y| = 1, in the norm of two components. Methods of high order need few steps.
  double AccumulatedError(const Integrator& integrator) const {
    const bool low_order = method().max_order > 0 && method().max_order < 3;
    return low_order ? 1.5e-6 * static_cast<double>(integrator.statistics().steps) : 0;
  }
};

TEST_P(EveryAvailableMethod, NeverLooksPastTheLimit) {
  double latest = 0;
  TestProblem test = Oscillator();
  const ResidualFunction residual = test.dae.residual;
  test.dae.residual = [&latest, residual](double t, auto y, auto yp, auto r) {
    latest = std::max(latest, t);
    return residual(t, y, yp, r);
  };
  const auto integrator = Make(test);
  ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
  for (const double limit : {0.3, 0.30001, 1.0, 2.5}) {
    ASSERT_EQ(StepTo(*integrator, limit).status, StepStatus::kReachedLimit);
    EXPECT_EQ(integrator->time(), limit);
    EXPECT_LE(latest, limit * (1 + 1e-14));
  }
  EXPECT_NEAR(integrator->y()[0], std::cos(2.5), 1e-4 + AccumulatedError(*integrator));
}

TEST_P(EveryAvailableMethod, AStepCutShortByTheLimitIsNotTakenForSmall) {
  const bool looks_back =
      method().family == "multistep" || method().max_order == 2;  // trapezoid: its estimate
  if (looks_back) GTEST_SKIP() << "the past of the method has the short step in it";
  const TestProblem test = Oscillator();
  const auto integrator = Make(test);
  ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(*integrator, 2).status, StepStatus::kReachedLimit);
  ASSERT_TRUE(integrator->Step(6).ok());
  const double usual = integrator->statistics().last_step;
  ASSERT_EQ(integrator->Step(integrator->time() + 1e-6 * usual).status, StepStatus::kReachedLimit);
  ASSERT_TRUE(integrator->Step(6).ok());
  EXPECT_GT(integrator->statistics().last_step, 0.5 * usual);
}

TEST_P(EveryAvailableMethod, StepsAreContiguousAndDenseOutputJoinsThem) {
  const TestProblem test = Oscillator();
  const auto integrator = Make(test);
  ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
  double y[2], yp[2];
  StepOutcome outcome{.status = StepStatus::kStepped};
  double last = 0;
  while (outcome.status == StepStatus::kStepped) {
    outcome = integrator->Step(3);
    ASSERT_EQ(integrator->previous_time(), last);
    ASSERT_GT(integrator->time(), last);
    last = integrator->time();
    for (const double part : {0.0, 0.3, 0.7, 1.0}) {
      const double t = integrator->previous_time() + part * (last - integrator->previous_time());
      ASSERT_TRUE(integrator->Interpolate(std::min(t, last), y, yp));
      EXPECT_NEAR(y[0], std::cos(t), 1e-5 + AccumulatedError(*integrator));
      EXPECT_NEAR(yp[0], -std::sin(t), 1e-3 + AccumulatedError(*integrator));
    }
    EXPECT_FALSE(integrator->Interpolate(last + 0.1, y, yp));
    EXPECT_FALSE(integrator->Interpolate(integrator->previous_time() - 0.1, y, yp));
  }
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit);
}

TEST_P(EveryAvailableMethod, BeforeTheFirstStepDenseOutputIsTheStart) {
  const TestProblem test = Oscillator();
  const auto integrator = Make(test);
  ASSERT_TRUE(integrator->Initialize(2, test.y0, test.yp0).ok());
  double y[2], yp[2];
  ASSERT_TRUE(integrator->Interpolate(2, y, yp));
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(yp[1], -1);
  EXPECT_FALSE(integrator->Interpolate(2.1, y, yp));
}

TEST_P(EveryAvailableMethod, RestartJumpsAndKeepsCounting) {
  // A ball thrown up again at t = 1: x' = v, v' = -1.
  TestProblem test;
  test.dae.size = 2;
  test.dae.constant_mass = true;
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + 1;
    return EvalOutcome::kOk;
  };
  const auto integrator = Make(test);
  const double y0[] = {0, 0}, yp0[] = {0, -1};
  ASSERT_TRUE(integrator->Initialize(0, y0, yp0).ok());
  ASSERT_EQ(StepTo(*integrator, 1).status, StepStatus::kReachedLimit);
  const Statistics before = integrator->statistics();
  EXPECT_NEAR(integrator->y()[0], -0.5, 1e-6 + AccumulatedError(*integrator));
  const double y1[] = {integrator->y()[0], 1}, yp1[] = {1, -1};
  ASSERT_TRUE(integrator->Restart(1, y1, yp1).ok());
  EXPECT_EQ(integrator->y()[1], 1);
  ASSERT_EQ(StepTo(*integrator, 2).status, StepStatus::kReachedLimit);
  EXPECT_NEAR(integrator->y()[0], 0, 1e-5 + AccumulatedError(*integrator));
  const Statistics& after = integrator->statistics();
  EXPECT_GT(after.steps, before.steps);
  EXPECT_GT(after.residual_evaluations, before.residual_evaluations);
  if (method().implicit) {
    EXPECT_GT(after.jacobian_evaluations, before.jacobian_evaluations);
  }
  if (iterates()) {
    EXPECT_GT(after.newton_iterations, before.newton_iterations);
  }
  ASSERT_TRUE(integrator->Initialize(0, y0, yp0).ok());
  EXPECT_EQ(integrator->statistics().steps, 0);
  EXPECT_LE(integrator->statistics().residual_evaluations, 3) << "what a look at the start costs";
}

TEST_P(EveryAvailableMethod, TheSameRunTwiceIsTheSameBitForBit) {
  const TestProblem test = Hardest();
  std::vector<double> answers[2];
  for (auto& answer : answers) {
    const auto integrator = Make(test);
    ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
    ASSERT_EQ(StepTo(*integrator, 40).status, StepStatus::kReachedLimit);
    answer.assign(integrator->y().begin(), integrator->y().end());
  }
  EXPECT_EQ(answers[0], answers[1]);
}

TEST_P(EveryAvailableMethod, CountersCountTheCallbacks) {
  std::int64_t residuals = 0;
  std::int64_t jacobians = 0;
  TestProblem test = Hardest();
  const ResidualFunction residual = test.dae.residual;
  const JacobianFunction jacobian = test.dae.jacobian;
  test.dae.residual = [&residuals, residual](double t, auto y, auto yp, auto r) {
    ++residuals;
    return residual(t, y, yp, r);
  };
  test.dae.jacobian = [&jacobians, jacobian](double t, auto y, auto yp, auto dy, auto dyp) {
    ++jacobians;
    return jacobian(t, y, yp, dy, dyp);
  };
  const auto integrator = Make(test);
  ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(*integrator, 40).status, StepStatus::kReachedLimit);
  const Statistics& statistics = integrator->statistics();
  EXPECT_EQ(statistics.residual_evaluations, residuals);
  EXPECT_EQ(statistics.jacobian_evaluations, jacobians);
  if (method().implicit) {
    EXPECT_GE(statistics.factorizations, 1);
  }
  if (iterates()) {
    EXPECT_GE(statistics.newton_iterations, statistics.steps);
  }
  EXPECT_EQ(statistics.rejected_steps(), statistics.error_test_failures + statistics.convergence_failures);
  EXPECT_GT(statistics.last_order, 0);
  EXPECT_GT(statistics.last_step, 0);
}

TEST_P(EveryAvailableMethod, SharpeningDisturbsNeitherTheRunNorTheEndsOfAStepAndIsCounted) {
  std::vector<double> answers[2];
  for (const bool sharpens : {false, true}) {
    std::int64_t residuals = 0;
    TestProblem test = Hardest();
    const ResidualFunction residual = test.dae.residual;
    test.dae.residual = [&residuals, residual](double t, auto y, auto yp, auto r) {
      ++residuals;
      return residual(t, y, yp, r);
    };
    const auto integrator = Make(test);
    ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
    EXPECT_FALSE(integrator->Sharpen(0));
    std::vector<double> y(test.y0.size()), yp(y.size()), start(y.size());
    StepOutcome outcome{.status = StepStatus::kStepped};
    for (int step = 0; outcome.status == StepStatus::kStepped; ++step) {
      outcome = integrator->Step(1);
      if (!sharpens || step % 7 != 0) continue;
      const double begin = integrator->previous_time(), end = integrator->time();
      integrator->Interpolate(begin, start, yp);
      EXPECT_FALSE(integrator->Sharpen(begin - 0.1));
      EXPECT_FALSE(integrator->Sharpen(end + 0.1));
      integrator->Sharpen(begin + 0.6 * (end - begin));
      EXPECT_EQ(integrator->time(), end);
      integrator->Interpolate(begin, y, yp);
      EXPECT_EQ(y, start);
    }
    EXPECT_EQ(outcome.status, StepStatus::kReachedLimit);
    EXPECT_EQ(integrator->statistics().residual_evaluations, residuals);
    answers[sharpens].assign(integrator->y().begin(), integrator->y().end());
  }
  EXPECT_EQ(answers[0], answers[1]);
}

TEST_P(EveryAvailableMethod, MaxStepIsRespected) {
  const TestProblem test = Oscillator();
  const auto integrator = Make(test, {.max_step = 0.01});
  ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
  StepOutcome outcome{.status = StepStatus::kStepped};
  while (outcome.status == StepStatus::kStepped) {
    outcome = integrator->Step(1);
    EXPECT_LE(integrator->time() - integrator->previous_time(), 0.01 * (1 + 1e-12));
  }
}

TEST_P(EveryAvailableMethod, InitialStepIsRespected) {
  const TestProblem test = Oscillator();
  const auto integrator = Make(test, {.initial_step = 1e-7});
  ASSERT_TRUE(integrator->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(integrator->Step(1).status, StepStatus::kStepped);
  EXPECT_NEAR(integrator->time(), 1e-7, 1e-12);
}

TEST_P(EveryAvailableMethod, EveryControllerDrivesIt) {
  if (GetParam() == "ida") GTEST_SKIP() << "it has its own";
  const TestProblem test = VanDerPol(2);
  const int order = FindMethod(GetParam())->max_order;
  const double t_end = order > 1 ? 10 : 1;
  const Tolerances tight{1e-10, {1e-10}};
  const RunResult reference = RunMethod("radau5", test, t_end, tight);
  std::set<std::int64_t> numbers_of_steps;
  for (const char* name : {"elementary", "pi", "predictive", "h211b", "h312"}) {
    const RunResult run =
        RunMethod(GetParam(), test, t_end, {1e-5, {1e-5}}, {.controller = FindController(name)});
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << name << ": " << run.outcome.reason;
    EXPECT_NEAR(run.y[0], reference.y[0], order > 1 ? 1e-2 : 1e-1) << name;
    numbers_of_steps.insert(run.statistics.steps);
  }
  EXPECT_GE(numbers_of_steps.size(), 3u) << "they make different steps";
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryAvailableMethod, testing::ValuesIn(AvailableMethods()),
                         [](const auto& tested) { return TestNameOf(tested.param); });

TEST(Methods, UnknownAndUnavailableNamesAreRefusedWithTheAvailableOnes) {
  std::string available;
  for (const MethodInfo& method : Methods()) {
    if (method.available) available += (available.empty() ? "" : ", ") + std::string(method.name);
  }
  const TestProblem test = Oscillator();
  const auto unknown = MakeIntegrator("idaa", test.dae, {1e-6, {1e-6}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error(), "there is no method `idaa`; available: " + available);
  for (const MethodInfo& method : Methods()) {
    if (method.available) continue;
    const auto missing = MakeIntegrator(method.name, test.dae, {1e-6, {1e-6}});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error(),
              "the method `" + std::string(method.name) +
                  "` is made of the equations of a model, not of a residual; available: " + available);
  }
  EXPECT_EQ(FindMethod(""), nullptr);
}

TEST(Methods, EveryNameOfTheCommandLineIsListedOnce) {
  for (const std::string_view name :
       {"auto", "bdf", "gear", "ida", "adams", "radau3", "radau5", "lobatto4", "sdirk4", "bi2", "trapezoid",
        "euler", "backward-euler", "rk4", "dopri5", "dop853", "ei", "icp", "ucp"}) {
    EXPECT_EQ(std::ranges::count(Methods(), name, &MethodInfo::name), 1) << name;
  }
}

}  // namespace
}  // namespace daedalus::integrate
