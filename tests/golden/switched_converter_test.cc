// A boost converter whose switch is a smooth conductance of eight decades at 20 kHz. Nothing in an error test
// knows what lies between the ends of a step: methods that grow their steps quickly stepped from one
// half-period over the next one, and ended 5 to 20 % off without a word. Its values by scipy (LSODA at 1e-9,
// steps of 0.2 us at most, the voltage at the switch by brentq).
#include <gtest/gtest.h>

#include <cmath>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

constexpr const char* kConverter = R"(model Boost
  parameter Real Vin = 12, L = 1e-3, C = 1e-4, R = 20, f = 20e3;
  Real i(start = 0.5, fixed = true), v(start = 9, fixed = true), vs, s, g, id;
equation
  s = 0.5*(1 + tanh(20*sin(2*3.141592653589793*f*time)));
  g = 10^(-5 + 8*s);
  L*der(i) = Vin - vs - 0.5*i;
  i = g*vs + id;
  id = 1e-9*(exp((vs - v)/0.05) - 1) + 1e-6*(vs - v);
  C*der(v) = id - v/R;
end Boost;
)";
constexpr double kCurrent = 2.43256225, kVoltage = 25.19886168;  // at 2 ms

struct Case {
  const char *form, *method;
};

class SwitchedConverter : public testing::TestWithParam<Case> {};

TEST_P(SwitchedConverter, IsNotPassedOver) {
  for (const auto& [tolerance, part] : {std::pair{1e-4, 1e-2}, std::pair{1e-6, 1e-3}}) {
    SCOPED_TRACE(tolerance);
    driver::SimulateOptions options;
    options.form = FormNamed(GetParam().form);
    options.method = GetParam().method;
    options.stop = 2e-3;
    options.tolerance = tolerance;
    const RunOfModel run = ObservedText(options, kConverter);
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    EXPECT_NEAR(SignalOf(run.trajectory, "v").back(), kVoltage, part * kVoltage);
    EXPECT_NEAR(SignalOf(run.trajectory, "i").back(), kCurrent, 5 * part * kCurrent);
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, SwitchedConverter,
                         testing::Values(Case{"ode", "gear"}, Case{"dae", "gear"}, Case{"ode", "adams"},
                                         Case{"dae", "adams"}, Case{"ode", "ida"}, Case{"dae", "ida"},
                                         Case{"ode", "radau5"}, Case{"dae", "radau5"}, Case{"ode", "bdf"}),
                         [](const auto& info) {
                           return std::string(info.param.form) + "_" + info.param.method;
                         });

}  // namespace
}  // namespace daedalus
