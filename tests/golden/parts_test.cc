// The examples of models/library/Parts against closed forms.
#include <cmath>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

class Parts : public testing::TestWithParam<std::string> {
 protected:
  // The last value of a signal.
  static double Last(const RunOfModel& run, const std::string& name) {
    const auto signal = run.trajectory.FindSignal(name);
    EXPECT_TRUE(signal.has_value()) << name;
    return signal ? run.trajectory.Values(*signal).back() : std::nan("");
  }
  RunOfModel Run(const std::string& example) {
    driver::SimulateOptions options;
    options.model.libraries = {DAEDALUS_SOURCE_DIR "/models/library"};
    options.model.model = "Parts.Examples." + example;
    options.form = FormNamed(GetParam());
    options.tolerance = 1e-8;
    return SimulatedClass(options);
  }
};

TEST_P(Parts, LowPassChargesExponentially) {
  const RunOfModel run = Run("LowPass");
  EXPECT_NEAR(Last(run, "C.v"), 5 * (1 - std::exp(-0.5 / (100 * 1e-3))), 3e-8);
}

TEST_P(Parts, ParallelCapacitorsShareTheCharge) {
  const RunOfModel run = Run("ParallelCapacitors");
  EXPECT_NEAR(Last(run, "C1.v"), 2.0 * 2.0 / (1 + 3), 1e-8);
  EXPECT_NEAR(Last(run, "C2.i"), 2.0 * 3 / (1 + 3), 1e-8);
}

// At rest of the winding: V = R i + k w_rotor, ratio k i = d w_load, w_rotor = ratio w_load.
TEST_P(Parts, DcMotorComesToItsSpeed) {
  const RunOfModel run = Run("DcMotor");
  const double v = 12, r = 0.5, k = 0.05, ratio = 10, d = 0.1;
  EXPECT_NEAR(Last(run, "load.w"), v * k * ratio / (r * d + k * k * ratio * ratio), 1e-9);
}

TEST_P(Parts, ControlledMotorHoldsItsSpeed) {
  const RunOfModel run = Run("ControlledMotor");
  EXPECT_NEAR(Last(run, "load.w"), 20.0, 1e-7);
}

// Both masses start with the same displacement: the mode of the frequency sqrt(c/m).
TEST_P(Parts, TwoMassesSwing) {
  const RunOfModel run = Run("TwoMasses");
  EXPECT_NEAR(Last(run, "first.s"), 1 + 0.1 * std::cos(20.0), 2e-7);
  EXPECT_NEAR(Last(run, "second.s"), 2 + 0.1 * std::cos(20.0), 2e-7);
}

TEST_P(Parts, HeatedRodEndsWithAStraightProfile) {
  const RunOfModel run = Run("HeatedRod");
  EXPECT_NEAR(Last(run, "rod.first.Q"), 2 * (400 - 300), 1e-7);
  EXPECT_NEAR(Last(run, "rod.cell[1].T"), 400 - 100 * 0.05, 1e-8);
  EXPECT_NEAR(Last(run, "rod.cell[10].T"), 300 + 100 * 0.05, 1e-8);
}

// At rest: V^2 / (R (1 + alpha x)) = G x for the warming x.
TEST_P(Parts, WarmResistorWarms) {
  const RunOfModel run = Run("WarmResistor");
  const double p = 10.0 * 10.0 / 10.0, alpha = 0.004, g = 0.5;
  const double x = (-1 + std::sqrt(1 + 4 * alpha * p / g)) / (2 * alpha);
  EXPECT_NEAR(Last(run, "body.T"), 293.15 + x, 1e-3);
}

TEST_P(Parts, InvertingAmplifierAmplifies) {
  const RunOfModel run = Run("InvertingAmplifier");
  const auto out = run.trajectory.FindSignal("amplifier.out.v"), in = run.trajectory.FindSignal("source.v");
  ASSERT_TRUE(out && in);
  for (std::size_t i = 0; i < run.trajectory.time.size(); ++i) {
    EXPECT_NEAR(run.trajectory.Values(*out)[i], -10 * run.trajectory.Values(*in)[i], 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, Parts, testing::Values("ode", "dae"),
                         [](const auto& form) { return form.param; });

}  // namespace
}  // namespace daedalus
