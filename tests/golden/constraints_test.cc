// What keeps a solution on its constraints: Frisk's pendulum over 250 s, differentiated with and without
// stabilisation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

using compile::IndexTreatment;

struct KeptRun {
  double position = 0, velocity = 0;  // the largest violation of x^2 + y^2 = l^2, and of its derivative
  std::int64_t states = 0, steps = 0;
  results::Trajectory trajectory;
};

KeptRun Frisk(IndexTreatment treatment, driver::SimulateOptions options) {
  options.index_treatment = treatment;
  RunOfModel run = Simulated(options, "higher_index/FriskPendulum.mo");
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  const auto& kept = run.report.statistics.invariants;
  EXPECT_EQ(kept.size(), 2u) << "the constraint and its derivative";
  if (kept.size() != 2) return {};
  return {kept[0].second, kept[1].second, run.report.statistics.states, run.report.statistics.steps,
          std::move(run.trajectory)};
}

driver::SimulateOptions WithSteps(double h, double stop) {
  driver::SimulateOptions options;
  options.method = "rk4";
  options.step = h;
  options.stop = stop;
  options.intervals = 100;
  return options;
}

driver::SimulateOptions WithTolerance(const std::string& method, double tolerance, double stop) {
  driver::SimulateOptions options;
  options.method = method;
  options.tolerance = tolerance;
  options.stop = stop;
  options.intervals = 500;
  return options;
}

// Of the pendulum, m = l = 1: nothing but the rounding and the method may change it.
double LargestEnergy(const KeptRun& run) {
  const auto y = SignalOf(run.trajectory, "y"), w = SignalOf(run.trajectory, "w"),
             z = SignalOf(run.trajectory, "z");
  double out = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    out = std::max(out, std::abs(9.81 * y[i] + (w[i] * w[i] + z[i] * z[i]) / 2));
  return out;
}

// The lecture's theorem: |x^2 + y^2 - 1| <= h^p (A t + B t^2).
TEST(Constraints, TheDriftOfADifferentiatedConstraintGrowsAsTheTheoremSays) {
  const KeptRun coarse = Frisk(IndexTreatment::kDifferentiate, WithSteps(0.01, 250));
  const KeptRun half_the_time = Frisk(IndexTreatment::kDifferentiate, WithSteps(0.01, 125));
  const KeptRun fine = Frisk(IndexTreatment::kDifferentiate, WithSteps(0.005, 250));
  EXPECT_EQ(coarse.states, 4);
  EXPECT_GT(coarse.position, 1e-2) << "it can be seen";
  const double growth = coarse.position / half_the_time.position;
  EXPECT_GT(growth, 2);
  EXPECT_LT(growth, 4.4);
  const double gain = std::log2(coarse.position / fine.position);
  EXPECT_GT(gain, 3.7) << "order 4";
}

TEST(Constraints, ProjectionKeepsThemToRounding) {
  const KeptRun fixed = Frisk(IndexTreatment::kProject, WithSteps(0.02, 250));
  EXPECT_LT(fixed.position, 1e-12);
  EXPECT_LT(fixed.velocity, 1e-11);
  for (const char* method : {"dopri5", "dop853", "bdf", "radau5", "rodas", "adams"}) {
    SCOPED_TRACE(method);
    const KeptRun run = Frisk(IndexTreatment::kProject, WithTolerance(method, 1e-6, 250));
    EXPECT_EQ(run.states, 4);
    EXPECT_LT(run.position, 1e-12);
    EXPECT_LT(run.velocity, 5e-12);
  }
}

// IDA goes on from its own values until they are a tolerance away, and output points inside of a step are
// moved by what its ends are. (It started anew at every step when it did so by the share of the tolerance
// that a step has in a long run: 39 million steps in the residual form.)
TEST(Constraints, ProjectionWithIda) {
  for (const simulate::ModelForm form : {simulate::ModelForm::kOde, simulate::ModelForm::kDae}) {
    driver::SimulateOptions options = WithTolerance("ida", 1e-6, 250);
    options.form = form;
    const KeptRun run = Frisk(IndexTreatment::kProject, options);
    EXPECT_LT(run.position, 1e-12);
    EXPECT_LT(run.velocity, 5e-12);
    EXPECT_LT(run.steps, 250000);
    const auto x = SignalOf(run.trajectory, "x"), y = SignalOf(run.trajectory, "y");
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_NEAR(x[i] * x[i] + y[i] * y[i], 1, 1e-7) << "a tenth of a tolerance inside of steps";
  }
}

TEST(Constraints, WithBaumgartesTermsErrorsStayWhereTheyAre) {
  driver::SimulateOptions options = WithSteps(0.01, 250);
  options.baumgarte_rate = 5;
  const KeptRun whole = Frisk(IndexTreatment::kBaumgarte, options);
  options.stop = 125;
  const KeptRun half = Frisk(IndexTreatment::kBaumgarte, options);
  EXPECT_LT(whole.position, 1.2 * half.position) << "no growth";
  const KeptRun drifting = Frisk(IndexTreatment::kDifferentiate, WithSteps(0.01, 250));
  EXPECT_LT(whole.position, 1e-4 * drifting.position);
}

// Index 2, as it stands: both constraints are equations of each step.
TEST(Constraints, TheFormulationOfGearGuptaAndLeimkuhlerDoesNotDrift) {
  for (const char* method : {"radau5", "bdf", "ida"}) {
    SCOPED_TRACE(method);
    driver::SimulateOptions options = WithTolerance(method, 1e-8, 25);
    options.index_treatment = IndexTreatment::kGgl;
    const RunOfModel run = Simulated(options, "higher_index/FriskPendulum.mo");
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    const auto x = SignalOf(run.trajectory, "x"), y = SignalOf(run.trajectory, "y"),
               w = SignalOf(run.trajectory, "w"), z = SignalOf(run.trajectory, "z"),
               mu = SignalOf(run.trajectory, "ggl_multiplier[1]");
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(x[i] * x[i] + y[i] * y[i], 1, 1e-7);
      EXPECT_NEAR(x[i] * w[i] + y[i] * z[i], 0, 4e-7);
      EXPECT_NEAR(mu[i], 0, 5e-5);
    }
  }
}

TEST(Constraints, AProjectedRunKeepsItsEnergyToTheTolerance) {
  const KeptRun kept = Frisk(IndexTreatment::kProject, WithTolerance("dopri5", 1e-10, 25));
  EXPECT_LT(LargestEnergy(kept), 6e-8);
}

}  // namespace
}  // namespace daedalus
