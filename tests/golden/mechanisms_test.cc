// Mechanisms as libraries write them: functions that turn vectors, with derivatives by their author that
// contain the angular velocity instead of the derivative of the orientation (noDerivative).
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

RunOfModel Ended(const std::string& text, double stop) {
  driver::SimulateOptions options;
  options.stop = stop;
  options.interval = stop / 4;
  options.tolerance = 1e-9;
  RunOfModel run = ObservedText(std::move(options), text);
  for (const Diagnostic& d : run.diagnostics.items()) {
    if (d.severity != Severity::kNote) ADD_FAILURE() << d.message;
  }
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  return run;
}

// A package with vectors of the plane. `derivative` is what the author says of resolve1.
std::string Planar(const std::string& derivative, const std::string& model) {
  return R"(package Planar
  record Orientation Real T[2, 2]; Real w; end Orientation;
  function turned input Real angle; input Real w; output Orientation R;
  algorithm
    R := Orientation({{cos(angle), sin(angle)}, {-sin(angle), cos(angle)}}, w);
    annotation(Inline = true);
  end turned;
  function resolve1 input Orientation R; input Real v[2]; output Real r[2];
  algorithm
    r := transpose(R.T)*v;
    annotation()" +
         derivative + R"();
  end resolve1;
  function resolve1_der input Orientation R; input Real v[2]; input Real v_der[2]; output Real r_der[2];
  algorithm
    r_der := resolve1(R, v_der + R.w*{-v[2], v[1]});
    annotation(Inline = true);
  end resolve1_der;
)" + model +
         "end Planar;";
}

const std::string kByAuthor = "derivative(noDerivative = R) = resolve1_der, InlineAfterIndexReduction = true";
const std::string kWrittenOut = "Inline = true";

// A crank and a rod with a mass at each end; the second one slides on the x-axis. The position constraint
// depends on the angles through the orientations only, and its derivative through the angular velocities.
std::string CrankSlider(const std::string& derivative, const std::string& crank, const std::string& rod) {
  return Planar(derivative, R"(
  model CrankSlider
    parameter Real l1 = 1, l2 = 2, m1 = 1, m2 = 3, g = 9.81;
    Orientation a, joint, b;
    Real phi(start = 0.5, fixed = true), psi(start = -0.7), w(start = 1, fixed = true), v;
    Real r1[2], r2[2], v1[2], v2[2], rod1[2], rod2[2], f1, f2, n, energy;
  equation
    w = der(phi);
    v = der(psi);
    a = turned(phi, w);
    joint = turned(psi, v);
    b = Orientation(joint.T*a.T, a.w + joint.w);
    r1 = resolve1(a, )" + crank +
                                R"();
    r2 = r1 + resolve1(b, )" + rod +
                                R"();
    r2[2] = 0;
    v1 = der(r1);
    v2 = der(r2);
    rod1 = resolve1(a, {f1, 0});
    rod2 = resolve1(b, {f2, 0});
    m1*der(v1) = rod2 - rod1 - {0, m1*g};
    m2*der(v2) = {0, n} - rod2;
    energy = m1*(v1*v1)/2 + m2*(v2*v2)/2 + m1*g*r1[2];
  end CrankSlider;
)");
}

void ExpectEqualEnds(const RunOfModel& a, const RunOfModel& b) {
  for (const char* name : {"phi", "psi", "w", "n", "f2"})
    EXPECT_NEAR(SignalOf(a.trajectory, name).back(), SignalOf(b.trajectory, name).back(), 1e-5) << name;
}

TEST(Mechanisms, ALoopRunsWithTheDerivativesOfItsAuthor) {
  const RunOfModel by_author = Ended(CrankSlider(kByAuthor, "{l1, 0}", "{l2, 0}"), 3);
  const RunOfModel written_out = Ended(CrankSlider(kWrittenOut, "{l1, 0}", "{l2, 0}"), 3);
  ExpectEqualEnds(by_author, written_out);
  const std::vector<double> energy = SignalOf(by_author.trajectory, "energy");
  const double lean = std::asin(std::sin(0.5) / 2);  // of the rod against the x-axis
  const double slide = std::sin(0.5) + std::cos(0.5) * std::tan(lean);
  ASSERT_FALSE(energy.empty());
  EXPECT_NEAR(energy.front(), 0.5 + 1.5 * slide * slide + 9.81 * std::sin(0.5), 1e-8);
  EXPECT_NEAR(energy.back(), energy.front(), 1e-6);
}

// The 0 and 1 of {1, 0} are Integers, and parts of the code of the function.
TEST(Mechanisms, ALoopOfConstantVectorsDoesSo) {
  ExpectEqualEnds(Ended(CrankSlider(kByAuthor, "{1, 0}", "{2, 0}"), 3),
                  Ended(CrankSlider(kWrittenOut, "{1, 0}", "{2, 0}"), 3));
}

// A knife edge on an inclined plane turns at a constant rate w and moves along itself only. The closed form
// is x = a/(2 w^2) sin(w t)^2, y = a/(2 w^2) (w t - sin(2 w t)/2): J. I. Neimark and N. A. Fufaev, "Dynamics
// of nonholonomic systems", 1972, chapter 3.
TEST(Mechanisms, AKnifeEdgeHasItsClosedForm) {
  const RunOfModel run = Ended(Planar(kByAuthor, R"(
  model KnifeEdge
    parameter Real a = 3;
    Orientation R;
    Real phi(start = 0, fixed = true), w(start = 2, fixed = true), speed(start = 0, fixed = true);
    Real r[2](each start = 0, each fixed = true), v[2], along[2], across[2], push;
  equation
    w = der(phi);
    der(w) = 0;
    R = turned(phi, w);
    along = resolve1(R, {1, 0});
    across = resolve1(R, {0, 1});
    v = der(r);
    0 = v*across;
    speed = v*along;
    der(v) = {a, 0} + push*across;
  end KnifeEdge;
)"),
                               2);
  EXPECT_NEAR(SignalOf(run.trajectory, "r[1]").back(), 3.0 / 8.0 * std::pow(std::sin(4.0), 2), 1e-7);
  EXPECT_NEAR(SignalOf(run.trajectory, "r[2]").back(), 3.0 / 8.0 * (4.0 - std::sin(8.0) / 2), 1e-7);
}

}  // namespace
}  // namespace daedalus
