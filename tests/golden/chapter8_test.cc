// Chapter 8 of the specification (equations, events, initialization) and the algorithms that go with it,
// construct by construct: small models whose values after a second follow by hand, in both forms.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct Construct {
  const char* name;
  const char* text;                                    // of the model, between its name and the end
  std::vector<std::pair<const char*, double>> values;  // at time = 1
};

const std::vector<Construct>& Constructs() {
  static const std::vector<Construct> all = {
      // ---- when, by equations ----
      {"AVectorOfConditions",
       R"(
  Integer n(start = 0, fixed = true);
equation
  when {time > 0.3, time > 0.6, sample(0.5, 10)} then n = pre(n) + 1; end when;)",
       {{"n", 3}}},
      {"ElsewhenHasAnOrder",
       R"(
  Integer n(start = 0, fixed = true);
equation
  when time >= 0.5 then n = 1; elsewhen time >= 0.5 then n = 2; elsewhen time >= 0.7 then n = pre(n) + 10; end when;)",
       {{"n", 11}}},
      {"EdgeAndChange",
       R"(
  Boolean b = sin(10*time) > 0;
  Integer edges(start = 0, fixed = true), changes(start = 0, fixed = true);
equation
  when edge(b) then edges = pre(edges) + 1; end when;
  when change(b) then changes = pre(changes) + 1; end when;)",
       {{"edges", 2}, {"changes", 4}}},  // true from 0 and from pi/5, false from pi/10 and 3 pi/10
      {"WhenInAForLoop",
       R"(
  Integer n[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    when sample(0, 0.1*i) then n[i] = pre(n[i]) + 1; end when;
  end for;)",
       {{"n[1]", 11}, {"n[2]", 6}, {"n[3]", 4}}},
      {"WhenInAnIfOfAParameter",
       R"(
  parameter Boolean fast = true;
  Integer n(start = 0, fixed = true);
equation
  if fast then
    when sample(0, 0.1) then n = pre(n) + 1; end when;
  else
    when sample(0, 0.5) then n = pre(n) + 1; end when;
  end if;)",
       {{"n", 11}}},
      {"AnIfInAWhen",
       R"(
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    if pre(n) < 5 then n = pre(n) + 1; else n = 0; end if;
  end when;)",
       {{"n", 5}}},
      {"ARecordAndSeveralResults",
       R"(
  record R Real a; Integer b; end R;
  function f input Real t; output R r; algorithm r := R(t, 3); end f;
  function g input Real t; output Real p = t + 1; output Real q = 2*t; algorithm end g;
  R r(a(start = 0, fixed = true), b(start = 0, fixed = true));
  Real p(start = 0, fixed = true), q(start = 0, fixed = true);
equation
  when time >= 0.5 then r = f(time); (p, q) = g(time); end when;)",
       {{"r.a", 0.5}, {"r.b", 3}, {"p", 1.5}, {"q", 1}}},
      {"AnEventMakesAnother",
       R"(
  Boolean a(start = false, fixed = true), b;
initial equation
  pre(b) = false;
equation
  a = time > 0.5 or pre(b);
  b = a and time < 0.9;)",
       {{"a", 1}, {"b", 0}}},
      {"AMachineOfThreeStates",
       R"(
  Integer state(start = 1, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if state == 1 then 1 elseif state == 2 then -2 else 0;
  when x > 0.5 and pre(state) == 1 then state = 2; elsewhen x < 0.1 and pre(state) == 2 then state = 3; end when;)",
       {{"state", 3}, {"x", 0.1}}},
      // ---- algorithms ----
      {"WhenInAlgorithms",
       R"(
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
algorithm
  when sample(0, 0.1) then
    n := pre(n) + 1;
    k := 2*n;
    if n > 5 then y := y + 1; end if;
  end when;
  when n > 3 then k := k + 100; end when;)",
       {{"n", 11}, {"y", 6}, {"k", 22}}},
      {"AnAlgorithmWithBranches",
       R"(
  Real x(start = 0, fixed = true), y;
  Boolean b;
algorithm
  y := 0;
  b := x > 0.5;
  if b then y := 1; elseif x > 0.2 then y := 0.5; end if;
equation
  der(x) = 1;)",
       {{"y", 1}, {"b", 1}}},
      {"ALoopThatIsLeft",
       R"(
  Integer n;
  Real s;
algorithm
  n := integer(10*time);
  s := 0;
  for i in 1:20 loop
    if i > n then break; end if;
    s := s + i;
  end for;)",
       {{"s", 55}}},
      {"AnInitialAlgorithm",
       R"(
  parameter Real p(fixed = false);
  Real x, y = p;
initial algorithm
  p := 0;
  for i in 1:4 loop p := p + i; end for;
  x := p;
equation
  der(x) = -x;)",
       {{"y", 10}, {"x", 10 * std::exp(-1.0)}}},
      // ---- reinit, terminate, assert ----
      {"ReinitByWhatTheEventComputes",
       R"(
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 0.4 then n = pre(n) + 1; reinit(x, 0.1*n); end when;)",
       {{"n", 3}, {"x", 0.3 + (1 - 0.9)}}},  // at 0.4, 0.7 and 0.9
      {"ReinitAtTheStart",
       R"(
  Real x(start = 0);
equation
  der(x) = 1;
  when initial() then reinit(x, 5); end when;)",
       {{"x", 6}}},
      // ---- the start and the end ----
      {"InitialEquationsOfPre",
       R"(
  discrete Real d;
  Boolean b;
initial equation
  pre(d) = 5;
  pre(b) = true;
equation
  when time > 0.5 then d = pre(d) + 1; b = not pre(b); end when;)",
       {{"d", 6}, {"b", 0}}},
      {"InitialAndTerminal",
       R"(
  Integer first(start = 0, fixed = true), last(start = 0, fixed = true);
  Real x;
initial equation
  x = if initial() then 3 else 4;
equation
  der(x) = 0;
  when initial() then first = 7; end when;
  when terminal() then last = 9; end when;)",
       {{"first", 7}, {"last", 9}, {"x", 3}}},
      {"NoStartValue",
       R"(
  Integer n;
equation
  when time > 0.1 then n = pre(n) + 1; end when;)",
       {{"n", 1}}},
      {"Homotopy",
       R"(
  Real x(start = 10);
equation
  x^3 - x = homotopy(6, 0);)",
       {{"x", 2}}},
      // ---- sample ----
      {"SampleWithAnOffset",
       R"(
  parameter Real T = 0.2;
  Boolean s = sample(0.25, T);
  Integer n(start = 0, fixed = true);
  Real last(start = -1, fixed = true);
equation
  when s then n = pre(n) + 1; last = time; end when;)",
       {{"n", 4}, {"last", 0.85}}},
      {"SampleAndACondition",
       R"(
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.1) and time > 0.45 then n = pre(n) + 1; end when;)",
       {{"n", 6}}},
      {"ARecursionOfSamples",
       R"(
  discrete Real u(start = 0, fixed = true), y;
initial equation
  pre(y) = 0;
equation
  when sample(0, 0.25) then u = pre(u) + 1; y = 2*u + pre(y); end when;)",
       {{"u", 5}, {"y", 30}}},
      // ---- what jumps ----
      {"Rounding",
       R"(
  Integer i = integer(3*time);
  Real f = floor(-2.5*time), c = ceil(2.5*time), d = div(7*time, 2), m = mod(-2.2*time, 1.0), r = rem(-2.2*time, 1.0);
  Real q(start = 0, fixed = true);
equation
  der(q) = i;)",
       {{"i", 3}, {"f", -3}, {"c", 3}, {"d", 3}, {"m", 0.8}, {"r", -0.2}, {"q", 1}}},
      {"RoundingOfIntegers",
       R"(
  Integer i = integer(10*time), a = div(i, 3), b = mod(i, 3), c = rem(-i, 3);)",
       {{"a", 3}, {"b", 1}, {"c", -1}}},
      {"SignAndAbs",
       R"(
  constant Real pi = 3.141592653589793;
  Real x = sin(2*pi*time), q(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(q) = sign(x);
  der(w) = abs(x);)",
       {{"q", 0}, {"w", 2 / 3.141592653589793}}},
      {"MinAndMax",
       R"(
  Real q(start = 0, fixed = true);
equation
  der(q) = min(time, 0.5) + 2*max(time, 0.5);)",
       {{"q", 0.375 + 2 * 0.625}}},
      {"ATableOfIfs",
       R"(
  Real u = if time < 0.25 then 1 elseif time < 0.5 then 2 elseif time < 0.75 then 3 else 4, q(start = 0, fixed = true);
equation
  der(q) = u;)",
       {{"q", 2.5}}},
      {"SemiLinearAndSmooth",
       R"(
  Real x = time - 0.5, q(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(q) = semiLinear(x, 2, 3);
  der(w) = smooth(1, if x > 0 then x^2 else 0);)",
       {{"q", -0.125}, {"w", 0.125 / 3}}},
      // A closed port (section 3.7.4.5, rule 2): the factor before it is the one behind it.
      {"SemiLinearWhereNothingFlows",
       R"(
  connector Port Real p; flow Real m; flow Real H; Real h; end Port;
  Port port;
  Real inside = 2 + time, h;
equation
  port.H = semiLinear(port.m, h, inside);
  port.p = 1;
  port.h = h;)",
       {{"h", 3}}},
      {"SemiLinearOfALiteralZero",
       R"(
  Real m = 0, inside = 2 + time, h;
equation
  0 = semiLinear(m, h, inside);)",
       {{"h", 3}}},
      {"NoEvent",
       R"(
  Real h(start = 0.25, fixed = true);
equation
  der(h) = -(if noEvent(h > 0) then sqrt(h) else 0);)",
       {{"h", 0}}},
      {"AFunctionThatJumps",
       R"(
  function silent input Real x; output Real y; algorithm y := if x > 0.5 then 1 else 0; end silent;
  function told input Real x; output Real y; algorithm y := if x > 0.5 then 1 else 0;
    annotation(GenerateEvents = true, Inline = true); end told;
  Real q(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(q) = silent(time);
  der(w) = told(time);)",
       {{"q", 0.5}, {"w", 0.5}}},
      {"OtherEquationsInABranch",
       R"(
  Real x(start = 1, fixed = true), y;
equation
  if x > 0.5 then
    der(x) = -1;
    y = 2*x;
  else
    der(x) = -0.5;
    x = y - 1;
  end if;)",
       {{"x", 0.25}, {"y", 1.25}}},
      // ---- the past ----
      {"DelayAndTransport",
       R"(
  Real y = delay(sin(time), 0.3), left, right;
equation
  (left, right) = spatialDistribution(time, 0, 2*time, true, initialPoints = {0.0, 1.0}, initialValues = {0.0, 0.0});)",
       {{"y", std::sin(0.7)}, {"right", 0.5}}},
      // ---- types ----
      {"AnEnumeration",
       R"(
  type S = enumeration(off, on, broken);
  S s(start = S.off, fixed = true);
  Integer k = Integer(s);
equation
  when time > 0.3 then s = S.on; elsewhen time > 0.6 then s = if pre(s) == S.on then S.broken else S.off; end when;)",
       {{"k", 3}}},
      {"AStringThatIsWritten",
       R"(
  String s(start = "a", fixed = true);
  Integer n(start = 0, fixed = true), k = if s == "b1" then 1 else 0;
equation
  when time > 0.5 then n = pre(n) + 1; s = "b" + String(n); end when;)",
       {{"k", 1}}},
      {"AVectorOfRelations",
       R"(
  Boolean b[4] = {time > 0.2*i for i in 1:4};
  Integer n = sum({if b[i] then 1 else 0 for i in 1:4});)",
       {{"n", 4}}},
      {"ConnectedIntegers",
       R"(
  connector In = input Integer;
  connector Out = output Integer;
  block Counter
    Out y(start = 0, fixed = true);
  equation
    when sample(0, 0.2) then y = pre(y) + 1; end when;
  end Counter;
  block Twice
    In u;
    output Real z = 2*u;
  end Twice;
  Counter counter;
  Twice twice;
equation
  connect(counter.y, twice.u);)",
       {{"twice.z", 12}}},
  };
  return all;
}

class Chapter8 : public testing::TestWithParam<Construct> {};

TEST_P(Chapter8, HasTheValuesOfAHandComputation) {
  const Construct& construct = GetParam();
  const std::string text =
      std::string("model M") + construct.text + "\n  annotation(experiment(StopTime = 1));\nend M;\n";
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    options.tolerance = 1e-8;
    const RunOfModel run = WithoutMessages(ObservedText(options, text));
    EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
    for (const auto& [name, value] : construct.values) {
      const std::vector<double> signal = SignalOf(run.trajectory, name);
      ASSERT_FALSE(signal.empty()) << name;
      EXPECT_NEAR(signal.back(), value, 1e-6) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, Chapter8, testing::ValuesIn(Constructs()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace daedalus
