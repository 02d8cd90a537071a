#include "daedalus/model/simulate/state_monitor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

// Cellier & Kofman (7.74).
System PendulumAsItStands() {
  Model m("Pendulum");
  auto x = m.Variable("x"), y = m.Variable("y"), u = m.Variable("u"), v = m.Variable("v"),
       f = m.Variable("f");
  m.Equation(der(x) == u);
  m.Equation(der(y) == v);
  m.Equation(der(u) == -f * x);
  m.Equation(der(v) == 9.81 - f * y);
  m.Equation(x * x + y * y == 1.0);
  return std::move(m).Build().value();
}

TEST(StateMonitor, SeesTheStatesOfThePendulumGetWorse) {
  auto reduction = std::move(causal::IndexReduction::Make(PendulumAsItStands())).value();
  const std::vector<double> hanging = {0, 1, 0, 0, 0}, slopes(5, 0.0), nominal(5, 1.0);
  const auto selection = reduction->Select({0.0, hanging, {}, slopes, nominal}).value();
  StateMonitor monitor(reduction->given(), reduction->MatricesOf(selection), nominal);
  EXPECT_TRUE(monitor.IsDue({0, hanging.data(), slopes.data(), nullptr}))
      << "a small model is looked at after every step";
  for (const double angle : {0.0, 0.5, 1.0, 1.5}) {
    const std::vector<double> at = {std::sin(angle), std::cos(angle), 0, 0, 0};
    // At least 1: der(x) = u may be computed from either side.
    EXPECT_NEAR(monitor.Gain({0, at.data(), slopes.data(), nullptr}), std::max(1.0, std::tan(angle)), 1e-9);
  }
  const std::vector<double> nowhere(5, NAN);
  EXPECT_TRUE(std::isinf(monitor.Gain({0, nowhere.data(), slopes.data(), nullptr})));
}

TEST(StateMonitor, NominalValuesAreTheUnits) {
  auto reduction = std::move(causal::IndexReduction::Make(PendulumAsItStands())).value();
  const std::vector<double> at = {0.6, 0.8, 0, 0, 0}, slopes(5, 0.0), nominal = {10, 1, 10, 1, 1};
  const auto selection = reduction->Select({0.0, at, {}, slopes, nominal}).value();
  const auto reduced = reduction->Write(selection);
  EXPECT_EQ(reduced.states, (std::vector<std::string>{"y", "v"})) << "a typical x changes the sum most";
}

}  // namespace
}  // namespace daedalus::simulate
