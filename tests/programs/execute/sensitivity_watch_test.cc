#include "daedalus/programs/execute/sensitivity_watch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

// x' = z, where x = Is (exp(z / Vt) - 1) + z / Rp: a diode that blocks where x < 0.
Model Diode() {
  Model m("Diode");
  auto x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == z);
  m.Equation(x == 1e-9 * (exp(z / 0.026) - 1.0) + z / 1e8);
  return m;
}

// Steps of size h, of which step i comes to x(i).
template <class State>
SensitivityWatch Followed(Compiled& model, State x, int steps, double h, bool is_restarted = false) {
  model.ode->Start(std::vector<double>{x(0), -1}, std::vector<double>{0, 0});
  SensitivityWatch watch(model.ode->states(), model.program,
                         [](const Quantity& unknown) { return unknown.is_derivative(); });
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(model.ode->Complete(i * h, std::vector<double>{x(i)}));
    if (is_restarted) watch.Forget();
    watch.Look(model.ode->runner(), model.ode->workspace(), h, 60 * i, [](VariableId) { return 1e-6; });
  }
  return watch;
}

TEST(SensitivityWatch, AVoltageThatTheToleranceOfACurrentLeavesOpenIsFound) {
  Compiled model(Diode());
  const SensitivityWatch watch = Followed(model, [](int) { return -1e-7; }, 60, 1e-3);
  ASSERT_TRUE(watch.found());
  EXPECT_FALSE(watch.found()->turns);
  EXPECT_LT(std::min(watch.found()->low, watch.found()->high), -50) << "1e-6 A are 100 V of leakage";
}

TEST(SensitivityWatch, WhatConductsOrIsNotFeltIsLeftAlone) {
  Compiled model(Diode());
  EXPECT_FALSE(Followed(model, [](int) { return 1.0; }, 60, 1e-3).found()) << "it conducts";
  EXPECT_FALSE(Followed(model, [](int) { return -1e-7; }, 60, 1e-12).found()) << "slopes that no step feels";
  EXPECT_FALSE(Followed(model, [](int) { return -1e-7; }, 40, 1e-3).found()) << "sizes are not known yet";
}

TEST(SensitivityWatch, WhatGoesToAndFroWithTheStepsIsFoundUnlessEachBeginsAnew) {
  const auto to_and_fro = [](int i) { return i % 2 == 0 ? 1e-3 : 2e-2; };
  Model m("Square");
  auto x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == z);
  m.Equation(z * z == x);
  Compiled square(std::move(m));
  const SensitivityWatch watch = Followed(square, to_and_fro, 49, 1e-3);
  ASSERT_TRUE(watch.found());
  EXPECT_TRUE(watch.found()->turns);
  EXPECT_FALSE(Followed(square, to_and_fro, 49, 1e-3, true).found()) << "events may come with each step";
}

}  // namespace
}  // namespace daedalus::execute
