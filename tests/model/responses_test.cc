#include "daedalus/model/responses.h"

#include <cmath>
#include <numbers>

#include "model/instance_of_text.h"

namespace daedalus::model {
namespace {

using enum ResponseOf;
using enum ResponseTo;

linear::DenseMatrix JacobianOf(Instance& instance, ResponseOf of, ResponseTo to) {
  auto found = instance.Jacobian(of, to);
  EXPECT_TRUE(found.ok()) << (found ? "" : found.error()[0].message);
  return found ? *found : linear::DenseMatrix(instance.Size(of), instance.Size(to));
}

std::size_t PlaceOf(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::ranges::find(names, name);
  EXPECT_NE(at, names.end()) << name;
  return static_cast<std::size_t>(at - names.begin());
}

constexpr const char* kOscillator =
    "model Oscillator\n"
    "  parameter Real m = 2; parameter Real c = 8; parameter Real zeta = 0.25;\n"
    "  parameter Real d = 2*zeta*sqrt(c*m);\n"
    "  input Real u;\n"
    "  output Real power = f*v;\n"
    "  Real z = -x;\n"
    "  Real x(start = 1, fixed = true), v(start = 3, fixed = true), f;\n"
    "equation\n"
    "  der(x) = v;\n"
    "  m*der(v) = f;\n"
    "  f = u - c*x - d*v;\n"
    "end Oscillator;\n";

TEST(Responses, OfAnOscillatorAreItsMatrices) {
  const auto instance = InstanceOfText(kOscillator);
  const std::size_t x = PlaceOf(instance->NamesOfStates(), "x"), v = PlaceOf(instance->NamesOfStates(), "v");
  const double m = 2, c = 8, d = 2 * 0.25 * 4;
  const auto A = JacobianOf(*instance, kDerivatives, kStates);
  EXPECT_DOUBLE_EQ(A(x, x), 0);
  EXPECT_DOUBLE_EQ(A(x, v), 1);
  EXPECT_DOUBLE_EQ(A(v, x), -c / m);
  EXPECT_DOUBLE_EQ(A(v, v), -d / m);
  const auto B = JacobianOf(*instance, kDerivatives, kInputs);
  ASSERT_EQ(instance->NamesOfInputs(), std::vector<std::string>{"u"});
  EXPECT_DOUBLE_EQ(B(x, 0), 0);
  EXPECT_DOUBLE_EQ(B(v, 0), 1 / m);
  const auto C = JacobianOf(*instance, kValues, kStates);
  const double f = -c * 1 - d * 3;
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, C, "power", x), -c * 3);
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, C, "power", v), -d * 3 + f);
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, C, "z", x), -1) << "an alias with a sign";
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, C, "der(v)", v), -d / m);
  const auto D = JacobianOf(*instance, kValues, kInputs);
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, D, "power", 0), 3);
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, D, "u", 0), 1);
}

TEST(Responses, ToAParameterAreWithAllThatFollowFromIt) {
  const auto instance = InstanceOfText(kOscillator);
  const std::size_t v = PlaceOf(instance->NamesOfStates(), "v");
  const double m = 2, c = 8, zeta = 0.25, f = -c - 2 * zeta * 4 * 3;
  auto J = JacobianOf(*instance, kDerivatives, kParameters);
  const auto names = instance->NamesOfParameters();
  EXPECT_DOUBLE_EQ(J(v, PlaceOf(names, "zeta")), -2 * 4 * 3 / m);
  EXPECT_DOUBLE_EQ(J(v, PlaceOf(names, "d")), -3 / m);
  EXPECT_DOUBLE_EQ(J(v, PlaceOf(names, "c")), (-1 - zeta * std::sqrt(m / c) * 3) / m);
  EXPECT_DOUBLE_EQ(J(v, PlaceOf(names, "m")), -f / (m * m) - zeta * std::sqrt(c / m) * 3 / m);
  ASSERT_TRUE(instance->SetParameter("d", 2).ok());
  ASSERT_TRUE(instance->Initialize(0).ok());
  J = JacobianOf(*instance, kDerivatives, kParameters);
  EXPECT_DOUBLE_EQ(J(v, PlaceOf(names, "zeta")), 0) << "d was set, and follows nobody";
  EXPECT_DOUBLE_EQ(J(v, PlaceOf(names, "c")), -1 / m);
}

TEST(Responses, OfResidualsAreThoseOfTheEquationsAsTheyStand) {
  const auto instance = InstanceOfText(
      "model M Real x(start = 2, fixed = true); Real z(start = 1); parameter Real p = 3;\n"
      "equation der(x) + z = p*x*x; z^3 = x + p; end M;\n");
  const auto by_x = JacobianOf(*instance, kResiduals, kStates);
  ASSERT_EQ(by_x.rows, 2u);
  EXPECT_DOUBLE_EQ(by_x(0, 0), -2 * 3 * 2.0);
  EXPECT_DOUBLE_EQ(by_x(1, 0), -1);
  const auto by_p = JacobianOf(*instance, kResiduals, kParameters);
  EXPECT_DOUBLE_EQ(by_p(0, 0), -4);
  EXPECT_DOUBLE_EQ(by_p(1, 0), -1);
}

// An indicator is positive while its relation keeps its value, so its sign follows from that.
TEST(Responses, OfIndicatorsAreThoseOfTheSides) {
  const auto instance = InstanceOfText(
      "model M Real x(start = 2, fixed = true); Real y; parameter Real limit = 1; input Real u(start = "
      "0.5);\n"
      "Boolean low, high; equation der(x) = -x; y = x*x + u; low = y < 2*limit; high = 2*limit < y*y; end "
      "M;\n");
  const auto by_x = JacobianOf(*instance, kIndicators, kStates);
  const auto by_u = JacobianOf(*instance, kIndicators, kInputs);
  const auto by_p = JacobianOf(*instance, kIndicators, kParameters);
  ASSERT_EQ(by_x.rows, 2u);
  const double y = 4.5;  // not low, and high
  EXPECT_DOUBLE_EQ(by_x(0, 0), 4);
  EXPECT_DOUBLE_EQ(by_u(0, 0), 1);
  EXPECT_DOUBLE_EQ(by_p(0, 0), -2);
  EXPECT_DOUBLE_EQ(by_x(1, 0), 2 * y * 4);
  EXPECT_DOUBLE_EQ(by_u(1, 0), 2 * y);
  EXPECT_DOUBLE_EQ(by_p(1, 0), -2);
}

// Index 3: the pendulum x^2 + y^2 = L^2 at rest, hanging, swings with sqrt(g / L), whichever state is chosen.
TEST(Responses, OfAPendulumOfIndexThreeAtRestAreItsFrequency) {
  const auto instance = InstanceOfText(
      "model Pendulum parameter Real L = 2; parameter Real g = 9.81;\n"
      "Real x(start = 0, fixed = true), y(start = -2), vx(start = 0, fixed = true), vy, F; equation\n"
      "der(x) = vx; der(y) = vy; der(vx) = F*x; der(vy) = F*y - g; x^2 + y^2 = L^2; end Pendulum;\n");
  const auto A = JacobianOf(*instance, kDerivatives, kStates);
  ASSERT_EQ(A.rows, 2u);
  const auto names = instance->NamesOfStates();
  const std::size_t x = PlaceOf(names, "x"), vx = PlaceOf(names, "vx");
  EXPECT_NEAR(A(vx, x), -9.81 / 2, 1e-12);
  EXPECT_NEAR(A(x, vx), 1, 1e-15);
  EXPECT_NEAR(A(x, x), 0, 1e-12);
  EXPECT_NEAR(A(vx, vx), 0, 1e-12);
}

TEST(Responses, FollowThePointAndThePiecesThatHoldThere) {
  const auto instance = InstanceOfText(
      "model M Real x(start = 2, fixed = true), y; equation der(x) = -sin(x)*time;\n"
      "y = if noEvent(x < 1) then x^3 else smooth(0, max(x, 1.5)^2); end M;\n");
  const auto slopes_at = [&](double t, double x) {
    instance->SetTime(t);
    instance->SetStates({&x, 1});
    return std::pair(JacobianOf(*instance, kDerivatives, kStates)(0, 0),
                     ValueSlope(*instance, JacobianOf(*instance, kValues, kStates), "y", 0));
  };
  EXPECT_EQ(slopes_at(2, 0.5), std::pair(-2 * std::cos(0.5), 3 * 0.25));
  EXPECT_EQ(slopes_at(3, 0.5), std::pair(-3 * std::cos(0.5), 3 * 0.25));
  EXPECT_EQ(slopes_at(3, 2), std::pair(-3 * std::cos(2.0), 4.0));
}

TEST(Responses, OfRoutinesAreExact) {
  const auto instance = InstanceOfText(
      "model M function f input Real a; output Real b; algorithm b := 1; for i in 1:5 loop b := b*a; end "
      "for;\n"
      "end f; Real x(start = 1.5, fixed = true); equation der(x) = f(x); end M;\n");
  EXPECT_DOUBLE_EQ(JacobianOf(*instance, kDerivatives, kStates)(0, 0), 5 * std::pow(1.5, 4));
  EXPECT_TRUE(instance->diagnostics().items().empty());
}

// A function that bisects: its code does not show how the result depends on what it searches with.
TEST(Responses, SayWhereTheyAreDifferences) {
  const auto instance = InstanceOfText(
      "model M function root input Real a; output Real b; protected Real l, r; algorithm l := 0; r := 10;\n"
      "while r - l > 1e-14 loop b := (l + r)/2; if b*b < a then l := b; else r := b; end if; end while; end "
      "root;\n"
      "Real x(start = 4, fixed = true); equation der(x) = root(x); end M;\n");
  EXPECT_NEAR(JacobianOf(*instance, kDerivatives, kStates)(0, 0), 0.25, 1e-7);
  bool is_told = false;
  for (const Diagnostic& d : instance->diagnostics().items())
    is_told = is_told || d.code == Code::kUnsupportedFunction;
  EXPECT_TRUE(is_told);
}

// z is 0 at x = 0, and has no slope there; the derivative of x does not need it.
TEST(Responses, OutputsWithoutADerivativeSpoilNothingElse) {
  const auto instance = InstanceOfText(
      "model M Real x(start = 0, fixed = true), z; equation der(x) = 1 - 3*x; z = sqrt(x);\n"
      "end M;\n");
  EXPECT_DOUBLE_EQ(JacobianOf(*instance, kDerivatives, kStates)(0, 0), -3);
  const auto of_values = instance->Jacobian(kValues, kStates);
  ASSERT_FALSE(of_values.ok());
  EXPECT_EQ(of_values.error()[0].code, Code::kRunNotFinite);
  const double x = 4;
  instance->SetStates({&x, 1});
  EXPECT_DOUBLE_EQ(ValueSlope(*instance, JacobianOf(*instance, kValues, kStates), "z", 0), 0.25);
}

TEST(Responses, ASingularLoopIsRefusedByItsUnknowns) {
  const auto instance = InstanceOfText(
      "model M Real x(start = 0, fixed = true), z(start = 0); equation der(x) = z; z^3 = x;\n"
      "end M;\n");
  const auto refused = instance->Jacobian(kDerivatives, kStates);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error()[0].code, Code::kRankDeficient);
  EXPECT_NE(refused.error()[0].message.find("`z`"), std::string::npos) << refused.error()[0].message;
  EXPECT_FALSE(refused.error()[0].hint.empty());
}

// A parameter whose value made a term vanish, or that flattening evaluated, cannot be set: nobody knows the
// derivative.
TEST(Responses, StructuralParametersAreNoneToDifferentiateBy) {
  const auto instance = InstanceOfText(
      "model M parameter Real off = 0; parameter Integer n = 2; parameter Real k = 1;\n"
      "Real x[n](each start = 1, each fixed = true); equation\n"
      "for i in 1:n loop off*der(x[i]) + der(x[i]) = -k*x[i]; end for; end M;\n");
  const auto names = instance->NamesOfParameters();
  EXPECT_EQ(std::ranges::count(names, "k"), 1);
  EXPECT_EQ(std::ranges::count(names, "n"), 0);
}

}  // namespace
}  // namespace daedalus::model
