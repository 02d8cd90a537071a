// Models that start as they stand, because what is assigned needs no guess: at the guess 0 of their helper
// variables one of their equations has no value.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

results::Trajectory RunText(const std::string& text, simulate::ModelForm form, double tolerance) {
  const auto file =
      std::filesystem::temp_directory_path() / ("daedalus_start_" + std::to_string(::getpid()) + ".mo");
  std::ofstream(file) << text;
  driver::SimulateOptions options;
  options.form = form;
  options.tolerance = tolerance;
  RunOfModel run = SimulatedFile(options, file.string());
  std::filesystem::remove(file);
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  return std::move(run.trajectory);
}

double LastOf(const results::Trajectory& t, const std::string& name) {
  const auto found = t.FindSignal(name);
  if (!found) {
    ADD_FAILURE() << "no signal " << name;
    return NAN;
  }
  return t.Values(*found).back();
}

class Start : public testing::TestWithParam<simulate::ModelForm> {};

TEST_P(Start, AQuotientOfAnAssignedVariable) {
  const auto t =
      RunText("model M Real a, b, x(start=2, fixed=true); equation a = x + 1; b = 1/a; der(x) = -b; end M;",
              GetParam(), 1e-9);
  // (x + 1)^2 / 2 falls by 1 in each second.
  EXPECT_NEAR(LastOf(t, "x"), std::sqrt(9.0 - 2.0) - 1, 1e-8);
}

TEST_P(Start, ALogarithmOfAnAssignedVariable) {
  const auto t = RunText(
      "model M Real p, s, x(start=2, fixed=true); equation p = exp(x); s = log(p); der(x) = -s; end M;",
      GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "x"), 2 * std::exp(-1.0), 1e-8);
}

TEST_P(Start, AnOrbitWithItsCubeAssigned) {
  const auto t = RunText(
      "model M Real x(start=1, fixed=true), y(start=0, fixed=true), vx(start=0, fixed=true), vy(start=1, "
      "fixed=true), c;"
      " equation c = (x^2 + y^2)^1.5; der(x) = vx; der(y) = vy; der(vx) = -x/c; der(vy) = -y/c; end M;",
      GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "x"), std::cos(1.0), 1e-7);
  EXPECT_NEAR(LastOf(t, "y"), std::sin(1.0), 1e-7);
}

// Below, Newton's iteration does not get away from the guess: the ladder of nonlinear/block_solver.h does.

TEST_P(Start, ARootFromASingularGuess) {
  const auto t = RunText("model M Real x(start=1, fixed=true), y, z; equation der(x) = -x; y^3 = x + 7; z^2 = x + 3; end M;",
                         GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "y"), std::cbrt(7 + std::exp(-1.0)), 1e-8);
  EXPECT_NEAR(LastOf(t, "z"), std::sqrt(3 + std::exp(-1.0)), 1e-8) << "the root that grows";
}

TEST_P(Start, AGuessOutsideOfTheDomain) {
  const auto t = RunText(
      "model M Real x(start=1, fixed=true), y, z(start=-3); equation der(x) = -x; log(y) + y = x; sqrt(z) + z = 2*x; end M;",
      GetParam(), 1e-9);
  const double x = std::exp(-1.0), y = LastOf(t, "y"), root = (std::sqrt(1 + 8 * x) - 1) / 2;
  EXPECT_NEAR(std::log(y) + y, x, 1e-8);
  EXPECT_NEAR(LastOf(t, "z"), root * root, 1e-8);
}

TEST_P(Start, AGuessWithoutADescentToTheOnlyRoot) {
  // The absolute value of y^3 - 2 y + 2 has a minimum at 0.816 that is no root.
  const auto t = RunText("model M Real x(start=1, fixed=true), y(start=1); equation der(x) = -x; y^3 - 2*y + 2 = 0*x; end M;",
                         GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "y"), -1.7692923542386314, 1e-8);
}

TEST_P(Start, APendulumWithoutStartValues) {
  const auto t = RunText(
      "model M Real x, y, vx, vy, F; equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81;"
      " x^2 + y^2 = 1; end M;",
      GetParam(), 1e-9);
  EXPECT_NEAR(std::hypot(LastOf(t, "x"), LastOf(t, "y")), 1, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Forms, Start, testing::Values(simulate::ModelForm::kOde, simulate::ModelForm::kDae));

}  // namespace
}  // namespace daedalus
