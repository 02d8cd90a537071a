// Models whose structure lies: the matrix of their highest derivatives is singular although each unknown finds an equation
// (causal/structure_conversion.h). Values of closed forms and publications, in both forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

constexpr const char* kFolder = DAEDALUS_SOURCE_DIR "/tests/golden/structure_models/";

std::vector<std::string> LyingModels() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

class LyingStructure : public testing::TestWithParam<std::string> {};

TEST_P(LyingStructure, GivesTheValuesOfOthersInBothForms) {
  const auto expected = ReadExpected("expected_structure.tsv")[GetParam()];
  ASSERT_FALSE(expected.empty());
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = SimulatedFile(options, kFolder + GetParam() + ".mo");
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    for (const ExpectedValue& e : expected) {
      const auto value = ValueAt(run.trajectory, e.variable, e.time);
      ASSERT_TRUE(value) << e.variable;
      EXPECT_LT(ErrorOf(e, *value), e.relative_tolerance) << e.variable << " at " << e.time << ": " << *value;
    }
  }
}

// A coupler on three parallel bars of length 1 moves as a point on one bar does: a pendulum. Values: the pendulum's
// equation for its angle, by a classical Runge-Kutta method with 20000 steps.
constexpr const char* kThreeBars = R"(
model ThreeBars
  parameter Real g = 9.81, L = 2;
  Real x(start = 0.8), y(start = -0.6), phi, vx, vy, w, ax, ay, al, f1, f2, f3, bx, by, mx, my;
equation
  der(x) = vx; der(y) = vy; der(phi) = w; der(vx) = ax; der(vy) = ay; der(w) = al;
  bx = x + L*cos(phi); by = y + L*sin(phi);
  mx = x + L/2*cos(phi); my = y + L/2*sin(phi);
  2*ax - L*(al*sin(phi) + w^2*cos(phi)) = -2*(f1*x + f2*(bx - L) + f3*(mx - L/2));
  2*ay + L*(al*cos(phi) - w^2*sin(phi)) = -2*(f1*y + f2*by + f3*my) - 2*g;
  L*(-ax*sin(phi) + ay*cos(phi)) + L^2*al = -2*(f2*L*(-(bx - L)*sin(phi) + by*cos(phi))
    + f3*L/2*(-(mx - L/2)*sin(phi) + my*cos(phi))) - g*L*cos(phi);
  x^2 + y^2 = 1;
  (bx - L)^2 + by^2 = 1;
  (mx - L/2)^2 + my^2 = 1;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-8));
end ThreeBars;
)";

TEST(RedundantConstraints, AThirdBarOfAParallelogramIsLeftOutAndTold) {
  const auto file =
      std::filesystem::temp_directory_path() / ("daedalus_bars_" + std::to_string(::getpid()) + ".mo");
  std::ofstream(file) << kThreeBars;
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    options.model.files = {file.string()};
    options.output = file.string() + ".csv";
    options.quiet = true;
    driver::SourceFiles loaded;
    Diagnostics diagnostics;
    EXPECT_EQ(driver::SimulateModel(options, loaded, diagnostics).status, driver::SimulateStatus::kDone);
    ASSERT_EQ(diagnostics.items().size(), 1u);
    EXPECT_EQ(diagnostics.items()[0].code, Code::kRedundantConstraint);
    const auto trajectory = results::ReadResult(options.output);
    std::filesystem::remove(options.output);
    ASSERT_TRUE(trajectory.ok());
    EXPECT_NEAR(SignalOf(*trajectory, "x").back(), 0.08347904862590545, 1e-6);
    EXPECT_NEAR(SignalOf(*trajectory, "y").back(), -0.9965095325387077, 1e-6);
    EXPECT_NEAR(SignalOf(*trajectory, "phi").back(), 0, 1e-6);
  }
  std::filesystem::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Golden, LyingStructure, testing::ValuesIn(LyingModels()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace daedalus
