// Bad input and failures on the way, for every method: a status with the reason, the last good state intact,
// never a crash.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

const Tolerances kFailureTolerances{1e-6, {1e-8}};

class EveryMethod : public testing::TestWithParam<std::string> {
 protected:
  const MethodInfo& info() const { return *FindMethod(GetParam()); }

  auto Make(const DaeProblem& problem, const Tolerances& tolerances = kFailureTolerances,
            const IntegratorOptions& options = {}) const {
    return MakeIntegrator(GetParam(), problem, tolerances, options);
  }
  std::string RefusalOf(const DaeProblem& problem, const Tolerances& tolerances,
                        const IntegratorOptions& options = {}) const {
    const auto integrator = Make(problem, tolerances, options);
    return integrator ? "" : integrator.error();
  }
  // A state that is intact is near the solution: within a hundred times the tolerance, or a thousand for
  // methods of first order, whose errors all have the same sign.
  double near() const { return (info().max_order == 1 ? 1000 : 100) * kFailureTolerances.relative; }
  RunResult Run(const TestProblem& test, double t_end, const Tolerances& tolerances = kFailureTolerances,
                const IntegratorOptions& options = {}) const {
    return RunMethod(GetParam(), test, t_end, tolerances, options);
  }
};

// y1' = -y1 and a second equation that `broken` computes.
DaeProblem WithSecondEquation(ResidualFunction broken) {
  DaeProblem problem;
  problem.size = 2;
  problem.constant_mass = true;
  problem.residual = [broken](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0];
    return broken(t, y, yp, r);
  };
  return problem;
}

TEST_P(EveryMethod, EveryDefectIsRefusedWithItsReason) {
  const DaeProblem good = Oscillator().dae;
  ASSERT_EQ(RefusalOf(good, kFailureTolerances), "");
  const auto spoiled = [&](auto spoil) {
    DaeProblem bad = good;
    spoil(bad);
    return RefusalOf(bad, kFailureTolerances);
  };
  EXPECT_EQ(spoiled([](auto& p) { p.size = 0; }), "the problem has no unknowns");
  EXPECT_EQ(spoiled([](auto& p) { p.residual = nullptr; }), "the problem has no residual callback");
  EXPECT_EQ(spoiled([](auto& p) { p.is_differential = {1}; }),
            "is_differential has 1 elements for 2 unknowns");
  EXPECT_EQ(spoiled([](auto& p) { p.pattern = linear::DensePattern(3, 3); }),
            "the Jacobian pattern is 3 x 3 for 2 unknowns");
  EXPECT_NE(spoiled([](auto& p) {
              p.pattern = linear::DensePattern(2, 2);
              p.pattern.row_indices[0] = 9;
            }),
            "");
}

TEST_P(EveryMethod, UselessTolerancesAreRefusedWithTheReason) {
  const DaeProblem problem = Oscillator().dae;
  EXPECT_EQ(RefusalOf(problem, {1e-6, {0}}), "absolute tolerance 0 is not a positive number");
  EXPECT_EQ(RefusalOf(problem, {0, {0}}), "absolute tolerance 0 is not a positive number");
  EXPECT_EQ(RefusalOf(problem, {1e-6, {1e-6, std::nan("")}}),
            "absolute tolerance 1 is not a positive number");
  EXPECT_EQ(RefusalOf(problem, {1e-6, {1, 1, 1}}), "3 absolute tolerances for 2 unknowns");
  EXPECT_EQ(RefusalOf(problem, {-1, {1e-6}}), "the relative tolerance is not in [0, 1)");
  EXPECT_EQ(RefusalOf(problem, {std::nan(""), {1e-6}}), "the relative tolerance is not in [0, 1)");
  EXPECT_EQ(RefusalOf(problem, {0, {1e-6}}), "") << "purely absolute tolerances make sense";
}

TEST_P(EveryMethod, UselessOptionsAreRefused) {
  const DaeProblem problem = Oscillator().dae;
  EXPECT_NE(RefusalOf(problem, kFailureTolerances, {.max_order = 14}), "");
  EXPECT_NE(RefusalOf(problem, kFailureTolerances, {.max_step = -1}), "");
  EXPECT_NE(RefusalOf(problem, kFailureTolerances, {.initial_step = std::nan("")}), "");
  EXPECT_NE(RefusalOf(problem, kFailureTolerances, {.max_steps = -5}), "");
}

TEST_P(EveryMethod, StartValuesOfTheWrongNumberOrNotFiniteAreRefused) {
  const auto integrator = Make(Oscillator().dae);
  const std::vector<double> one = {1};
  const std::vector<double> two = {1, 0};
  const std::vector<double> nan = {1, std::nan("")};
  EXPECT_EQ((*integrator)->Initialize(0, one, two).status, StepStatus::kBadInput);
  EXPECT_EQ((*integrator)->Initialize(0, two, one).status, StepStatus::kBadInput);
  EXPECT_EQ((*integrator)->Initialize(INFINITY, two, two).status, StepStatus::kBadInput);
  const StepOutcome outcome = (*integrator)->Initialize(0, nan, two);
  EXPECT_EQ(outcome.status, StepStatus::kBadInput);
  EXPECT_EQ(outcome.unknown, 1);
  EXPECT_EQ((*integrator)->Step(1).status, StepStatus::kBadInput) << "it was never initialized";
}

TEST_P(EveryMethod, EndEqualToStartIsReachedWithoutWork) {
  const TestProblem test = Oscillator();
  const auto integrator = Make(test.dae);
  ASSERT_TRUE((*integrator)->Initialize(3, test.y0, test.yp0).ok());
  const StepOutcome outcome = (*integrator)->Step(3);
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->time(), 3);
  EXPECT_EQ((*integrator)->statistics().steps, 0);
  EXPECT_EQ((*integrator)->y()[0], 1);
  EXPECT_EQ((*integrator)->Step(std::nextafter(3.0, 4.0)).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->Step(4).status, StepStatus::kStepped);
}

TEST_P(EveryMethod, ATimeLimitInThePastIsRefusedAndHarmless) {
  const TestProblem test = Oscillator();
  const auto integrator = Make(test.dae);
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(**integrator, 1).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->Step(0.5).status, StepStatus::kBadInput);
  EXPECT_EQ((*integrator)->Step(std::nan("")).status, StepStatus::kBadInput);
  EXPECT_EQ(StepTo(**integrator, 2).status, StepStatus::kReachedLimit);
  EXPECT_NEAR((*integrator)->y()[0], std::cos(2.0), near());
}

TEST_P(EveryMethod, ResidualThatIsNotFiniteAtTheStartNamesItsRow) {
  const DaeProblem problem = WithSecondEquation([](double, auto y, auto yp, auto r) {
    r[1] = yp[1] - 1 / y[1];
    return EvalOutcome::kOk;
  });
  const auto integrator = Make(problem);
  const double y0[] = {1, 0}, yp0[] = {-1, 0};
  const StepOutcome outcome = (*integrator)->Initialize(0, y0, yp0);
  EXPECT_EQ(outcome.status, StepStatus::kResidualFailed);
  EXPECT_EQ(outcome.row, 1);
}

TEST_P(EveryMethod, RootOfANegativeNumberMidwayNamesRowAndTimeAndKeepsTheLastGoodState) {
  // y2' = sqrt(1 - t) ends at t = 1.
  const DaeProblem problem = WithSecondEquation([](double t, auto, auto yp, auto r) {
    r[1] = yp[1] - std::sqrt(1 - t);
    return EvalOutcome::kOk;
  });
  const auto integrator = Make(problem);
  const double y0[] = {1, 0}, yp0[] = {-1, 1};
  ASSERT_TRUE((*integrator)->Initialize(0, y0, yp0).ok());
  const StepOutcome outcome = StepTo(**integrator, 2);
  EXPECT_EQ(outcome.status, StepStatus::kResidualFailed) << outcome.reason;
  EXPECT_EQ(outcome.row, 1);
  EXPECT_GT(outcome.t, 1);
  EXPECT_NEAR(outcome.t, 1, 1e-3);
  const double t = (*integrator)->time();
  EXPECT_LE(t, 1);
  EXPECT_GT(t, 0.99);
  EXPECT_NEAR((*integrator)->y()[0], std::exp(-t), near());
  EXPECT_NEAR((*integrator)->y()[1], 2.0 / 3 * (1 - std::pow(1 - t, 1.5)), near());
  double y[2], yp[2];
  const double middle = ((*integrator)->previous_time() + t) / 2;
  ASSERT_TRUE((*integrator)->Interpolate(middle, y, yp)) << "dense output still works in the last good step";
  EXPECT_NEAR(y[0], std::exp(-middle), near());
  EXPECT_EQ((*integrator)->Step(2).status, StepStatus::kBadInput) << "only a restart can go on";
}

TEST_P(EveryMethod, RestartAfterAFailureGoesOn) {
  bool broken = true;
  const DaeProblem problem = WithSecondEquation([&broken](double t, auto, auto yp, auto r) {
    r[1] = yp[1] - (broken ? std::sqrt(1 - t) : 0);
    return EvalOutcome::kOk;
  });
  const auto integrator = Make(problem);
  const double y0[] = {1, 0}, yp0[] = {-1, 1};
  ASSERT_TRUE((*integrator)->Initialize(0, y0, yp0).ok());
  ASSERT_EQ(StepTo(**integrator, 2).status, StepStatus::kResidualFailed);
  const std::int64_t steps = (*integrator)->statistics().steps;
  broken = false;
  const std::vector<double> y((*integrator)->y().begin(), (*integrator)->y().end());
  const double yp[] = {-y[0], 0};
  ASSERT_TRUE((*integrator)->Restart((*integrator)->time(), y, yp).ok());
  ASSERT_EQ(StepTo(**integrator, 2).status, StepStatus::kReachedLimit);
  EXPECT_NEAR((*integrator)->y()[0], std::exp(-2.0), near());
  EXPECT_GT((*integrator)->statistics().steps, steps) << "the counters go on";
}

TEST_P(EveryMethod, ACallbackThatAlwaysRefusesEndsTheRun) {
  const DaeProblem problem = WithSecondEquation([](double t, auto, auto yp, auto r) {
    r[1] = yp[1];
    return t > 0.5 ? EvalOutcome::kRecoverable : EvalOutcome::kOk;
  });
  const auto integrator = Make(problem);
  const double y0[] = {1, 0}, yp0[] = {-1, 0};
  ASSERT_TRUE((*integrator)->Initialize(0, y0, yp0).ok());
  const StepOutcome outcome = StepTo(**integrator, 1);
  EXPECT_EQ(outcome.status, StepStatus::kResidualFailed);
  EXPECT_NEAR(outcome.t, 0.5, 0.01);
  EXPECT_FALSE(outcome.row.has_value());
}

TEST_P(EveryMethod, ExceptionsAndFatalAnswersOfCallbacksBecomeAnOutcome) {
  const ResidualFunction throwing = [](double t, auto, auto yp, auto r) -> EvalOutcome {
    r[1] = yp[1];
    if (t > 0.5) throw std::runtime_error("table is empty");
    return EvalOutcome::kOk;
  };
  const ResidualFunction throwing_int = [](double t, auto, auto yp, auto r) -> EvalOutcome {
    r[1] = yp[1];
    if (t > 0.5) throw 7;
    return EvalOutcome::kOk;
  };
  const ResidualFunction fatal = [](double t, auto, auto yp, auto r) {
    r[1] = yp[1];
    return t > 0.5 ? EvalOutcome::kFatal : EvalOutcome::kOk;
  };
  for (const auto& residual : {throwing, throwing_int, fatal}) {
    const auto integrator = Make(WithSecondEquation(residual));
    const double y0[] = {1, 0}, yp0[] = {-1, 0};
    ASSERT_TRUE((*integrator)->Initialize(0, y0, yp0).ok());
    const StepOutcome outcome = StepTo(**integrator, 1);
    EXPECT_EQ(outcome.status, StepStatus::kFatal);
    EXPECT_NE(outcome.reason, "");
    EXPECT_LE((*integrator)->time(), 0.5);
  }
  TestProblem test = Oscillator();
  test.dae.residual = throwing;
  const auto integrator = Make(test.dae);
  EXPECT_EQ((*integrator)->Initialize(1, test.y0, test.yp0).reason,
            "the callback threw: table is empty at the start");
}

TEST_P(EveryMethod, AThrowingOrNotFiniteJacobianBecomesAnOutcome) {
  if (!info().implicit) GTEST_SKIP() << "explicit methods need no Jacobian";
  TestProblem test = Oscillator();
  test.dae.jacobian = [](double, auto, auto, auto, auto) -> EvalOutcome { throw std::logic_error("no"); };
  EXPECT_EQ(Run(test, 1).outcome.status, StepStatus::kFatal);
  test.dae.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    Fill(dy, {0, 1, -1, std::nan("")});
    Fill(dyp, {1, 0, 0, 1});
    return EvalOutcome::kOk;
  };
  const RunResult run = Run(test, 1);
  EXPECT_EQ(run.outcome.status, StepStatus::kResidualFailed);
  EXPECT_EQ(run.outcome.row, 1);
}

TEST_P(EveryMethod, SingularJacobianNamesRowAndUnknown) {
  if (!info().implicit) GTEST_SKIP() << "explicit methods need no Jacobian";
  // The second equation does not contain y2 at all.
  const DaeProblem problem = WithSecondEquation([](double t, auto y, auto, auto r) {
    r[1] = y[0] - std::exp(-t);
    return EvalOutcome::kOk;
  });
  for (const auto kind : {linear::LinearSolverKind::kDense, linear::LinearSolverKind::kSparse}) {
    const auto integrator = Make(problem, kFailureTolerances, {.linear_solver = kind});
    const double y0[] = {1, 0}, yp0[] = {-1, 0};
    ASSERT_TRUE((*integrator)->Initialize(0, y0, yp0).ok());
    const StepOutcome outcome = StepTo(**integrator, 1);
    EXPECT_EQ(outcome.status, StepStatus::kSingularJacobian) << outcome.reason;
    EXPECT_EQ(outcome.unknown, 1);
    EXPECT_TRUE(outcome.row.has_value());
    EXPECT_EQ((*integrator)->time(), 0);
    EXPECT_EQ((*integrator)->y()[0], 1);
  }
}

TEST_P(EveryMethod, AWrongJacobianEndsInNewtonDivergence) {
  if (!info().implicit || info().family == "Rosenbrock") GTEST_SKIP() << "there is no iteration";
  TestProblem test = Oscillator();
  test.dae.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    Fill(dy, {0, 0, 0, 0});
    Fill(dyp, {-1, 0, 0, -1});
    return EvalOutcome::kOk;
  };
  const RunResult run = Run(test, 1);
  EXPECT_EQ(run.outcome.status, StepStatus::kNewtonDiverged) << run.outcome.reason;
  EXPECT_TRUE(run.outcome.row.has_value());
}

TEST_P(EveryMethod, AJumpInAnAlgebraicUnknownIsNamedOrIsNoTroubleToAOneStepMethod) {
  if (!info().implicit) GTEST_SKIP() << "explicit methods have no algebraic unknowns";
  const DaeProblem problem = WithSecondEquation([](double t, auto y, auto, auto r) {
    r[1] = y[1] - (t < 0.5 ? 0.0 : 1.0);
    return EvalOutcome::kOk;
  });
  DaeProblem with_kinds = problem;
  with_kinds.is_differential = {1, 0};
  const TestProblem test{with_kinds, {1, 0}, {-1, 0}};
  const RunResult run = Run(test, 1);
  if (info().family == "multistep" || !run.outcome.ok()) {
    EXPECT_EQ(run.outcome.status, StepStatus::kErrorTestFailures) << run.outcome.reason;
    EXPECT_EQ(run.outcome.unknown, 1);
    EXPECT_NEAR(run.outcome.t, 0.5, 1e-2);
  } else {  // no past that would contradict
    EXPECT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
    EXPECT_EQ(run.y[1], 1);
  }
  const RunResult suppressed = Run(test, 1, kFailureTolerances, {.suppress_algebraic = true});
  EXPECT_EQ(suppressed.outcome.status, StepStatus::kReachedLimit) << suppressed.outcome.reason;
  EXPECT_NEAR(suppressed.y[0], std::exp(-1.0), near());
  EXPECT_EQ(suppressed.y[1], 1);
}

TEST_P(EveryMethod, ASolutionThatBlowsUpInFiniteTimeEndsThere) {
  // y' = y^2, y(0) = 1: y = 1 / (1 - t).
  TestProblem test;
  test.dae.size = 1;
  test.dae.constant_mass = true;
  test.dae.constant_mass = true;
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[0] * y[0];
    return EvalOutcome::kOk;
  };
  test.y0 = {1};
  test.yp0 = {1};
  const RunResult run = Run(test, 2);
  EXPECT_FALSE(run.outcome.ok());
  EXPECT_NEAR(run.outcome.t, 1, 1e-3);
}

TEST_P(EveryMethod, MaxStepsEndsTheRunAndKeepsTheState) {
  const RunResult run = Run(Oscillator(), 100, kFailureTolerances, {.max_steps = 25});
  EXPECT_EQ(run.outcome.status, StepStatus::kTooManySteps);
  EXPECT_EQ(run.statistics.steps, 25);
  EXPECT_NEAR(run.y[0], std::cos(run.outcome.t), near());
}

TEST_P(EveryMethod, ImpossibleAccuracyIsReportedAsSuch) {
  const RunResult run = Run(Oscillator(), 1, {0, {1e-30}});
  EXPECT_EQ(run.outcome.status, StepStatus::kStepTooSmall) << run.outcome.reason;
}

TEST_P(EveryMethod, NothingIsPrinted) {
  if (!info().implicit) GTEST_SKIP() << "explicit methods need no Jacobian";
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  TestProblem test = Oscillator();
  test.dae.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    std::ranges::fill(dy, 0.0);
    std::ranges::fill(dyp, 0.0);
    return EvalOutcome::kOk;
  };
  const RunResult run = Run(test, 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(run.outcome.status, StepStatus::kSingularJacobian);
}

TEST_P(EveryMethod, AnUnknownThatLeavesItsSignEndsTheRunBeforeItDoes) {
  // y1 = exp(-t), y2 = 1 - t.
  DaeProblem problem = WithSecondEquation([](double, auto, auto yp, auto r) {
    r[1] = yp[1] + 1;
    return EvalOutcome::kOk;
  });
  problem.signs = {Sign::kAny, Sign::kPositive};
  const TestProblem test{problem, {1, 1}, {-1, -1}};
  if (GetParam() == "ida") {
    EXPECT_EQ(RefusalOf(problem, kFailureTolerances), "ida keeps no signs; bdf does");
    return;
  }
  const RunResult run = Run(test, 2);
  EXPECT_EQ(run.outcome.status, StepStatus::kSignViolated) << run.outcome.reason;
  EXPECT_EQ(run.outcome.unknown, 1);
  EXPECT_GT(run.y[1], 0);
  EXPECT_LT(run.y[1], 1e-3);
}

TEST_P(EveryMethod, AFixedStepIsKept) {
  if (!info().takes_fixed_step) GTEST_SKIP() << "it takes none";
  const auto integrator = Make(Oscillator().dae, kFailureTolerances, {.fixed_step = 1.0 / 64});
  ASSERT_TRUE((*integrator)->Initialize(0, Oscillator().y0, Oscillator().yp0).ok());
  for (int step = 1; step <= 64; ++step) {
    ASSERT_TRUE((*integrator)->Step(1).ok());
    EXPECT_NEAR((*integrator)->time(), step / 64.0, 1e-12);
  }
  EXPECT_NEAR((*integrator)->y()[0], std::cos(1.0), info().max_order == 1 ? 1e-2 : 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Failures, EveryMethod, testing::ValuesIn(AvailableMethods()),
                         [](const auto& tested) { return TestNameOf(tested.param); });

}  // namespace
}  // namespace daedalus::integrate
