// A weak acid that is titrated with a strong base: concentrations from 1e-1 to 1e-13 mol/l, of which the pH
// takes the digits.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

std::string Titration(const char* nominal) {
  return std::string("model Titration\n  Real h(start = 1e-3, min = 0") + nominal +
         R"(), oh(start = 1e-11, min = 0), a, ha, na(start = 0, fixed = true), pH;
  parameter Real Ka = 1.8e-5, Kw = 1e-14, ct = 0.1;
equation
  h*oh = Kw;
  h*a = Ka*ha;
  a + ha = ct;
  h + na = oh + a;
  der(na) = 0.01;
  pH = -log10(h);
end Titration;
)";
}

// The charge balance of the same equations, which rises with h, by bisection in log10(h).
double ExactPh(double na) {
  double low = -15, high = 0;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2, h = std::pow(10, middle);
    (h + na - 1e-14 / h - 0.1 * 1.8e-5 / (1.8e-5 + h) > 0 ? high : low) = middle;
  }
  return -(low + high) / 2;
}

struct Outcome {
  double worst = 0;
  bool is_told = false;
};

Outcome Titrate(const char* form, const char* nominal) {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  options.stop = 12;
  options.tolerance = 1e-7;
  const RunOfModel run = ObservedText(options, Titration(nominal));
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  Outcome out;
  for (const Diagnostic& d : run.diagnostics.items())
    out.is_told |= d.code == Code::kBelowTolerance && d.message.starts_with("`h` is as small as");
  const auto ph = SignalOf(run.trajectory, "pH");
  for (std::size_t i = 0; i < ph.size(); ++i)
    out.worst = std::max(out.worst, std::abs(ph[i] - ExactPh(0.01 * run.trajectory.time[i])));
  return out;
}

// In the causal form h is computed from na alone, with all of its digits.
TEST(Titration, TheCausalFormHasTheDigitsOfSmallConcentrations) {
  const Outcome out = Titrate("ode", "");
  EXPECT_LT(out.worst, 1e-5);
  EXPECT_FALSE(out.is_told);
}

TEST(Titration, InTheResidualFormALogarithmOfWhatIsBelowItsToleranceIsTold) {
  EXPECT_TRUE(Titrate("dae", "").is_told);
}

TEST(Titration, WithItsSizeTheResidualFormIsRight) {
  const Outcome out = Titrate("dae", ", nominal = 2e-13");
  EXPECT_LT(out.worst, 1e-5);
  EXPECT_FALSE(out.is_told);
}

}  // namespace
}  // namespace daedalus
