// Models that start as they stand, because what is assigned needs no guess: at the guess 0 of their helper
// variables one of their equations has no value.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

results::Trajectory RunText(const std::string& text, simulate::ModelForm form, double tolerance) {
  driver::SimulateOptions options;
  options.form = form;
  options.tolerance = tolerance;
  RunOfModel run = WithoutMessages(ObservedText(options, text));
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  return std::move(run.trajectory);
}

RunOfModel RunAndListen(const std::string& text, simulate::ModelForm form) {
  driver::SimulateOptions options;
  options.form = form;
  return ObservedText(options, text);
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
  const auto t = RunText("model M Real x(start=1, fixed=true), y; equation der(x) = -x; y^3 = x + 7; end M;",
                         GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "y"), std::cbrt(7 + std::exp(-1.0)), 1e-8);
}

TEST_P(Start, AGuessOutsideOfTheDomain) {
  const auto t = RunText(
      "model M Real x(start=1, fixed=true), y, z(start=-3); equation der(x) = -x; log(y) + y = x; sqrt(z) + "
      "z = 2*x; end M;",
      GetParam(), 1e-9);
  const double x = std::exp(-1.0), y = LastOf(t, "y"), root = (std::sqrt(1 + 8 * x) - 1) / 2;
  EXPECT_NEAR(std::log(y) + y, x, 1e-8);
  EXPECT_NEAR(LastOf(t, "z"), root * root, 1e-8);
}

TEST_P(Start, AGuessWithoutADescentToTheOnlyRoot) {
  // The absolute value of y^3 - 2 y + 2 has a minimum at 0.816 that is no root.
  const auto t = RunText(
      "model M Real x(start=1, fixed=true), y(start=1); equation der(x) = -x; y^3 - 2*y + 2 = 0*x; end M;",
      GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "y"), -1.7692923542386314, 1e-8);
}

// Of two solutions, and no start value says which: one is taken, and that is told with what decided.
TEST_P(Start, WhatNoStartValueDecidesIsTold) {
  struct Case {
    const char *text, *told;
  };
  for (const Case& c :
       {Case{"model M Real x(start=1, fixed=true), z; equation der(x) = -x; z^2 = x + 3; end M;", "z = 2"},
        Case{"model M Real x, y, vx, vy, F; equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = "
             "-F*y - 9.81;"
             " x^2 + y^2 = 1; end M;",
             "y = 1"}}) {
    const RunOfModel run = RunAndListen(c.text, GetParam());
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    EXPECT_EQ(run.diagnostics.items()[0].severity, Severity::kWarning);
    EXPECT_NE(run.diagnostics.items()[0].message.find("two solutions"), std::string::npos)
        << run.diagnostics.items()[0].message;
    EXPECT_NE(run.diagnostics.items()[0].message.find(c.told), std::string::npos)
        << run.diagnostics.items()[0].message;
  }
}

TEST_P(Start, AStartValueDecides) {
  const auto t =
      RunText("model M Real x(start=1, fixed=true), z(start=-1); equation der(x) = -x; z^2 = x + 3; end M;",
              GetParam(), 1e-9);
  EXPECT_NEAR(LastOf(t, "z"), -std::sqrt(3 + std::exp(-1.0)), 1e-8);
}

// Ascher and Petzold's example (hard_models/AscherPetzold.mo) with nu = 1: der(x2) does not need x1, so x2 is
// the state. A start value of x1, which need not be fixed for that, decides where x2 has none.
TEST_P(Start, OfAConstraintTheStartValueThatWasGivenDecides) {
  const auto last = [](const std::string& x1, const std::string& x2) {
    const auto t = RunText(
        "model M Real x1" + x1 + ", x2" + x2 +
            ", z; equation der(x1) = (1 - 1/(2 - time))*x1 + (2 - time)*z + (3 - time)/(2 - time)*exp(time);"
            " der(x2) = 2*exp(time) - x2; 0 = (time + 2)*x1 + (time^2 - 4)*x2 - (time^2 + time - "
            "2)*exp(time); end M;",
        GetParam(), 1e-8);
    return LastOf(t, "x1");
  };
  EXPECT_NEAR(last("(start = 1)", ""), std::exp(1.0), 1e-6);
  EXPECT_NEAR(last("(start = 1, fixed = true)", ""), std::exp(1.0), 1e-6);
  EXPECT_NEAR(last("(start = 7)", "(start = 1)"), std::exp(1.0), 1e-6);
}

// x = 1 is the solution, and says what w is; w = 0 would be outside of the domain of the logarithm.
TEST_P(Start, WhatWasSaidGoesOnThroughTheEquations) {
  const auto t = RunText(
      "model M Real x(start=1), w; initial equation der(x) = 0; equation der(x) = log(w - 1000) - x; w = "
      "1000 + exp(x)*x^2; end M;",
      GetParam(), 1e-8);
  EXPECT_NEAR(SignalOf(t, "x").front(), 1, 1e-9);
  EXPECT_NEAR(SignalOf(t, "w").front(), 1000 + std::exp(1.0), 1e-6);
}

// 300 diodes in a row of resistors, from start values at which their currents overflow: only from zero is
// there a way. Kirchhoff's law at each node is checked, and that the last node carries what is left.
TEST_P(Start, SourcesAreLedFromZeroToTheirValues) {
  const RunOfModel run = RunAndListen(R"(
model M
  constant Integer n = 300;
  Real v[n](each start = 30), i[n], x(start = 0, fixed = true);
equation
  der(x) = v[1];
  (5 - v[1])/100 = (v[1] - v[2])/100 + i[1];
  for k in 2:n - 1 loop
    (v[k - 1] - v[k])/100 = (v[k] - v[k + 1])/100 + i[k];
  end for;
  (v[n - 1] - v[n])/100 = i[n];
  for k in 1:n loop
    i[k] = 1e-9*(exp(v[k]/0.025) - 1);
  end for;
end M;)",
                                      GetParam());
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_NE(run.diagnostics.items()[0].message.find("leading the sources from zero"), std::string::npos)
      << run.diagnostics.items()[0].message;
  const double v1 = SignalOf(run.trajectory, "v[1]")[0], v2 = SignalOf(run.trajectory, "v[2]")[0];
  EXPECT_NEAR((5 - v1) / 100, (v1 - v2) / 100 + 1e-9 * std::expm1(v1 / 0.025), 1e-8);
  const double last = SignalOf(run.trajectory, "v[300]")[0], before = SignalOf(run.trajectory, "v[299]")[0];
  EXPECT_NEAR((before - last) / 100, 1e-9 * std::expm1(last / 0.025), 1e-12);
}

// At rest: k (T - 20) = 10 and the level where the outflow a sqrt(h) is the inflow.
TEST_P(Start, RestIsAskedForByAnOption) {
  driver::SimulateOptions options;
  options.form = GetParam();
  options.model.steady = true;
  const RunOfModel run =
      ObservedText(options,
                   "model M Real T(start=20), h(start=1), f(start=3, fixed=true); equation der(T) = 10 - "
                   "0.5*(T - 20); der(h) = 3 - 1.5*sqrt(h); der(f) = -f; end M;");
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  for (const double value : SignalOf(run.trajectory, "T")) EXPECT_NEAR(value, 40, 1e-6);
  for (const double value : SignalOf(run.trajectory, "h")) EXPECT_NEAR(value, 4, 1e-6);
  EXPECT_NEAR(SignalOf(run.trajectory, "f").back(), 3 * std::exp(-1.0), 1e-5)
      << "what is fixed is not at rest";
}

// The first value of x where these equations have two solutions, x = 2 and x = -2, and the start value of
// something else says which.
double Chosen(const std::string& declarations, const std::string& equations, simulate::ModelForm form) {
  const auto t = RunText("model M Real s(start=0, fixed=true), " + declarations + "; equation der(s) = 1; " +
                             equations + "; end M;",
                         form, 1e-8);
  const auto found = t.FindSignal("x");
  return found ? t.Values(*found).front() : NAN;
}

TEST_P(Start, AStartValueBehindALoopDecidesAboutTheLoop) {
  EXPECT_NEAR(Chosen("x, y(start=3)", "y = x + 1; x^2 = 4", GetParam()), 2, 1e-9);
  EXPECT_NEAR(Chosen("x, y(start=-1)", "y = x + 1; x^2 = 4", GetParam()), -2, 1e-9);
}

TEST_P(Start, SoDoesOneFurtherBehindWithWhatIsKnownBefore) {
  const std::string equations = "a = 5 + s; y = x + a; v = 3*y - a; x^2 = 4";
  EXPECT_NEAR(Chosen("x, y, a, v(start=20)", equations, GetParam()), 2, 1e-9);
  EXPECT_NEAR(Chosen("x, y, a, v(start=3)", equations, GetParam()), -2, 1e-9)
      << "with a = 0 it would be on the other side";
}

TEST_P(Start, SoDoesOneWithoutASlopeAtTheGuess) {
  EXPECT_NEAR(Chosen("x, y(start=-8)", "y = x^3; x^2 = 4", GetParam()), -2, 1e-9);
  EXPECT_NEAR(Chosen("x, y(start=8)", "y = x^3; x^2 = 4", GetParam()), 2, 1e-9);
}

// x w = 4 and x = w: whichever is torn.
TEST_P(Start, SoDoesOneBehindALoopOfTwo) {
  EXPECT_NEAR(Chosen("x, w, y(start=1)", "x*w = 4; x^3 = w^3; y = x + w - 3", GetParam()), 2, 1e-9);
  EXPECT_NEAR(Chosen("x, w, y(start=-7)", "x*w = 4; x^3 = w^3; y = x + w - 3", GetParam()), -2, 1e-9);
}

TEST_P(Start, AStartValueOfTheLoopItselfCountsMore) {
  EXPECT_NEAR(Chosen("x(start=-1), y(start=3)", "y = x + 1; x^2 = 4", GetParam()), -2, 1e-9);
}

// 1/x = 0 has no solution, and a hundred is far from both: neither keeps the loop from being solved.
TEST_P(Start, AStartValueBehindALoopThatLeadsNowhereDoesNoHarm) {
  EXPECT_NEAR(Chosen("x(min=1), y(start=0)", "y = 1/x; x^2 = 4", GetParam()), 2, 1e-9);
  EXPECT_NEAR(Chosen("x, y(start=100)", "y = x + 1; x^2 = 4", GetParam()), 2, 1e-9);
}

// Its condition holds at the start, and not later.
TEST_P(Start, AnAssertionOfAnInitialSectionCountsAtTheStartOnly) {
  const auto model = [](const char* bound) {
    return fmt::format(
        "model M Real x(start = 1, fixed = true); initial equation assert(x < {0}, \"too far\"); initial "
        "algorithm "
        "assert(x < {0}, \"here, too\"); equation der(x) = 1; annotation(experiment(StopTime = 3)); end M;",
        bound);
  };
  EXPECT_NEAR(LastOf(RunText(model("1.5"), GetParam(), 1e-6), "x"), 4, 1e-9);
  const RunOfModel refused = RunAndListen(model("0.5"), GetParam());
  EXPECT_NE(refused.report.status, driver::SimulateStatus::kDone);
  ASSERT_FALSE(refused.diagnostics.items().empty());
  EXPECT_NE(refused.diagnostics.items()[0].message.find("assertion failed at time = 0: "), std::string::npos);
}

// As sampled blocks of libraries write it: p is the third root of 8.
TEST_P(Start, AStartValueOfADiscreteVariableMayBeFoundAtTheStart) {
  const auto t = RunText(
      "model M parameter Real p(fixed = false, start = 1); discrete Real m(start = p + 1, fixed = true); "
      "discrete "
      "Real k(start = 2*p); initial equation p^3 = 8; "
      "equation "
      "when time > 1 then m = pre(m) + 1; k = pre(k)/2; end when; "
      "annotation(experiment(StopTime = 2)); end M;",
      GetParam(), 1e-6);
  EXPECT_NEAR(LastOf(t, "m"), 4, 1e-9);
  EXPECT_NEAR(LastOf(t, "k"), 2, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Forms, Start, testing::Values(simulate::ModelForm::kOde, simulate::ModelForm::kDae));

}  // namespace
}  // namespace daedalus
