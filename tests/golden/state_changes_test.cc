// Motions for which no choice of states is good all the way.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

// The complete elliptic integral of the first kind, by the arithmetic-geometric mean.
double EllipticK(double k_squared) {
  double a = 1, b = std::sqrt(1 - k_squared);
  while (std::abs(a - b) > 1e-15) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (2 * a);
}

// A pendulum of length 1 that passes the bottom with speed v0 > 2 sqrt(g) takes 4/v0 K(4 g / v0^2) for a
// turn.
TEST(StateChanges, TheCartesianPendulumGoesOverTheTopAThousandTimes) {
  constexpr double kSpeed = 20, kGravity = 9.81;
  const double period = 4 / kSpeed * EllipticK(4 * kGravity / (kSpeed * kSpeed));
  driver::SimulateOptions options;
  options.model.settings = {"phi0=0", "v0=20"};
  options.stop = 1000 * period;
  options.intervals = 50000;
  options.tolerance = 1e-9;
  const RunOfModel run = Simulated(options, "Pendulum.mo");
  const driver::SimulateReport& report = run.report;
  const results::Trajectory& trajectory = run.trajectory;
  ASSERT_EQ(report.status, driver::SimulateStatus::kDone);
  EXPECT_GE(report.statistics.state_changes, 3900) << "about four changes a turn";

  const auto x = SignalOf(trajectory, "x"), y = SignalOf(trajectory, "y"),
             energy = SignalOf(trajectory, "energy");
  double angle = 0, worst_length = 0, worst_energy = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    angle += std::remainder(std::atan2(x[i], y[i]) - std::atan2(x[i - 1], y[i - 1]), 2 * std::numbers::pi);
    worst_length = std::max(worst_length, std::abs(std::hypot(x[i], y[i]) - 1));
    worst_energy = std::max(worst_energy, std::abs(energy[i] / energy[0] - 1));
  }
  EXPECT_NEAR(angle / (2 * std::numbers::pi), 1000, 0.02) << "turns";
  EXPECT_LT(worst_length, 1e-7) << "the constraint is an equation of the reduced system: no drift";
  EXPECT_LT(worst_energy, 1e-4);
}

TEST(StateChanges, OneSchemaHoldsForAllChoices) {
  driver::SimulateOptions options;
  const RunOfModel run = Simulated(options, "Pendulum.mo");
  const driver::SimulateReport& report = run.report;
  const results::Trajectory& trajectory = run.trajectory;
  EXPECT_GT(report.statistics.state_changes, 3);
  const auto vx = SignalOf(trajectory, "vx"), slope = SignalOf(trajectory, "der(x)");
  for (std::size_t i = 0; i < vx.size(); ++i) EXPECT_NEAR(vx[i], slope[i], 1e-5);
}

}  // namespace
}  // namespace daedalus
