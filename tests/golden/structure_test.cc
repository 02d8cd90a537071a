// Models for which structural analysis fails: the matrix of their highest derivatives is singular although
// each unknown finds an equation (causal/structure_conversion.h). Values of closed forms and publications, in
// both forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

constexpr const char* kFolder = DAEDALUS_SOURCE_DIR "/tests/golden/structure_models/";

std::vector<std::string> DependentModels() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

driver::SimulateOptions InForm(const char* form) {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  return options;
}

class DependentStructure : public testing::TestWithParam<std::string> {};

TEST_P(DependentStructure, GivesTheValuesOfOthersInBothForms) {
  const auto expected = ReadExpected("expected_structure.tsv")[GetParam()];
  ASSERT_FALSE(expected.empty());
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = SimulatedFile(InForm(form), kFolder + GetParam() + ".mo");
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    for (const ExpectedValue& e : expected) {
      const auto value = ValueAt(run.trajectory, e.variable, e.time);
      ASSERT_TRUE(value) << e.variable;
      EXPECT_LT(ErrorOf(e, *value), e.relative_tolerance) << e.variable << " at " << e.time << ": " << *value;
    }
  }
}

// A coupler on three parallel bars of length 1 moves as a point on one bar does: a pendulum. Values: the
// pendulum's equation for its angle, by a classical Runge-Kutta method with 20000 steps.
constexpr const char* kThreeBars = R"(
model ThreeBars
  parameter Real g = 9.81, L = 2;
  Real x(start = 0.8), y(start = -0.6), phi, vx, vy, w, ax, ay, al, f1, f2, f3, bx, by, mx, my;
equation
  der(x) = vx; der(y) = vy; der(phi) = w; der(vx) = ax; der(vy) = ay; der(w) = al;
  bx = x + L*cos(phi); by = y + L*sin(phi);
  mx = x + L/2*cos(phi); my = y + L/2*sin(phi);
  2*ax - L*(al*sin(phi) + w^2*cos(phi)) = -2*(f1*x + f2*(bx - L) + f3*(mx - L/2));
  2*ay + L*(al*cos(phi) - w^2*sin(phi)) = -2*(f1*y + f2*by + f3*my) - 2*g;
  L*(-ax*sin(phi) + ay*cos(phi)) + L^2*al = -2*(f2*L*(-(bx - L)*sin(phi) + by*cos(phi))
    + f3*L/2*(-(mx - L/2)*sin(phi) + my*cos(phi))) - g*L*cos(phi);
  x^2 + y^2 = 1;
  (bx - L)^2 + by^2 = 1;
  (mx - L/2)^2 + my^2 = 1;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-8));
end ThreeBars;
)";

RunOfModel RunOfText(const char* text, const driver::SimulateOptions& options) {
  RunOfModel run = ObservedText(options, text);
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  return run;
}

void ExpectLeftOut(const RunOfModel& run) {
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRedundantConstraint);
}

TEST(RedundantConstraints, AThirdBarOfAParallelogramIsLeftOutAndTold) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunOfText(kThreeBars, InForm(form));
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRedundantConstraint);
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), 0.08347904862590545, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "y").back(), -0.9965095325387077, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "phi").back(), 0, 1e-6);
  }
}

// A mass on a cylinder of radius S and in the plane z = x. The third constraint follows from these two, or
// only at the start: its square grows by a share c time^3.
constexpr const char* kScaledCurve = R"(
model ScaledCurve
  parameter Real S = 1, c = 0, g = 9.81*S;
  Real x(start = 0.6*S, nominal = S), y(start = -0.8*S, nominal = S), z(start = 0.6*S, nominal = S);
  Real vx(nominal = S), vy(nominal = S), vz(nominal = S), f, k(nominal = S), h;
equation
  der(x) = vx; der(y) = vy; der(z) = vz;
  der(vx) = 2*x*f - k; der(vy) = 2*y*f + 2*y*h - g; der(vz) = k + 2*z*h;
  x^2 + y^2 = S^2;
  z = x;
  z^2 + y^2 = S^2*(1 + c*time^3);
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end ScaledCurve;
)";

RunOfModel RunOfScaledCurve(const char* form, const char* size, const char* growth) {
  driver::SimulateOptions options = InForm(form);
  options.model.settings = {std::string("S=") + size, std::string("c=") + growth};
  return ObservedText(options, kScaledCurve);
}

// It ends well in all units as long as it fits, with the energy of the start; and in no unit if it does not.
TEST(RedundantConstraints, AreWatchedInTheirOwnUnits) {
  for (const char* form : {"ode", "dae"}) {
    for (const char* size : {"1e-9", "1", "1e9"}) {
      SCOPED_TRACE(std::string(form) + " " + size);
      const RunOfModel fits = RunOfScaledCurve(form, size, "0");
      EXPECT_EQ(fits.report.status, driver::SimulateStatus::kDone);
      ExpectLeftOut(fits);
      const auto last = [&](const char* name) {
        return SignalOf(fits.trajectory, name).back() / std::stod(size);
      };
      const double vx = last("vx"), vy = last("vy");
      EXPECT_NEAR(vx * vx + vy * vy / 2 + 9.81 * last("y"), -0.8 * 9.81, 1e-4);
      const RunOfModel grows = RunOfScaledCurve(form, size, "0.1");
      EXPECT_NE(grows.report.status, driver::SimulateStatus::kDone);
      EXPECT_TRUE(std::ranges::any_of(grows.diagnostics.items(), [](const Diagnostic& d) {
        return d.code == Code::kAssertionFailed && d.message.find("no longer holds") != std::string::npos;
      }));
    }
  }
}

// Three equations whose highest derivatives are one combination, with factors of which two vanish at the
// start. Two of those were once combined with each other: at th = 0, where the run began, that said nothing,
// and the run ended well with an equation that did not hold. By construction x = sin(t), y = cos(t), z =
// sin(2 t) for one start value; whatever the start, all equations must hold.
constexpr const char* kVanishingFactors = R"(
model VanishingFactors
  Real x(start = 0), y(start = 1), z(start = 0), th(start = 0), r;
equation
  th = x + 2*y - z + time;
  r = y - cos(time) + 4*(z - sin(2*time)) + sin(th)*sin(2*th)*(cos(th)*(der(x) - cos(time)) + sin(th)*cos(2*th)*(der(y) + sin(time)) + sin(th)*sin(2*th)*(der(z) - 2*cos(2*time)));
  cos(th)*(cos(th)*(der(x) - cos(time)) + sin(th)*cos(2*th)*(der(y) + sin(time)) + sin(th)*sin(2*th)*(der(z) - 2*cos(2*time))) + 2*(x - sin(time)) + y - cos(time) = 0;
  sin(th)*cos(2*th)*(cos(th)*(der(x) - cos(time)) + sin(th)*cos(2*th)*(der(y) + sin(time)) + sin(th)*sin(2*th)*(der(z) - 2*cos(2*time))) - (x - sin(time)) + 3*(y - cos(time)) + z - sin(2*time) = 0;
  sin(th)*sin(2*th)*(cos(th)*(der(x) - cos(time)) + sin(th)*cos(2*th)*(der(y) + sin(time)) + sin(th)*sin(2*th)*(der(z) - 2*cos(2*time))) + y - cos(time) + 4*(z - sin(2*time)) = 0;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end VanishingFactors;
)";

TEST(DependentEquations, AreNotLostWhereFactorsVanish) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunOfText(kVanishingFactors, InForm(form));
    for (const double r : SignalOf(run.trajectory, "r")) ASSERT_NEAR(r, 0, 1e-5);
  }
}

// The projection onto a plane that turns with the state: its matrix is singular because n is a unit vector,
// which the equations for e and w alone do not know. By construction x = sin(t), y = cos(t), z = sin(2 t).
constexpr const char* kTurningPlane = R"(
model TurningPlane
  Real x(start = 0), y(start = 1), z(start = 0), th, n1, n2, n3, w, e1, e2, e3;
equation
  th = x + 2*y - z + time;
  n1 = cos(th);
  n2 = 0.6*sin(th);
  n3 = 0.8*sin(th);
  e1 = der(x) - cos(time);
  e2 = der(y) + sin(time);
  e3 = der(z) - 2*cos(2*time);
  w = n1*e1 + n2*e2 + n3*e3;
  e1 - n1*w + 2*(x - sin(time)) + (y - cos(time)) = 0;
  e2 - n2*w - (x - sin(time)) + 3*(y - cos(time)) + (z - sin(2*time)) = 0;
  e3 - n3*w + (y - cos(time)) + 4*(z - sin(2*time)) = 0;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end TurningPlane;
)";

struct Way {
  const char *form, *method;
};
constexpr Way kWays[] = {
    {"ode", "bdf"}, {"ode", "radau5"}, {"ode", "dopri5"}, {"dae", "bdf"}, {"dae", "radau5"}};

driver::SimulateOptions By(const Way& way) {
  driver::SimulateOptions options = InForm(way.form);
  options.method = way.method;
  return options;
}

// Whether the run was that of combined equations, and not of the derivative array or of a singular loop.
void ExpectCombined(const RunOfModel& run) {
  EXPECT_TRUE(run.diagnostics.items().empty()) << run.diagnostics.items()[0].message;
}

TEST(DependentEquations, ThatDependOnEachOtherByOthersAreCombined) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(testing::Message() << way.form << " " << way.method);
    const RunOfModel run = RunOfText(kTurningPlane, By(way));
    EXPECT_FALSE(std::ranges::any_of(run.diagnostics.items(),
                                     [](const Diagnostic& d) { return d.code == Code::kRankDeficient; }));
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), std::sin(10.0), 1e-7);
    EXPECT_NEAR(SignalOf(run.trajectory, "y").back(), std::cos(10.0), 1e-7);
    EXPECT_NEAR(SignalOf(run.trajectory, "z").back(), std::sin(20.0), 1e-7);
  }
}

// Coils whose flux along n = (n1, n2) does not count: the matrix 1 - n n' is singular as long as n is a unit
// vector, and no longer. By construction x = sin(t), y = cos(t), until time = 3.
std::string TurningCoils(std::string_view variables, std::string_view helpers) {
  std::string out = R"(
model TurningCoils
  Real x(start = 0), y(start = 1), th, n1, n2;
  %s
equation
  th = x + 2*y + time;
  %s
  (1 - n1*n1)*(der(x) - cos(time)) - n1*n2*(der(y) + sin(time)) + 2*(x - sin(time)) + (y - cos(time)) = 0;
  -n1*n2*(der(x) - cos(time)) + (1 - n2*n2)*(der(y) + sin(time)) - (x - sin(time)) + 3*(y - cos(time)) = 0;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end TurningCoils;
)";
  for (const std::string_view part : {variables, helpers}) out.replace(out.find("%s"), 2, part);
  return out;
}

RunOfModel ExpectSineAndCosine(const std::string& text, const Way& way) {
  RunOfModel run = RunOfText(text.c_str(), By(way));
  EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), std::sin(3.0), 1e-7);
  EXPECT_NEAR(SignalOf(run.trajectory, "y").back(), std::cos(3.0), 1e-7);
  return run;
}

class UnitVector : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(UnitVector, OfEquationsOfItsOwnMakesAMatrixSingular) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(testing::Message() << way.form << " " << way.method);
    ExpectCombined(ExpectSineAndCosine(TurningCoils(GetParam().first, GetParam().second), way));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Golden, UnitVector,
    testing::Values(
        std::pair{"", "n1 = cos(th); n2 = sin(th);"},
        std::pair{"Real c, s;", "c = cos(th); s = sin(th); n1 = c; n2 = 0.5*(s + sin(th));"},
        std::pair{"Real c;", "c = cos(th); n1 = c; n2 = sqrt(1 - c*c);"},
        std::pair{"Real p, q, r;", "p = 2 + x*x; q = th; r = sqrt(p*p + q*q); n1 = p/r; n2 = q/r;"},
        std::pair{"", "n1 + n2 = cos(th) + sin(th); n1 - n2 = cos(th) - sin(th);"},
        std::pair{"discrete Integer k(start = 0, fixed = true);",
                  "n1 = cos(th); n2 = sin(th); when sample(0.5, 1) then k = pre(k) + 1; end when;"},
        std::pair{"Real h(start = 1, fixed = true), v(start = 0, fixed = true);",
                  "n1 = cos(th); n2 = sin(th); der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, "
                  "-0.8*pre(v)); end when;"}));

TEST(DependentEquations, AreNoneWhereTheVectorIsNoUnitVector) {
  for (const Way& way : kWays) {
    const RunOfModel run = ExpectSineAndCosine(TurningCoils("", "n1 = 0.5*cos(th); n2 = 0.7*sin(th);"), way);
    EXPECT_TRUE(run.diagnostics.items().empty());
  }
}

// A single equation whose leading factor is zero for a unit vector: x = sin(t).
constexpr const char* kVanishingFactor = R"(
model VanishingFactor
  Real x(start = 0), y(start = 1, fixed = true), th, n1, n2;
  Integer k(start = 0, fixed = true);
equation
  der(y) = -y; th = y + time; n1 = cos(th); n2 = sin(th);
  (n1*n1 + n2*n2 - 1)*der(x) + x = sin(time);
  when sample(0.1, 0.2) then k = pre(k) + 1; end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end VanishingFactor;
)";

TEST(DependentEquations, AFactorThatOthersMakeZeroLeavesNoDerivative) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(testing::Message() << way.form << " " << way.method);
    const RunOfModel run = RunOfText(kVanishingFactor, By(way));
    ExpectCombined(run);
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), std::sin(3.0), 1e-9);
    EXPECT_NEAR(SignalOf(run.trajectory, "y").back(), std::exp(-3.0), 1e-7);
  }
}

// A block on three guides: three constraints on two unknowns, and three forces with two equations, so the
// system is singular by its structure. The motion along the guides is that of a mass on a spring.
constexpr const char* kThreeGuides = R"(
model ThreeGuides
  parameter Real m = 2, J = 0.3, c = 50;
  Real x(start = 0.1), y, phi, vx, vy, w, f1, f2, f3;
equation
  der(x) = vx; der(y) = vy; der(phi) = w;
  m*der(vx) = -c*x;
  m*der(vy) = f1 + f2 + f3 - 9.81*m;
  J*der(w) = (-0.5*f1 + 0.5*f2 + 0.2*f3)*cos(phi);
  y - 0.5*sin(phi) = %s;
  y + 0.5*sin(phi) = 0;
  y + 0.2*sin(phi) = %s;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end ThreeGuides;
)";

std::string ThreeGuides(std::string_view first, std::string_view last) {
  std::string out = kThreeGuides;
  for (const std::string_view value : {first, last}) out.replace(out.find("%s"), 2, value);
  return out;
}

TEST(RedundantConstraints, MoreGuidesThanABlockNeedsAreLeftOutAndTold) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunOfText(ThreeGuides("0", "0").c_str(), InForm(form));
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRedundantConstraint);
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), 0.1 * std::cos(15.0), 1e-7);
    EXPECT_NEAR(SignalOf(run.trajectory, "f1").back() + SignalOf(run.trajectory, "f2").back() +
                    SignalOf(run.trajectory, "f3").back(),
                2 * 9.81, 1e-6);
  }
}

TEST(RedundantConstraints, GuidesThatContradictEachOtherStayAnError) {
  for (const char* last : {"0.01", "0.01*time"}) {
    const RunOfModel run = ObservedText({}, ThreeGuides("0", last).c_str());
    EXPECT_EQ(run.report.status, driver::SimulateStatus::kModelWrong) << last;
    EXPECT_TRUE(std::ranges::any_of(run.diagnostics.items(), [](const Diagnostic& d) {
      return d.code == Code::kStructurallySingular;
    })) << last;
  }
}

// Four wheels in a ring roll on each other: of the four equations for their speeds one says what the others
// say. Value: the first wheel with the inertia and friction of all, by scipy's DOP853 at 1e-12.
constexpr const char* kRingOfWheels = R"(
model RingOfWheels
  connector Flange Real phi; flow Real tau; end Flange;
  model Wheel
    parameter Real J = 1, d = 0;
    Flange f;
    Real w;
  equation
    der(f.phi) = w;
    J*der(w) = f.tau - d*w;
  end Wheel;
  model Contact
    parameter Real r1 = 1, r2 = 1;
    Flange a, b;
    Real f;
  equation
    r1*der(a.phi) + r2*der(b.phi) = 0;
    a.tau = r1*f;
    b.tau = r2*f;
  end Contact;
  model Torque Flange f; equation f.tau = -sin(3*time); end Torque;
  Wheel w1(J = 1, w(start = 0.5, fixed = true)), w2(J = 2, d = 0.1), w3(J = 0.5), w4(J = 1.5, d = 0.2);
  Contact c12(r1 = 1, r2 = 2), c23(r1 = 2, r2 = 0.5), c34(r1 = 0.5, r2 = 1.2), c41(r1 = 1.2, r2 = 1);
  Torque t;
equation
  connect(w1.f, c12.a);
  connect(c12.b, w2.f);
  connect(w2.f, c23.a);
  connect(c23.b, w3.f);
  connect(w3.f, c34.a);
  connect(c34.b, w4.f);
  connect(w4.f, c41.a);
  connect(c41.b, w1.f);
  connect(t.f, w1.f);
  annotation(experiment(StopTime = 4, Tolerance = 1e-8));
end RingOfWheels;
)";

TEST(RedundantConstraints, OfSpeedsAreLeftOutAndTold) {
  for (const Way& way : kWays) {
    SCOPED_TRACE(testing::Message() << way.form << " " << way.method);
    const RunOfModel run = RunOfText(kRingOfWheels, By(way));
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRedundantConstraint);
    EXPECT_NEAR(SignalOf(run.trajectory, "w1.f.phi").back(), 2.148864305956379, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "w3.w").back(), 0.8678342885635156, 1e-6);
  }
}

// An incompressible flow in a ring of five hundred nodes with chords: pipes with inertia and friction, and a
// pump. Of the balances of the nodes one says what the others say, and one pressure is free. Values: scipy's
// DOP853 at 1e-11, with pressures by a pseudoinverse.
constexpr const char* kRingOfPipes = R"(
model RingOfPipes
  parameter Integer N = 500;
  Real m[N] "In the ring";
  Real c[N] "In the chords, each across seven nodes";
  Real p[N];
equation
  for i in 1:N loop
    0.5*der(m[i]) = p[i] - p[mod(i, N) + 1] - m[i] + (if i == 1 then 1 + 0.3*sin(time) else 0);
    0.7*der(c[i]) = p[i] - p[mod(i + 6, N) + 1] - 2*c[i];
    m[mod(i - 2, N) + 1] + c[mod(i - 8, N) + 1] = m[i] + c[i];
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end RingOfPipes;
)";

TEST(RedundantConstraints, ABalanceAmongHundredsIsLeftOutAndTold) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunOfText(kRingOfPipes, InForm(form));
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRedundantConstraint);
    EXPECT_NEAR(SignalOf(run.trajectory, "m[1]").back(), 0.427925980142191, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "m[3]").back(), 0.0749036323977984, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "c[1]").back(), -0.136729189394406, 1e-6);
  }
}

// Of equations that are no constraints of a motion the second is a mistake, and so is an unknown without an
// equation.
TEST(RedundantConstraints, EquationsThatRepeatEachOtherStayAnError) {
  const RunOfModel run = ObservedText({},
                                      "model M\n  Real x, y, z(start = 0, fixed = true);\nequation\n  x + "
                                      "sin(x) = 1;\n  2*x + 2*sin(x) = 2;\n  der(z) = y*z + x;\nend M;\n");
  EXPECT_NE(run.report.status, driver::SimulateStatus::kDone);
}

INSTANTIATE_TEST_SUITE_P(Golden, DependentStructure, testing::ValuesIn(DependentModels()),
                         [](const auto& test) { return test.param; });

// Two rigid couplings between the same two shafts, on a spring: c = J1 + J2, so the shafts turn with cos(t).
// The second coupling is a chain of redundant aliases.
constexpr const char* kTwoCouplings = R"(
model TwoCouplings
  connector Flange Real phi; flow Real tau; end Flange;
  model Inertia Flange a, b; parameter Real J; Real w;
  equation a.phi = b.phi; w = der(a.phi); J*der(w) = a.tau + b.tau; end Inertia;
  model Rigid Flange a, b; equation a.phi = b.phi; a.tau + b.tau = 0; end Rigid;
  model Spring Flange a; equation a.tau = 4*a.phi; end Spring;
  Inertia left(J = 1, a(phi(start = 1, fixed = true)), w(start = 0, fixed = true)), right(J = 3);
  Rigid first, second;
  Spring spring;
equation
  connect(spring.a, left.a);
  connect(left.b, first.a); connect(left.b, second.a);
  connect(first.b, right.a); connect(second.b, right.a);
end TwoCouplings;
)";

// The difference of two constraints once more, as a third; three masses on one line move as one, with cos(t).
constexpr const char* kLinearConstraints = R"(
model LinearConstraints
  Real a(start = 1, fixed = true), b, c, va(start = 0, fixed = true), vb, vc, f, g, h;
equation
  der(a) = va; der(b) = vb; der(c) = vc;
  der(va) = -a + f + h; der(vb) = -b - f + g - 2*h; der(vc) = -c - g + h;
  a = b; b = c; a - 2*b + c = 0;
end LinearConstraints;
)";

// A constraint that says nothing of a unit vector: a mass on a spring, of 2/s, moves with cos(2 t) all the
// same.
constexpr const char* kIdleConstraint = R"(
model IdleConstraint
  Real th(start = 0.5, fixed = true), w(start = 0, fixed = true), n1, n2, x(start = 1, fixed = true), v(start = 0, fixed = true), f;
equation
  der(th) = w; der(w) = -th;
  n1 = cos(th); n2 = sin(th);
  der(x) = v; der(v) = -4*x + f;
  (n1*n1 + n2*n2 - 1)*x = 0;
  annotation(experiment(StopTime = 1.5));
end IdleConstraint;
)";

// A mass on a line that turns with th = cos(t)/2, held there by two guides that say the same for unit vectors
// only.
constexpr const char* kTwoGuides = R"(
model TwoGuides
  Real th(start = 0.5, fixed = true), w(start = 0, fixed = true), n1, n2, x, y, vx, vy, f1, f2;
equation
  der(th) = w; der(w) = -th;
  n1 = cos(th); n2 = sin(th);
  der(x) = vx; der(y) = vy;
  der(vx) = -x + f1*n1 + f2*(1 - n2*n2);
  der(vy) = -y + f1*n2 + f2*n1*n2;
  n1*x + n2*y = 1;
  (1 - n2*n2)*x + n1*n2*y = n1;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end TwoGuides;
)";

void ExpectCosine(const char* text, const char* variable) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options = InForm(form);
    options.tolerance = 1e-9;
    options.stop = 3;
    const RunOfModel run = RunOfText(text, options);
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRedundantConstraint);
    EXPECT_NEAR(SignalOf(run.trajectory, variable).back(), std::cos(3.0), 1e-7);
  }
}

TEST(RedundantConstraints, OneThatSaysNothingOfAUnitVectorIsLeftOutAndTold) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options = InForm(form);
    options.tolerance = 1e-9;
    const RunOfModel run = RunOfText(kIdleConstraint, options);
    ExpectLeftOut(run);
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), std::cos(3.0), 1e-7);
  }
}

TEST(RedundantConstraints, OneThatFollowsForUnitVectorsIsLeftOutAndTold) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunOfText(kTwoGuides, InForm(form));
    ExpectLeftOut(run);
    const double th = SignalOf(run.trajectory, "th").back();
    EXPECT_NEAR(th, 0.5 * std::cos(3.0), 1e-7);
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back() * std::cos(th) +
                    SignalOf(run.trajectory, "y").back() * std::sin(th),
                1, 1e-7);
  }
}

TEST(RedundantConstraints, TwoRigidCouplingsBetweenTheSameShafts) {
  ExpectCosine(kTwoCouplings, "right.a.phi");
}

TEST(RedundantConstraints, ALinearConstraintThatFollowsFromTwoOthers) {
  ExpectCosine(kLinearConstraints, "c");
}

}  // namespace
}  // namespace daedalus
