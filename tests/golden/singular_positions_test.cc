// Positions where two solutions of a loop cross: the equations do not say with which one a run goes on, and
// the run says so. Where the solution is the only one, nothing is said, however singular the equations are
// there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "golden/four_bar.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

// A crank of length 1, a coupler of length 2 and a follower of length 1 between pivots at a distance of 2: a
// parallelogram whose bars lie on one line where the crank has turned by a multiple of pi.
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

driver::SimulateOptions OptionsTo(double stop, const std::string& method, const char* form) {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  options.method = method;
  options.stop = stop;
  return options;
}

driver::SimulateOptions CausalTo(double stop, const std::string& method) {
  return OptionsTo(stop, method, "ode");
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

double TimeIn(const std::string& told) {
  return std::stod(told.substr(told.find("time = ") + 7));
}

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
    EXPECT_EQ(told.find("another solution than before") != std::string::npos, has_left) << method << told;
  }
}

// All equations at once are near to a singular matrix there as well, and a corrector that passes the position
// does not know of it.
TEST(SingularPositions, TheResidualFormTellsThemAsWell) {
  int num_passed = 0;
  for (const char* method : {"bdf", "ida", "radau5", "radau", "gear", "adams", "sdirk4"}) {
    const RunOfModel run = ObservedText(OptionsTo(4, method, "dae"), kParallelogram);
    if (run.report.status != driver::SimulateStatus::kDone) continue;  // that was told, too
    ++num_passed;
    const std::string told = UndeterminedIn(run);
    ASSERT_FALSE(told.empty()) << method << ": the position at phi = pi is passed without a word";
    EXPECT_NEAR(TimeIn(told), std::numbers::pi - 1, 1e-3) << method;
    EXPECT_NE(told.find("cross"), std::string::npos) << told;
    const auto b = SignalOf(run.trajectory, "b");
    const bool has_left = std::abs(std::remainder(b.back(), 2 * std::numbers::pi)) > 1e-3;
    EXPECT_EQ(told.find("another solution than before") != std::string::npos, has_left) << method << told;
  }
  EXPECT_GE(num_passed, 3);
}

// 1 + 3 = 2 + 2: a linkage on one line, in motion, whose positions are computed from states and eliminated
// variables.
TEST(SingularPositions, ALinkageInMotionIsToldInTheResidualForm) {
  const RunOfModel run = ObservedText(OptionsTo(5, "bdf", "dae"), kFourBarInLine);
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  const std::string told = UndeterminedIn(run);
  ASSERT_FALSE(told.empty());
  EXPECT_NEAR(TimeIn(told), 2.9353, 1e-3) << told;
  EXPECT_NE(told.find("in the loop: a1*cos(a) + a2*cos(b) = d + a3*cos(c)"), std::string::npos) << told;
}

// Two straight solutions that cross at 1, passed by steps of many sizes: the nearer a look comes to the
// crossing, the nearer is the other solution.
TEST(SingularPositions, ACrossingIsToldWhateverTheSizeOfTheSteps) {
  constexpr const char* kCrossing =
      "model Crossing\n  Real y(start = -1), w(start = 0, fixed = true);\nequation\n  y*(y - (time - 1)) = "
      "0;\n  der(w) = y;\nend Crossing;\n";
  for (const char* method : {"rodas", "sdirk4", "radau5", "dopri5", "bdf", "ida"}) {
    for (const int intervals : {30, 100, 500}) {
      for (const double tolerance : {1e-2, 1e-3, 1e-6}) {
        driver::SimulateOptions options = CausalTo(3, method);
        options.intervals = intervals;
        options.tolerance = tolerance;
        const std::string told = UndeterminedIn(ObservedText(options, kCrossing));
        ASSERT_FALSE(told.empty()) << method << " " << intervals << " " << tolerance;
        EXPECT_NEAR(TimeIn(told), 1, 1e-2) << told;
      }
    }
  }
}

// Its bars are in line at 0.20972 s, where the coupler may as well turn: the causal form comes to a matrix
// that is singular there.
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

// Either the run goes on with states that were chosen anew, and the word that it may have changed its branch,
// or it ends with the word that the point is singular.
TEST(SingularPositions, ALinkageInMotionWhoseBarsComeIntoLineIsTold) {
  for (const char* method : {"dopri5", "radau", "radau5", "dop853"}) {
    const RunOfModel run = ObservedText(CausalTo(0.4, method), kLinkage);
    std::string told = UndeterminedIn(run);
    for (const Diagnostic& d : run.diagnostics.items()) {
      const bool names_it = std::ranges::any_of(
          d.notes, [](const std::string& note) { return note.find("singular point") != std::string::npos; });
      if (d.severity == Severity::kError && names_it) told += d.message;
    }
    ASSERT_FALSE(told.empty()) << method;
    EXPECT_NEAR(TimeIn(told), 0.20972, 5e-3) << told;
  }
}

// The point is passed with the velocities that the bars have: the coupler stays level.
TEST(SingularPositions, ALinkageInMotionGoesOnSmoothly) {
  driver::SimulateOptions options;
  options.stop = 2;
  const RunOfModel run = ObservedText(options, kLinkage);
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  const std::string told = UndeterminedIn(run);
  EXPECT_NE(told.find("the run kept the solution that it had followed"), std::string::npos) << told;
  EXPECT_NEAR(TimeIn(told), 0.20972, 5e-3) << told;
  const auto energy = SignalOf(run.trajectory, "energy"), b = SignalOf(run.trajectory, "b");
  for (std::size_t i = 0; i < energy.size(); ++i) {
    ASSERT_NEAR(energy[i], energy[0], 1e-5 * energy[0]);
    ASSERT_NEAR(b[i], 0, 1e-6);
  }
}

// A parallelogram 1, 2, 1, 2 by its momentum alone, in which everything turns by pi/4 - t. Near its line at
// pi/4 the causal form stopped at tight tolerances (D0502, D0504), the residual form with most methods, and
// at loose tolerances rounding decided on which solution they went on.
void ExpectAParallelogram(const char* text, const std::string& form, const std::string& method,
                          double tolerance, std::vector<std::pair<const char*, double (*)(double)>> signals) {
  SCOPED_TRACE(form + " " + method + " " + std::to_string(tolerance));
  driver::SimulateOptions options = OptionsTo(1.5, method, form.c_str());
  options.tolerance = tolerance;
  const RunOfModel run = ObservedText(options, text);
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  const std::string told = UndeterminedIn(run);
  ASSERT_FALSE(told.empty());
  EXPECT_NEAR(TimeIn(told), std::numbers::pi / 4, 1e-4);
  EXPECT_NE(told.find("the run kept the solution that it had followed"), std::string::npos) << told;
  for (const auto& [name, exact] : signals) {
    const auto values = SignalOf(run.trajectory, name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double angle =
          std::numbers::pi / 4 - 1.5 * static_cast<double>(i) / static_cast<double>(values.size() - 1);
      ASSERT_NEAR(values[i], exact(angle), 10 * tolerance) << name << " at point " << i;
    }
  }
}

TEST(SingularPositions, AParallelogramInMotionStaysOneByAllMethods) {
  constexpr const char* kMasses = R"(model Masses
  Real x1(start = 0.70710678118654752), y1(start = 0.70710678118654752, fixed = true), x2(start = 2.7071067811865475), y2(start = 0.70710678118654752);
  Real u1, v1(start = -0.70710678118654752, fixed = true), u2, v2, l1, l2, l3;
equation
  der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;
  der(u1) = -l1*x1 - l3*(x1 - x2);
  der(v1) = -l1*y1 - l3*(y1 - y2);
  der(u2) = -l2*(x2 - 2) + l3*(x1 - x2);
  der(v2) = -l2*y2 + l3*(y1 - y2);
  x1^2 + y1^2 = 1;
  (x2 - 2)^2 + y2^2 = 1;
  (x1 - x2)^2 + (y1 - y2)^2 = 4;
end Masses;
)";
  // All terms of one of the constraints vanish together on the line.
  constexpr const char* kAngles = R"(model Angles
  Real a(start = 0.7853981633974483, fixed = true), b(start = 0), c(start = 0.7853981633974483), wa(start = -1, fixed = true), wc, l1, l2;
equation
  der(a) = wa;
  der(c) = wc;
  der(wa) = -l1*sin(a) + l2*cos(a);
  der(wc) = l1*sin(c) - l2*cos(c);
  0 = -l1*sin(b) + l2*cos(b);
  cos(a) + 2*cos(b) = 2 + cos(c);
  sin(a) + 2*sin(b) = sin(c);
end Angles;
)";
  const std::vector<std::string> causal = {"bdf", "ida", "radau5", "dopri5", "sdirk4"},
                                 residual = {"bdf", "ida", "radau5"};
  for (const char* form : {"ode", "dae"}) {
    for (const std::string& method : std::string_view(form) == "ode" ? causal : residual) {
      for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
        ExpectAParallelogram(kMasses, form, method, tolerance,
                             {{"x2", [](double angle) { return 2 + std::cos(angle); }},
                              {"y2", [](double angle) { return std::sin(angle); }}});
        ExpectAParallelogram(kAngles, form, method, tolerance,
                             {{"c", [](double angle) { return angle; }}, {"b", [](double) { return 0.0; }}});
      }
    }
  }
}

TEST(SingularPositions, RootsOfASquareAreTold) {
  for (const char* form : {"ode", "dae"}) {
    const std::string told = UndeterminedIn(ObservedText(OptionsTo(3, "auto", form), R"(model Roots
  Real x(start = -1), w(start = 0, fixed = true);
equation
  x^2 = (time - 1)^2;
  der(w) = x;
end Roots;
)"));
    ASSERT_FALSE(told.empty()) << form;
    EXPECT_NEAR(TimeIn(told), 1, 1e-4) << form;
  }
}

// Turbulent flow that turns round, a cube: one real root each, with a vanishing derivative; a linkage that is
// nearly a parallelogram passes its line at a distance.
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
    for (const char* method : {"bdf", "ida", "radau5"})
      EXPECT_EQ(UndeterminedIn(ObservedText(OptionsTo(10, method, "dae"), text)), "") << method << text;
  }
}

}  // namespace
}  // namespace daedalus
