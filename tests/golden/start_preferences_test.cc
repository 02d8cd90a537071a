// Start values of variables that are no states, where a state has none (initialize/start_preferences.h): what
// the user wrote decides, and not an assumed 0. Expected values are closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

class StartPreferences : public testing::TestWithParam<simulate::ModelForm> {
 protected:
  RunOfModel Run(const std::string& text, std::vector<std::string> settings = {}) const {
    driver::SimulateOptions options;
    options.form = GetParam();
    options.tolerance = 1e-9;
    options.stop = 1;
    options.model.settings = std::move(settings);
    RunOfModel run = ObservedText(options, text);
    EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone)
        << (run.diagnostics.items().empty() ? "" : run.diagnostics.items()[0].message);
    return run;
  }
  // Without a word.
  void Expect(const RunOfModel& run, const std::string& name, double first, double last) const {
    for (const Diagnostic& d : run.diagnostics.items()) ADD_FAILURE() << d.message;
    ExpectValues(run, name, first, last);
  }
  void ExpectValues(const RunOfModel& run, const std::string& name, double first, double last) const {
    const std::vector<double> values = SignalOf(run.trajectory, name);
    ASSERT_FALSE(values.empty());
    EXPECT_NEAR(values.front(), first, 1e-8 * std::max(1.0, std::abs(first))) << name;
    EXPECT_NEAR(values.back(), last, 1e-6 * std::max(1.0, std::abs(last))) << name;
  }
};

TEST_P(StartPreferences, TheStartValueOfWhatIsNoStateDecides) {
  Expect(Run("model M Real q, v(start=1); equation der(q) = -v; q = 2*v; end M;"), "q", 2,
         2 * std::exp(-0.5));
  Expect(Run("model M Real q, v(start=3); equation v = sqrt(4*q); der(q) = -v; end M;"), "q", 2.25, 0.25);
}

TEST_P(StartPreferences, ThatOfAStateCountsMore) {
  Expect(Run("model M Real q(start=3), v(start=1); equation der(q) = -v; q = 2*v; end M;"), "q", 3,
         3 * std::exp(-0.5));
  Expect(Run("model M Real q(start=3, fixed=true), v(start=1); equation der(q) = -v; q = 2*v; end M;"), "q",
         3, 3 * std::exp(-0.5));
}

TEST_P(StartPreferences, AnInitialEquationCountsMore) {
  const RunOfModel run =
      Run("model M Real a, b, c(start=5); equation der(a) = -a; der(b) = a - b; c = a + b; initial equation "
          "a = 2; end M;");
  Expect(run, "a", 2, 2 * std::exp(-1.0));
  Expect(run, "b", 3, (3 + 2) * std::exp(-1.0));
  const RunOfModel all =
      Run("model M Real a, b, c(start=5); equation der(a) = -a; der(b) = a - b; c = a + b; initial equation "
          "a = 2; b = 0; end M;");
  Expect(all, "c", 2, (2 + 2) * std::exp(-1.0));
}

// A 0 that the user wrote is one; the energy of the second is that of v2 = 4, which falls by 1 in each
// second.
TEST_P(StartPreferences, SeveralStatesHaveTheirs) {
  const RunOfModel run =
      Run("model M Real q1, q2, v1(start=0), v2(start=4); equation der(q1) = -v1; q1 = 2*v1 + 3; der(q2) = "
          "-v2; q2 = v2^2/2; end M;");
  Expect(run, "q1", 3, 3);
  Expect(run, "q2", 8, 4.5);
}

TEST_P(StartPreferences, OfTwoForOneStateTheFirstHolds) {
  Expect(Run("model M Real q, v(start=1), p(start=100); equation der(q) = -v; q = 2*v; p = 3*q; end M;"), "q",
         2, 2 * std::exp(-0.5));
}

TEST_P(StartPreferences, TheClassOfAComponentMayHaveIt) {
  const RunOfModel run = Run(R"(
model M
  model Tank
    Real h(start=2), m, z(start=0);
    parameter Real A = 5;
  equation
    m = A*h;
    z = m - 1;
    der(m) = -h;
  end Tank;
  Tank a, b(h(start=7)), c(m(start=1));
end M;)");
  Expect(run, "a.m", 10, 10 * std::exp(-0.2));
  Expect(run, "b.m", 35, 35 * std::exp(-0.2));
  Expect(run, "c.m", 1, std::exp(-0.2));
}

// That of a type is for all quantities of the kind, and a default of 0 in a class says nothing.
TEST_P(StartPreferences, ATypeAndADefaultOfZeroDoNotDecide) {
  const RunOfModel run = Run(R"(
model M
  type Temperature = Real(start=300);
  model Part
    Real q, v(start=0);
    Temperature T;
  equation
    der(q) = 1;
    v = q + 3;
    T = q + 5;
  end Part;
  Part a;
end M;)");
  Expect(run, "a.q", 0, 1);
}

// q falls to 1.5 at t = 2 ln(4/3), and twice as fast from there.
TEST_P(StartPreferences, WithEventsAndADiscreteVariable) {
  const RunOfModel run = Run(R"(
model M
  Real q, v(start=1);
  discrete Real k(start=1, fixed=true);
  Integer n(start=0, fixed=true);
equation
  der(q) = -k*v;
  q = 2*v;
  when q < 1.5 then
    k = 2;
    n = pre(n) + 1;
  end when;
end M;)");
  Expect(run, "q", 2, 1.5 * std::exp(-(1 - 2 * std::log(4.0 / 3))));
  Expect(run, "n", 0, 1);
}

TEST_P(StartPreferences, ARelationFollowsAndAParameterChangesIt) {
  const std::string text =
      "model M parameter Real v0 = 2; Real q, v(start=v0); equation der(q) = if v > 1 then 1 else -v; q = "
      "2*v; end M;";
  Expect(Run(text), "q", 4, 5);
  Expect(Run(text, {"v0=0.5"}), "q", 1, std::exp(-0.5));
}

// u is sin(q), which structure does not see: v is 3 whatever q is.
TEST_P(StartPreferences, WhatCannotBeHeardIsTold) {
  const RunOfModel run =
      Run("model M Real q, u, v(start=1); equation der(q) = -v; u = sin(q); v = 3 + sin(q) - u; end M;");
  ExpectValues(run, "q", 0, -3);
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].message,
            "`v` starts at 3, not at its start value 1, which is not fixed");
}

TEST_P(StartPreferences, WithEquationsThatAreOthersAtTheStart) {
  Expect(Run("model M Real q, v(start=1), p; equation der(q) = -v; q = 2*v; p = if initial() then 7 else q; "
             "end M;"),
         "q", 2, 2 * std::exp(-0.5));
  const RunOfModel run =
      Run("model M Real q, u, v(start=1), p; equation der(q) = -v; u = sin(q); v = 3 + sin(q) - u; p = if "
          "initial() then 7 else q; end M;");
  ExpectValues(run, "q", 0, -3);
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kStartChanged);
}

// What makes a factor vanish takes the variable out of the equation.
TEST_P(StartPreferences, AParameterDecidesWhetherThereIsOne) {
  const std::string text =
      "model M parameter Real k = 2; Real q, v(start=1); equation der(q) = -v; k*q + v = 3; end M;";
  Expect(Run(text), "q", 1, 1.5 - 0.5 * std::exp(2.0));
  Expect(Run(text, {"k=0"}), "q", 0, -3);
}

// Of length 1, y would be the double root of y^2 = 0, and is assumed to be 0 after all; of length 2, x = 1
// decides about the size of y.
TEST_P(StartPreferences, APendulumAtTheEndOfItsRangeIsNotMoved) {
  const auto pendulum = [](const std::string& length) {
    return "model M Real x(start=1), y, vx, vy, F; equation der(x) = vx; der(y) = vy; der(vx) = -F*x; "
           "der(vy) = -F*y - 9.81; x^2 + y^2 = " +
           length + "^2; end M;";
  };
  const RunOfModel at_end = Run(pendulum("1"));
  for (const Diagnostic& d : at_end.diagnostics.items()) ADD_FAILURE() << d.message;
  EXPECT_EQ(SignalOf(at_end.trajectory, "x").front(), 1);
  EXPECT_EQ(SignalOf(at_end.trajectory, "y").front(), 0);
  const RunOfModel longer = Run(pendulum("2"));
  EXPECT_NEAR(SignalOf(longer.trajectory, "x").front(), 1, 1e-9);
  EXPECT_NEAR(std::abs(SignalOf(longer.trajectory, "y").front()), std::sqrt(3.0), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Forms, StartPreferences,
                         testing::Values(simulate::ModelForm::kOde, simulate::ModelForm::kDae));

}  // namespace
}  // namespace daedalus
