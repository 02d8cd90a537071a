// Solutions that end where the equations become singular: told in these words, with the time, the equations
// and unknowns of the null vectors, and the start values to look at first, in both forms.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct Told {
  double time = 0;
  std::string text;  // message, notes and hint
  std::size_t num_places = 0;
};

Told EndOf(const char* form, double stop, const char* text, const char* method = "auto") {
  driver::SimulateOptions options;
  options.method = method;
  options.form = FormNamed(form);
  options.stop = stop;
  const RunOfModel run = ObservedText(options, text);
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  Told out;
  for (const Diagnostic& d : run.diagnostics.items()) {
    if (d.severity != Severity::kError) continue;
    out.time = std::stod(d.message.substr(d.message.find("time = ") + 7));
    out.text = d.message;
    for (const std::string& note : d.notes) out.text += "\n" + note;
    out.num_places = (d.primary.span.IsValid() ? 1 : 0) + d.secondary.size();
  }
  return out;
}

void ExpectSaid(const Told& told, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(told.text.find(part), std::string::npos) << part << "\nis not in\n" << told.text;
}

// All terms of the row of y vanish together at y^2 = 1/3, where sin(time) = -2/(3 sqrt(3)) / 0.6.
TEST(Impasse, AFoldOfOneUnknownIsSingularThoughItHasNothingElseInItsEquation) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const Told told = EndOf(form, 10, R"(model Fold
  Real y(start = -1.1), w(start = 0, fixed = true);
equation
  y^3 - y = 0.6*sin(time);
  der(w) = y;
end Fold;
)");
    EXPECT_NEAR(told.time, std::asin(2 / (3 * std::sqrt(3)) / 0.6), 1e-6);
    ExpectSaid(told, {"an impasse): `y^3 - y = 0.6*sin(time)` does not determine y any more",
                      "check these start values first: y (start -1.1)"});
  }
}

// No derivative depends on the volume, so that no step looks for it: the end lies between two points of the
// results. By the spinodal of the equation of van der Waals, 24 T/(3v - 1)^2 = 6/v^3 (mpmath).
TEST(Impasse, AnEndBetweenTwoPointsOfTheResultsHasItsTime) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const Told told = EndOf(form, 10, R"(model Gas
  parameter Real T = 0.9;
  Real p(start = 0.4, fixed = true), v(start = 3);
equation
  der(p) = 0.05;
  (p + 3/v^2)*(3*v - 1) = 8*T;
end Gas;
)");
    EXPECT_NEAR(told.time, 6.4802639602, 1e-6);
    ExpectSaid(told, {"an impasse)", "does not determine v any more", "p (start 0.4, fixed)", "v (start 3)"});
  }
}

TEST(Impasse, ALoopIsNamedByTheEquationsAndUnknownsOfItsNullVectors) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const Told told = EndOf(form, 5, R"(model Circle
  Real r(start = 1, fixed = true), u(start = 0.75), v(start = 0.65);
  Real q(start = 0, fixed = true), other(start = 1);
equation
  der(r) = -1;
  u^2 + v^2 = r;
  u - v = 0.1;
  other^3 + other = u;
  der(q) = u*v*other;
end Circle;
)");
    EXPECT_NEAR(told.time, 0.995, 1e-6);
    ExpectSaid(told, {"together these equations do not determine u, v any more", "of them: u^2 + v^2 = r",
                      "of them: u - v = 0.1", "u by 1, v by 1", "u (start 0.75)", "v (start 0.65)",
                      "r (start 1, fixed)"});
    EXPECT_EQ(told.text.find("other (start"), std::string::npos) << told.text;
    EXPECT_EQ(told.num_places, 2u);
  }
}

// Behind the fold at x = 1 an inlined step finds a root on the other side, near x = -2, which nobody has
// followed: the values in the file would not fit each other. Either the step fails there or the run ends
// where slopes and values have parted by a hundred tolerances. In closed form x' (1 - x^2) = x, hence ln x -
// x^2/2 = t + ln 2 - 2.
TEST(Impasse, AnInlinedStepDoesNotGoOnWithAnotherSolution) {
  for (const char* method : {"bdf", "adams"}) {
    for (const double tolerance : {1e-3, 1e-4}) {
      SCOPED_TRACE(method);
      driver::SimulateOptions options;
      options.form = simulate::ModelForm::kInline;
      options.method = method;
      options.stop = 10;
      options.tolerance = tolerance;
      const RunOfModel run = ObservedText(options, R"(model Relaxation
  Real x(start = 2), y(start = 2/3, fixed = true);
equation
  der(y) = -x;
  0 = x - x^3/3 + y;
end Relaxation;
)");
      EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
      ASSERT_FALSE(run.diagnostics.items().empty());
      EXPECT_LT(run.report.statistics.final_time, 1.5 - std::log(2) + 0.5);
    }
  }
}

// Two links of length 1 whose end is led away from their joint: they are stretched where (1 + t)^2 + 0.09
// = 4. Without states it is a way from point to point, whose end is looked for, too.
TEST(Impasse, AWayOfPointsHasItsTime) {
  const Told told = EndOf("ode", 2, R"(model Reach
  Real x, y, phi(start = 1), psi(start = -1);
equation
  x = 1 + time;
  y = 0.3;
  x = cos(phi) + cos(psi);
  y = sin(phi) + sin(psi);
end Reach;
)");
  EXPECT_NEAR(told.time, std::sqrt(4 - 0.09) - 1, 1e-6);
  ExpectSaid(told, {"together these equations do not determine phi, psi any more", "phi (start 1)",
                    "psi (start -1)"});
}

// x = 1/(1 - t), and y goes along. No matrix is singular there.
TEST(Impasse, AnEscapeIsNoSingularPoint) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const Told told = EndOf(form, 3, R"(model Escape
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = x^2;
  der(y) = x - y;
end Escape;
)");
    EXPECT_NEAR(told.time, 1, 1e-4);
    ExpectSaid(told, {"grows beyond all bounds there: x =", "it reaches infinity at a finite time"});
    EXPECT_EQ(told.text.find("impasse"), std::string::npos) << told.text;
  }
}

// What grows by itself leaves the numbers of the machine, at no time of its own: exp(1000 t).
TEST(Impasse, WhatGrowsTooLargeIsNamed) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const Told told = EndOf(
        form, 3,
        "model Runaway\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 1000*x;\nend Runaway;\n");
    ExpectSaid(told, {"grows beyond all bounds there: x ="});
    EXPECT_EQ(told.text.find("infinity at a finite time"), std::string::npos) << told.text;
  }
}

// A crank that is driven to where its linkage locks.
TEST(Impasse, AMechanismIsNamedByItsPositions) {
  const Told told = EndOf("dae", 5, R"(model Lock
  parameter Real d = 3, a1 = 2, a2 = 1.5, a3 = 1.5;
  Real a, b(start = 0.2), c(start = 1.8), w(start = 0, fixed = true);
equation
  a = 0.5 + time;
  a1*cos(a) + a2*cos(b) = d + a3*cos(c);
  a1*sin(a) + a2*sin(b) = a3*sin(c);
  der(w) = b;
end Lock;
)",
                          "radau5");
  // The crank comes to where coupler and follower are stretched: |A D|^2 = a1^2 + d^2 - 2 a1 d cos(a) = (a2 +
  // a3)^2.
  EXPECT_NEAR(told.time, std::acos(1.0 / 3) - 0.5, 1e-4);
  ExpectSaid(told, {"together these equations do not determine b, c any more", "b by -1, c by 1",
                    "b (start 0.2)", "c (start 1.8)"});
}

TEST(Impasse, AMatrixOfDerivativesThatBecomesSingularIsToldInTheirNames) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const Told told = EndOf(form, 5, R"(model Masses
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x)*cos(time) + der(y)*sin(time) = 1;
  der(x)*sin(time) + der(y)*cos(time) = 2;
end Masses;
)");
    EXPECT_NEAR(told.time, std::atan(1.0), 1e-6);
    ExpectSaid(told, {"together these equations do not determine der(x), der(y) any more",
                      "der(x) by 1, der(y) by -1"});
    EXPECT_GE(told.num_places, 2u);
  }
}

}  // namespace
}  // namespace daedalus
