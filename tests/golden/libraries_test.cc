// Constructs of other people's libraries, in small models of our own, with values from closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

RunOfModel Ended(const std::string& text, driver::SimulateOptions options = {}) {
  RunOfModel run = ObservedText(std::move(options), text);
  for (const Diagnostic& d : run.diagnostics.items()) ADD_FAILURE() << d.message;
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  return run;
}

// At a multiple of 1/4; behind the event, if there is one.
double At(const RunOfModel& run, const std::string& name, int quarter) {
  const std::vector<double>& time = run.trajectory.time;
  const auto behind = std::ranges::upper_bound(time, 0.25 * quarter + 1e-12);
  const auto point = static_cast<std::size_t>(behind - time.begin());
  const std::vector<double> values = SignalOf(run.trajectory, name);
  return point > 0 && point <= values.size() ? values[point - 1] : NAN;
}

driver::SimulateOptions Quarters() {
  driver::SimulateOptions options;
  options.stop = 1.0;
  options.interval = 0.25;
  return options;
}

// As libraries of media write it. The mass of a liquid hardly depends on its pressure: an error of 1e-6 in m
// is one of 2 kPa in p. The reference is a run at 1e-12 in the variable p alone.
TEST(Libraries, APreferredPressureIsAState) {
  driver::SimulateOptions options;
  options.stop = 0.006;
  options.interval = 0.006;
  options.tolerance = 1e-6;
  const RunOfModel run = Ended(R"(
model PreferredPressure
  parameter Real V = 1, beta = 4.5e-10, rho0 = 1000;
  Real p(start = 1.1e5, fixed = true, stateSelect = StateSelect.prefer, nominal = 1e5);
  Real m, mflow, p2(start = 1.05e5, fixed = true, stateSelect = StateSelect.prefer, nominal = 1e5), m2, mf2;
equation
  m = V*rho0*(1 + beta*(p - 1e5));
  m2 = V*rho0*(1 + beta*(p2 - 1e5));
  der(m) = 1 - mflow;
  der(m2) = mflow - mf2;
  mflow = 0.04*sign(p - p2)*sqrt(abs(p - p2)*1e0 + 1e-3);
  mf2 = 0.04*sqrt(max(p2 - 1e5 + 50*sin(20*time), 0) + 1e-3);
end PreferredPressure;)",
                               options);
  EXPECT_NEAR(SignalOf(run.trajectory, "p").back(), 101678.149, 1.0);
  EXPECT_NEAR(SignalOf(run.trajectory, "mflow").back(), 1.1212517, 1e-4);
}

// p V = n T with n and T preferred neither: what is conserved stays exact, whichever states are chosen.
TEST(Libraries, PreferredStatesOfAGasConserveMassAndEnergy) {
  const RunOfModel run = Ended(R"(
model Gas
  Real p(start = 1e5, fixed = true, stateSelect = StateSelect.prefer, nominal = 1e5);
  Real T(start = 300, fixed = true, stateSelect = StateSelect.prefer, nominal = 300);
  Real m, U, u;
equation
  m = p/(287*T);
  u = 717*T;
  U = m*u;
  der(m) = 0.01;
  der(U) = 3600;
end Gas;)",
                               Quarters());
  const double m0 = 1e5 / (287 * 300), u0 = m0 * 717 * 300;
  const double m1 = m0 + 0.01, t1 = (u0 + 3600) / (717 * m1);
  EXPECT_NEAR(At(run, "T", 4), t1, 1e-5 * t1);
  EXPECT_NEAR(At(run, "p", 4), m1 * 287 * t1, 1e-5 * 1e5);
}

// m jumps never, and p = m/2 after the event: p cannot be a state although it is preferred.
TEST(Libraries, APreferredVariableThatJumpsIsNoState) {
  const RunOfModel run = Ended(R"(
model Jump
  Real p(start = 1, stateSelect = StateSelect.prefer), m(start = 1, fixed = true);
equation
  m = if time > 0.6 then 2*p else p;
  der(m) = 1;
end Jump;)",
                               Quarters());
  EXPECT_NEAR(At(run, "m", 4), 2, 1e-6);
  EXPECT_NEAR(At(run, "p", 2), 1.5, 1e-6);
  EXPECT_NEAR(At(run, "p", 4), 1, 1e-6);
}

// reinit sets m, and p follows it.
TEST(Libraries, ReinitOfWhatAPreferredStateReplaces) {
  const RunOfModel run = Ended(R"(
model Set
  Real p(start = 1, stateSelect = StateSelect.prefer), m(start = 1, fixed = true);
equation
  m = 2*p;
  der(m) = 1;
  when time > 0.6 then
    reinit(m, 7);
  end when;
end Set;)",
                               Quarters());
  EXPECT_NEAR(At(run, "m", 2), 1.5, 1e-6);
  EXPECT_NEAR(At(run, "m", 4), 7.4, 1e-6);
  EXPECT_NEAR(At(run, "p", 4), 3.7, 1e-6);
}

constexpr const char* kStates = R"(
package States
  record State
    Integer phase;
    Real p, h;
  end State;
  function setState
    input Real p, h;
    output State s;
  algorithm
    s := State(phase = if h > 2.5 then 1 else 2, p = p, h = h);
  end setState;
  function d
    input State s;
    output Real y;
  algorithm
    y := if s.phase == 1 then s.p else 2*s.p;
  end d;
  function same
    input State s;
    output State t;
  algorithm
    t := s;
  end same;
)";

// The state record of a medium with its phase: an Integer field that varies between events.
TEST(Libraries, AStateRecordHasItsPhase) {
  const RunOfModel run = Ended(std::string(kStates) + R"(
  model A
    State s;
    Real y;
  equation
    s = setState(1 + time, 5*time);
    y = d(s);
  end A;
end States;)",
                               Quarters());
  EXPECT_NEAR(At(run, "y", 1), 2.5, 1e-9);
  EXPECT_NEAR(At(run, "y", 4), 2, 1e-9);
  EXPECT_EQ(At(run, "s.phase", 1), 2);
  EXPECT_EQ(At(run, "s.phase", 4), 1);
}

TEST(Libraries, AStateRecordMayBeDeclaredWithItsValueAndCopied) {
  const RunOfModel run = Ended(std::string(kStates) + R"(
  model A
    State s = setState(1 + time, 5*time);
    State t = s, u = same(t), v;
    Real y = d(u), z = d(v);
  equation
    v = if time > 0.7 then s else t;
  end A;
end States;)",
                               Quarters());
  EXPECT_NEAR(At(run, "y", 1), 2.5, 1e-9);
  EXPECT_NEAR(At(run, "y", 4), 2, 1e-9);
  EXPECT_NEAR(At(run, "z", 1), 2.5, 1e-9);
  EXPECT_NEAR(At(run, "z", 4), 2, 1e-9);
}

// A field that changes at events only stays discrete.
TEST(Libraries, AFieldOfEventsStaysDiscrete) {
  const RunOfModel run = Ended(std::string(kStates) + R"(
  model A
    State s;
    Integer n(start = 0, fixed = true), last;
  equation
    s.phase = if time > 0.6 then 2 else 1;
    s.p = time;
    s.h = 2*time;
    when change(s.phase) then
      n = pre(n) + 1;
    end when;
    last = pre(s.phase);
  end A;
end States;)",
                               Quarters());
  EXPECT_EQ(At(run, "n", 2), 0);
  EXPECT_EQ(At(run, "n", 4), 1);
}

TEST(Libraries, ADiscreteVariableCannotDependOnAFieldThatVaries) {
  const RunOfModel run = ObservedText({}, std::string(kStates) + R"(
  model A
    State s = setState(1 + time, 5*time);
    Integer n = s.phase + 1;
  end A;
end States;)");
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kModelWrong);
  ASSERT_FALSE(run.diagnostics.items().empty());
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kTooVariable) << run.diagnostics.items()[0].message;
}

// Without a ground: the message says what nothing fixes.
TEST(Libraries, AMissingGroundIsNamed) {
  const RunOfModel run = ObservedText({}, R"(
package G
  connector Pin Real v; flow Real i; end Pin;
  model R Pin p, n; equation p.v - n.v = 2*p.i; p.i + n.i = 0; end R;
  model V Pin p, n; equation p.v - n.v = 1 + time; p.i + n.i = 0; end V;
  model C Pin p, n; Real v(start = 0, fixed = true);
  equation v = p.v - n.v; der(v) = p.i; p.i + n.i = 0; end C;
  model A
    R r; V v; C c;
  equation
    connect(r.p, v.p); connect(r.n, c.p); connect(c.n, v.n);
  end A;
end G;)");
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kModelWrong);
  std::string text;
  for (const Diagnostic& d : run.diagnostics.items()) {
    for (const std::string& note : d.notes) text += note + "\n";
  }
  EXPECT_NE(text.find("only differences of "), std::string::npos) << text;
  EXPECT_NE(text.find("nothing fixes their level"), std::string::npos) << text;
}

}  // namespace
}  // namespace daedalus
