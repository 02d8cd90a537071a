// The examples of models/library/Parts without events against closed forms and independent computations
// (those with events: events_test.cc).
#include <cmath>
#include <filesystem>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

constexpr const char* kTable = "expected_parts_smooth.tsv";

RunOfModel RunExample(const std::string& example, const std::string& form, double tolerance,
                      const std::string& method = "auto") {
  driver::SimulateOptions options;
  options.model.libraries = {DAEDALUS_SOURCE_DIR "/models/library"};
  options.model.model = "Parts.Examples." + example;
  options.form = FormNamed(form);
  options.tolerance = tolerance;
  options.method = method;
  return SimulatedClass(options);
}

class Parts : public testing::TestWithParam<std::string> {
 protected:
  // The last value of a signal.
  static double Last(const RunOfModel& run, const std::string& name) {
    const auto signal = run.trajectory.FindSignal(name);
    EXPECT_TRUE(signal.has_value()) << name;
    return signal ? run.trajectory.Values(*signal).back() : std::nan("");
  }
  RunOfModel Run(const std::string& example) { return RunExample(example, GetParam(), 1e-8); }
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

class PartsTable : public testing::TestWithParam<std::string> {};

TEST_P(PartsTable, HoldsInBothForms) {
  const std::vector<ExpectedValue> expected = ReadExpected(kTable)[GetParam()];
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunExample(GetParam(), form, 1e-8);
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    for (const ExpectedValue& e : expected) {
      const auto value = ValueAt(run.trajectory, e.variable, e.time);
      ASSERT_TRUE(value.has_value()) << e.variable << " at " << e.time;
      EXPECT_LE(ErrorOf(e, *value), e.relative_tolerance)
          << e.variable << " at " << e.time << " is " << *value << ", not " << e.value << ", " << e.origin;
    }
  }
}

std::vector<std::string> ModelsOfTheTable() {
  std::vector<std::string> names;
  for (const auto& [model, values] : ReadExpected(kTable)) names.push_back(model);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Golden, PartsTable, testing::ValuesIn(ModelsOfTheTable()),
                         [](const auto& model) { return model.param; });

TEST(PartsOnDisk, AllHaveExpectedValues) {
  const auto expected = ReadExpected(kTable);
  for (const auto& entry :
       std::filesystem::directory_iterator(DAEDALUS_SOURCE_DIR "/models/library/Parts/Examples")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".mo" || name == "package") continue;
    EXPECT_TRUE(expected.contains(name)) << name;
  }
}

// The loop of this amplifier is iterated in a current of microamperes, which it multiplies by 10^7. Iterated
// until its steps were small for a current of an ampere, it erred by 1e-4 in every method, whatever the
// tolerance.
TEST(PartsLoops, SmallUnknownsAreSolvedForAsExactlyAsLargeOnes) {
  const auto expected = ReadExpected(kTable)["WienOscillator"];
  for (const char* method : {"dopri5", "adams", "bdf", "radau5", "radau", "rodas"}) {
    SCOPED_TRACE(method);
    const RunOfModel run = RunExample("WienOscillator", "ode", 1e-10, method);
    for (const ExpectedValue& e : expected)
      EXPECT_LE(ErrorOf(e, ValueAt(run.trajectory, e.variable, e.time).value_or(NAN)), 1e-5) << e.variable;
    EXPECT_LT(run.report.statistics.steps, 50000);
  }
}

}  // namespace
}  // namespace daedalus
