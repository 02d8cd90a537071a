// Models whose start is hard to find: process units, transistors, mechanisms, conserved quantities,
// conditions that say the same in numbers. Expected values were computed with scipy (fsolve, brentq) from the
// equations alone, or are closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct Expected {
  const char *model, *variable;
  double value;
  std::vector<std::string> settings = {};
};

std::vector<Expected> AllExpected() {
  return {
      {"Flash", "psi", 0.526190970069},
      {"CstrThree", "T", 324.516213407, {"T0=320"}},
      {"CstrThree", "T", 349.851002824, {"T0=350"}},
      {"CstrThree", "T", 369.861861001, {"T0=380"}},
      {"CstrThree", "T", 369.861861001, {"T0=420"}},
      {"Bjt", "vb", 2.01176478976},
      {"Bjt", "vc", 7.0107679298},
      {"Ring", "v[1]", 2.22230745158},
      {"FourBar", "be", 0.666447842748},
      {"FourBar", "ga", 1.60163727351},
      {"Closed", "A", 0.5},
      {"Closed", "C", 1},
      {"Column", "x[1]", 0.954237427015},
      {"Column", "x[10]", 0.0457625729852},
      {"Bridge", "va", 7.59712943504},
      {"Bridge", "is", 0.440901956001},
      {"PendEnd", "y", 0},
      {"PendEnd", "F", 0},
      {"PendEnd", "der(vy)", -9.81},
      {"Elim", "x", 1.35078105936},
      {"Valve", "h2", 1.5625},
      {"Valve", "k", 1.51185789204},
      {"Rotor", "t1", 1.35181311527},
      {"Rotor", "t2", 1.4056906024},
      {"Latch", "a", 4.99977280429},
      {"Latch", "b", 0.000227195711925},
      {"DerCond", "x", 1.22474487139},
      {"Lmtd", "Th", 55.3064100011},
      {"Lmtd", "Tc", 43.1290599992},
      {"Lmtd", "Q", 69.3871799977},
      {"Bubble", "T", 84.8500666608},
      {"Bubble", "y1", 0.226487472207},
      {"WishLoop", "i", 0.5},
      {"WishLoop", "q", 2.75732036151},
      {"WishMech", "phi", 0.523598775598},
      {"Fit", "a[1]", 1.15915850462},
      {"Fit", "a[2]", 0.840841495378},
      {"FbDown", "be", -1.18243854989},
      {"FbDown", "ga", -1.97638982862},
      {"CartRod", "th", 0.4},
      {"CartRod", "w", 0.5},
      {"CartRod", "N", 1.171060994},
      {"Recs", "s[1]", 3},
      {"Recs", "s[2]", 6},
      {"Recs", "s[3]", 11},
      {"Many", "y[500]", 1.5},
      {"PipeGrid", "p[1,16]", 50696.566442595},
      {"PipeGrid", "qx[1,1]", 0.01750672070027},
      // M = 10 + a cos(2 pi k/500), k from 0, m the differences; a = 1/(2 - 2 cos(2 pi/500))
      {"Flow500", "M[1]", 6342.65731163674},
      {"Flow500", "M[126]", 10},
      {"Flow500", "m[126]", 79.5764243456},
  };
}

RunOfModel RunStart(const Expected& expected, const char* form) {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  options.stop = 1e-3;
  options.model.settings = expected.settings;
  return ObservedFile(
      options, std::string(DAEDALUS_SOURCE_DIR "/tests/golden/start_models/") + expected.model + ".mo");
}

TEST(StartModels, BeginWhereAnIndependentSolverSays) {
  for (const Expected& expected : AllExpected()) {
    for (const char* form : {"ode", "dae"}) {
      SCOPED_TRACE(std::string(expected.model) + " " + expected.variable + " " + form);
      const RunOfModel run = RunStart(expected, form);
      ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone) << run.diagnostics.items().at(0).message;
      const std::vector<double> values = SignalOf(run.trajectory, expected.variable);
      ASSERT_FALSE(values.empty());
      EXPECT_NEAR(values.front(), expected.value, 1e-7 * std::max(1.0, std::abs(expected.value)));
    }
  }
}

}  // namespace
}  // namespace daedalus
