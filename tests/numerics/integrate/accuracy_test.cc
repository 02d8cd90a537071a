// Errors against exact and published solutions. The end values of Robertson and van der Pol are those of the
// Test Set for IVP Solvers (University of Bari), problems ROBER and VDPOL.
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "daedalus/numerics/integrate/sundials/ida.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

constexpr double kRobertsonAt1e11[] = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050};
constexpr double kVanDerPolAt2000[] = {0.1706167732170469e1, -0.8928097010248125e-3};

double LargestRelativeError(const RunResult& run, std::span<const double> reference) {
  double worst = 0;
  for (std::size_t i = 0; i < run.y.size(); ++i) {
    worst = std::max(worst, std::abs(run.y[i] / reference[i] - 1));
  }
  return worst;
}

// The largest distance from `exact` (at all steps and, by dense output, midway between them), and the number
// of steps.
struct TrajectoryError {
  double largest = 0;
  std::int64_t steps = 0;
};

template <class Exact>
TrajectoryError FollowTrajectory(const TestProblem& test, double t_end, double tolerance, Exact exact) {
  TrajectoryError error;
  const auto integrator = MakeIda(test.dae, {tolerance, {tolerance}});
  StepOutcome outcome = (*integrator)->Initialize(0, test.y0, test.yp0);
  std::vector<double> y(test.y0.size()), yp(test.y0.size());
  while (outcome.status == StepStatus::kStepped) {
    outcome = (*integrator)->Step(t_end);
    const double end = (*integrator)->time();
    for (const double t : {((*integrator)->previous_time() + end) / 2, end}) {
      EXPECT_TRUE((*integrator)->Interpolate(t, y, yp));
      error.largest = std::max(error.largest, std::abs(y[0] - exact(t)));
    }
  }
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
  EXPECT_EQ(outcome.t, t_end);
  error.steps = (*integrator)->statistics().steps;
  return error;
}

TEST(IdaAccuracy, DecayErrorFallsWithTheTolerance) {
  double previous = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto error = FollowTrajectory(Decay(), 1, tolerance, [](double t) { return std::exp(-t); });
    // Each step may err by tolerance * (|y| + 1), and the problem damps errors.
    EXPECT_LT(error.largest, 2 * tolerance * static_cast<double>(error.steps));
    EXPECT_LT(error.largest, previous / 5);
    previous = error.largest;
  }
}

TEST(IdaAccuracy, OscillatorErrorAfterTenPeriodsFallsWithTheTolerance) {
  const double t_end = 20 * std::acos(-1.0);
  double previous = 1;
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    const auto error = FollowTrajectory(Oscillator(), t_end, tolerance, [](double t) { return std::cos(t); });
    // The problem keeps errors: they add up over the steps, in the root-mean-square norm of two components.
    EXPECT_LT(error.largest, 2 * std::sqrt(2.0) * tolerance * static_cast<double>(error.steps));
    EXPECT_LT(error.largest, previous / 10);
    previous = error.largest;
  }
}

TEST(IdaAccuracy, OrderOneNeedsManyMoreStepsThanOrderFive) {
  const Tolerances tolerances{1e-6, {1e-6}};
  const RunResult low = RunIda(Oscillator(), 5, tolerances, {.max_order = 1});
  const RunResult high = RunIda(Oscillator(), 5, tolerances, {.max_order = 5});
  EXPECT_EQ(low.statistics.last_order, 1);
  EXPECT_GT(high.statistics.last_order, 2);
  EXPECT_GT(low.statistics.steps, 5 * high.statistics.steps);
}

TEST(IdaAccuracy, RobertsonMeetsThePublishedEndValues) {
  // IDA 6.4.1 by itself reaches 2.5, 4.7 and 5.9 digits here; neighbouring tolerances differ by up to a
  // digit.
  const std::pair<double, double> digits_at[] = {{1e-4, 1.5}, {1e-6, 3.7}, {1e-8, 4.9}};
  for (const auto& [relative, digits] : digits_at) {
    const RunResult run = RunIda(Robertson(), 1e11, {relative, {1e-6 * relative}});
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
    EXPECT_GT(-std::log10(LargestRelativeError(run, kRobertsonAt1e11)), digits);
    // Not to roundoff: IDA scales its corrections when c has changed since the last factorization, algebraic
    // ones too.
    EXPECT_NEAR(run.y[0] + run.y[1] + run.y[2], 1, 1e-2 * relative);
  }
}

TEST(IdaAccuracy, RobertsonWithFiniteDifferencesMeetsThePublishedEndValues) {
  TestProblem test = Robertson();
  test.dae.jacobian = nullptr;
  const RunResult run = RunIda(test, 1e11, {1e-6, {1e-12}});
  ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
  EXPECT_GT(-std::log10(LargestRelativeError(run, kRobertsonAt1e11)), 3.7);
}

TEST(IdaAccuracy, StiffVanDerPolMeetsThePublishedEndValues) {
  // IDA 6.4.1 by itself: 4.7, 6.6 and 8.4 digits.
  const std::pair<double, double> digits_at[] = {{1e-6, 3.7}, {1e-8, 5.6}, {1e-10, 7.4}};
  for (const auto& [relative, digits] : digits_at) {
    const RunResult run = RunIda(VanDerPol(1000), 2000, {relative, {1e-3 * relative}});
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
    EXPECT_GT(-std::log10(LargestRelativeError(run, kVanDerPolAt2000)), digits);
  }
}

class GearExample : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(GearExample, IsWithinTheErrorsThatIdaIsKnownFor) {
  // IDA's own largest errors: 16 times the tolerance in y1..y4, 13 times in y6, and a drift of the invariant
  // y5 + y1 y6 = 0 by 130 times, because BDF discretises y5' + y1 y6' + y1' y6 term by term.
  const auto [t_end, tolerance] = GetParam();
  const TestProblem test = Gear::Problem();
  const RunResult run = RunIda(test, t_end, {tolerance, {tolerance}});
  ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
  const std::vector<double> exact = Gear::Exact(t_end);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(run.y[i], exact[i], 20 * tolerance) << "y" << i + 1;
  EXPECT_NEAR(run.y[5], exact[5], 20 * tolerance);
  EXPECT_LT(std::abs(run.y[4] + run.y[0] * run.y[5]), 200 * tolerance);
}

INSTANTIATE_TEST_SUITE_P(Tolerances, GearExample,
                         testing::Values(std::pair{0.01, 1e-4}, std::pair{0.01, 1e-6}, std::pair{0.01, 1e-8},
                                         std::pair{1000.0, 1e-4}, std::pair{1000.0, 1e-6},
                                         std::pair{1000.0, 1e-8}));

TEST(GearExact, AgreesWithThePrintedValues) {
  const std::vector<double> y = Gear::Exact(0.01);
  EXPECT_NEAR(y[0], -1.04202377564, 1e-11);
  EXPECT_NEAR(y[2], 0.0515995736971, 1e-12);
  EXPECT_NEAR(y[4], 1.06823553314, 1e-11);
  EXPECT_NEAR(y[7], -3.24789698097, 1e-11);
  const TestProblem test = Gear::Problem();
  std::vector<double> r(8);
  test.dae.residual(0, test.y0, test.yp0, r);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(r[i], 0, 1e-10) << i;
}

}  // namespace
}  // namespace daedalus::integrate
