#include "daedalus/programs/causal/time_reversal.h"

#include <gtest/gtest.h>

#include <string_view>

#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

bool IsReversibleModel(Model m) {
  return IsReversible(std::move(m).Build().value());
}

// A pendulum in Cartesian coordinates, with a force of the caller's against its motion.
template <class Force>
Model Pendulum(const Force& force) {
  Model m("Pendulum");
  auto x = m.Variable("x"), y = m.Variable("y"), vx = m.Variable("vx"), vy = m.Variable("vy"),
       f = m.Variable("f");
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(der(vx) == -x * f + force(m, x, vx));
  m.Equation(der(vy) == -y * f - 9.81);
  m.Equation(x * x + y * y == 1);
  return m;
}

Expr Nothing(Model&, const Expr&, const Expr&) {
  return Expr(0.0);
}

TEST(TimeReversal, AMechanismWithoutFrictionRunsBackwards) {
  EXPECT_TRUE(IsReversibleModel(Pendulum(Nothing)));
  EXPECT_TRUE(IsReversibleModel(Pendulum([](Model&, const Expr& x, const Expr&) { return -3.0 * sin(x); })));
  EXPECT_TRUE(IsReversibleModel(Pendulum([](Model&, const Expr& x, const Expr& v) { return x * cos(v); })));
  EXPECT_TRUE(IsReversibleModel(Pendulum([](Model&, const Expr& x, const Expr& v) { return x * v * v; })));
}

TEST(TimeReversal, WhatDampsDrivesOrHoldsDoesNot) {
  EXPECT_FALSE(IsReversibleModel(Pendulum([](Model&, const Expr&, const Expr& v) { return -0.1 * v; })));
  EXPECT_FALSE(
      IsReversibleModel(Pendulum([](Model&, const Expr&, const Expr& v) { return -0.1 * abs(v) * v; })));
  EXPECT_FALSE(IsReversibleModel(Pendulum([](Model&, const Expr&, const Expr& v) { return exp(v); })));
  EXPECT_FALSE(IsReversibleModel(Pendulum([](Model& m, const Expr&, const Expr&) { return sin(m.Time()); })));
}

TEST(TimeReversal, OfModelsOfFirstOrder) {
  Model decay("Decay");
  auto x = decay.Variable("x");
  decay.Equation(der(x) == -x);
  EXPECT_FALSE(IsReversibleModel(std::move(decay)));
  Model oscillator("Oscillator");  // a coil and a capacitor: which of the two changes its sign is open
  auto i = oscillator.Variable("i"), u = oscillator.Variable("u");
  oscillator.Equation(der(i) == u);
  oscillator.Equation(der(u) == -i);
  EXPECT_TRUE(IsReversibleModel(std::move(oscillator)));
}

// The sign of a product of unknown signs is found from the other equations: a force keeps its sign, and power
// changes it, whatever stands first in the text.
Model Falling(const char* of_power) {
  Model m("Falling");
  auto f = m.Variable("f"), v = m.Variable("v"), x = m.Variable("x"), p = m.Variable("p"),
       q = m.Variable("q");
  m.Equation(p == f * v);
  m.Equation(std::string_view(of_power) == "odd" ? p == q * q * q : p == q * q);
  m.Equation(sqrt(f) == 2.0 + x * x);
  m.Equation(der(v) == f);
  m.Equation(der(x) == v);
  return m;
}

TEST(TimeReversal, SignsAreFoundWhateverTheOrderOfEquations) {
  EXPECT_TRUE(IsReversibleModel(Falling("odd")));
  EXPECT_FALSE(IsReversibleModel(Falling("even")));
}

}  // namespace
}  // namespace daedalus::causal
