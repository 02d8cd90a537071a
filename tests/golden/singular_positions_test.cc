// Positions where two solutions of a loop cross: the equations do not say with which one a run goes on, and the run says so.
// Where the solution is the only one, nothing is said, however singular the equations are there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

// A crank of length 1, a coupler of length 2 and a follower of length 1 between pivots at a distance of 2: a parallelogram whose bars lie
// on one line where the crank has turned by a multiple of pi.
constexpr const char* kParallelogram = R"(model Parallelogram
  Real phi = 1 + time;
  Real x(start = 2.5), y(start = 0.8), b(start = 0);
  Real w(start = 0, fixed = true);
equation
  x = cos(phi) + 2*cos(b);
  y = sin(phi) + 2*sin(b);
  (x - 2)^2 + y^2 = 1;
  der(w) = y;
end Parallelogram;
)";

driver::SimulateOptions CausalTo(double stop, const std::string& method) {
  driver::SimulateOptions options;
  options.form = simulate::ModelForm::kOde;
  options.method = method;
  options.stop = stop;
  return options;
}

std::string UndeterminedIn(const RunOfModel& run) {
  std::string out;
  for (const Diagnostic& d : run.diagnostics.items()) {
    if (d.code != Code::kUndetermined) continue;
    out += d.message;
    for (const auto& note : d.notes) out += "\n" + note;
  }
  return out;
}

double TimeIn(const std::string& told) { return std::stod(told.substr(told.find("time = ") + 7)); }

TEST(SingularPositions, AParallelogramOnOneLineIsToldWithTimeEquationsAndVariables) {
  for (const char* method : {"auto", "radau5", "dopri5", "rodas"}) {
    const RunOfModel run = ObservedText(CausalTo(4, method), kParallelogram);
    const std::string told = UndeterminedIn(run);
    ASSERT_FALSE(told.empty()) << method << ": the position at phi = pi is passed without a word";
    EXPECT_NEAR(TimeIn(told), std::numbers::pi - 1, 1e-3) << method;
    EXPECT_NE(told.find("cross"), std::string::npos) << told;
    EXPECT_NE(told.find("in the loop: y^2 + (x - 2)^2 = 1"), std::string::npos) << told;
    // What the word says about the branch is true: of a parallelogram the coupler stays level, b = 0.
    const auto b = SignalOf(run.trajectory, "b");
    const bool has_left = std::abs(std::remainder(b.back(), 2 * std::numbers::pi)) > 1e-3;
    EXPECT_EQ(told.find("another solution than the one") != std::string::npos, has_left) << method << told;
  }
}

// Its bars are in line at 0.20972 s, where the coupler may as well turn: the causal form comes to a matrix that is singular there.
constexpr const char* kLinkage = R"(model Linkage
  parameter Real g = 9.81, d = 2;
  Real a(start = 1, fixed = true), b(start = 0), c(start = 1);
  Real wa(start = -4, fixed = true), wb, wc;
  Real lx, ly, energy = (wa^2 + wc^2)/2 + 0.05*wb^2 + g*(sin(a) + sin(c));
equation
  der(a) = wa; der(b) = wb; der(c) = wc;
  cos(a) + d*cos(b) = d + cos(c);
  sin(a) + d*sin(b) = sin(c);
  der(wa) = -g*cos(a) + lx*sin(a) - ly*cos(a);
  der(wc) = -g*cos(c) - lx*sin(c) + ly*cos(c);
  0 = lx*d*sin(b) - ly*d*cos(b) - 0.1*der(wb);
end Linkage;
)";

// Either the run goes on with states that were chosen anew, and the word that it may have changed its branch, or it ends with the word that the point is singular.
TEST(SingularPositions, ALinkageInMotionWhoseBarsComeIntoLineIsTold) {
  for (const char* method : {"dopri5", "radau", "radau5", "dop853"}) {
    const RunOfModel run = ObservedText(CausalTo(0.4, method), kLinkage);
    std::string told = UndeterminedIn(run);
    for (const Diagnostic& d : run.diagnostics.items()) {
      const bool names_it = std::ranges::any_of(d.notes, [](const std::string& note) { return note.find("singular point") != std::string::npos; });
      if (d.severity == Severity::kError && names_it) told += d.message;
    }
    ASSERT_FALSE(told.empty()) << method;
    EXPECT_NEAR(TimeIn(told), 0.20972, 5e-3) << told;
  }
}

// Steps of the residual form pass the point, with the velocities that the bars have: the coupler stays level.
TEST(SingularPositions, ALinkageInMotionIsLeftToTheResidualFormThere) {
  driver::SimulateOptions options;
  options.stop = 2;
  const RunOfModel run = ObservedText(options, kLinkage);
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  EXPECT_EQ(run.report.statistics.form, "dae");
  const std::string told = UndeterminedIn(run);
  EXPECT_NE(told.find("the residual form has taken over"), std::string::npos) << told;
  EXPECT_NEAR(TimeIn(told), 0.20972, 5e-3) << told;
  const auto energy = SignalOf(run.trajectory, "energy"), b = SignalOf(run.trajectory, "b");
  for (std::size_t i = 0; i < energy.size(); ++i) {
    ASSERT_NEAR(energy[i], energy[0], 1e-5 * energy[0]);
    ASSERT_NEAR(b[i], 0, 1e-6);
  }
}

TEST(SingularPositions, RootsOfASquareAreTold) {
  const std::string told = UndeterminedIn(ObservedText(CausalTo(3, "auto"), R"(model Roots
  Real x(start = -1), w(start = 0, fixed = true);
equation
  x^2 = (time - 1)^2;
  der(w) = x;
end Roots;
)"));
  ASSERT_FALSE(told.empty());
  EXPECT_NEAR(TimeIn(told), 1, 1e-4);
}

// Turbulent flow that turns round, a cube: one real root each, with a vanishing derivative; a linkage that is nearly a
// parallelogram passes its line at a distance.
TEST(SingularPositions, ASingleSolutionIsNoReasonForAWord) {
  for (const char* text : {R"(model Flow
  Real x(start = -1), w(start = 0, fixed = true);
equation
  x*abs(x) + 1e-9*x = sin(time - 1)*abs(sin(time - 1));
  der(w) = x;
end Flow;
)",
                           R"(model Cube
  Real x(start = -0.9), w(start = 0, fixed = true);
equation
  x^3 = sin(time - 1);
  der(w) = x;
end Cube;
)",
                           R"(model NearlyParallel
  Real phi = time + 0.3;
  Real x(start = 2.955), y(start = 0.2955), b(start = 0), w(start = 0, fixed = true);
equation
  x = cos(phi) + 2.02*cos(b);
  y = sin(phi) + 2.02*sin(b);
  (x - 2)^2 + y^2 = 1.03^2;
  der(w) = b;
end NearlyParallel;
)"}) {
    const RunOfModel run = ObservedText(CausalTo(10, "radau5"), text);
    EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone) << text;
    EXPECT_EQ(UndeterminedIn(run), "") << text;
  }
}

}  // namespace
}  // namespace daedalus
