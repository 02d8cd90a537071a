#include "daedalus/programs/inlined/inlined_integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

integrate::IntegratorOptions Fixed(double h, int order = 0) {
  return {.max_order = order, .fixed_step = h};
}

// x' = -3 x, with an algebraic variable in between.
System Decay() {
  Model m("Decay");
  const Expr x = m.Variable("x"), rate = m.Variable("rate"), k = m.Parameter("k", 3.0);
  m.Equation(der(x) + rate == 0.0);
  m.Equation(rate == k * x);
  return std::move(m).Build().value();
}
double DecayTo(double t, double h, Method method, int order = 0) {
  InlinedRun run(Decay(), method, Fixed(h, order), {1, 3}, {-3, 0});
  return run.To(t);
}

// On x' = lambda x a step is a factor R(z), z = h lambda: Hairer & Wanner (1996), Table IV.3.1 (Pade) and
// sec. IV.3.
TEST(InlinedIntegrator, OneStepMethodsHaveTheirStabilityFunctions) {
  const std::map<Method, std::function<double(double)>> functions = {
      {Method::kEuler, [](double z) { return 1 + z; }},
      {Method::kRungeKutta4, [](double z) { return 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24; }},
      {Method::kDopri5,
       [](double z) {
         return 1 + z + z * z / 2 + z * z * z / 6 + std::pow(z, 4) / 24 + std::pow(z, 5) / 120 +
                std::pow(z, 6) / 600;
       }},
      {Method::kBackwardEuler, [](double z) { return 1 / (1 - z); }},
      {Method::kTrapezoid, [](double z) { return (1 + z / 2) / (1 - z / 2); }},
      {Method::kBi2, [](double z) { return (1 + z / 2) / (1 - z / 2); }},
      {Method::kRadau3, [](double z) { return (1 + z / 3) / (1 - 2 * z / 3 + z * z / 6); }},
      {Method::kRadau5,
       [](double z) {
         return (1 + 2 * z / 5 + z * z / 20) / (1 - 3 * z / 5 + 3 * z * z / 20 - z * z * z / 60);
       }},
      {Method::kLobatto4,
       [](double z) { return (1 + z / 4) / (1 - 3 * z / 4 + z * z / 4 - z * z * z / 24); }},
      {Method::kGauss4, [](double z) { return (1 + z / 2 + z * z / 12) / (1 - z / 2 + z * z / 12); }},
      {Method::kGauss6, [](double z) {
         return (1 + z / 2 + z * z / 10 + z * z * z / 120) / (1 - z / 2 + z * z / 10 - z * z * z / 120);
       }}};
  for (const auto& [method, factor] : functions)
    EXPECT_NEAR(DecayTo(1, 0.1, method), std::pow(factor(-0.3), 10), 1e-14) << NameOf(method);
}

// Its stages one after the other, each a division.
TEST(InlinedIntegrator, SdirkIsItsTableau) {
  const integrate::theory::Tableau t = integrate::theory::Sdirk4Tableau();
  const double h = 0.1, lambda = -3;
  double x = 1;
  for (int n = 0; n < 10; ++n) {
    std::vector<double> k;
    double value = 0;
    for (int i = 0; i < 5; ++i) {
      value = x;
      for (int j = 0; j < i; ++j) value += h * t.A(i, j) * k[static_cast<std::size_t>(j)];
      value /= 1 - h * lambda / 4;
      k.push_back(lambda * value);
    }
    x = value;
  }
  EXPECT_NEAR(DecayTo(1, h, Method::kSdirk4), x, 1e-14);
}

// The orders are built up: 1, 2, 3, 3, ...
TEST(InlinedIntegrator, BdfIsItsRecursion) {
  const double z = -0.3;
  std::vector<double> x = {1};
  x.push_back(x[0] / (1 - z));
  x.push_back((4 * x[1] - x[0]) / 3 / (1 - 2 * z / 3));
  for (std::size_t n = 3; n <= 10; ++n)
    x.push_back((18 * x[n - 1] - 9 * x[n - 2] + 2 * x[n - 3]) / 11 / (1 - 6 * z / 11));
  EXPECT_NEAR(DecayTo(1, 0.1, Method::kBdf, 3), x[10], 1e-14);
}

TEST(InlinedIntegrator, AdamsMoultonIsItsRecursion) {
  const double z = -0.3;
  std::vector<double> x = {1};
  x.push_back(x[0] / (1 - z));
  x.push_back(x[1] * (1 + z / 2) / (1 - z / 2));
  for (std::size_t n = 3; n <= 10; ++n)
    x.push_back((x[n - 1] * (1 + 8 * z / 12) - x[n - 2] * z / 12) / (1 - 5 * z / 12));
  EXPECT_NEAR(DecayTo(1, 0.1, Method::kAdams, 3), x[10], 1e-14);
}

// x' = -cos(t) x^2, x = 1 / (1 + sin t), through a nonlinear algebraic equation.
System DrivenLoop() {
  Model m("DrivenLoop");
  const Expr x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == -cos(m.Time()) * z);
  m.Equation(z + 0.1 * z * z == x * x + 0.1 * pow(x, 4.0));
  return std::move(m).Build().value();
}

TEST(InlinedIntegrator, OneStepMethodsHaveTheirOrders) {
  for (const Method method : Methods()) {
    if (IsMultistep(method)) continue;
    const auto error = [&](double h) {
      InlinedRun run(DrivenLoop(), method, Fixed(h), {1, 1}, {-1, 0});
      return std::abs(run.To(1.5) - 1 / (1 + std::sin(1.5)));
    };
    // Small enough for the next power of h not to show, and large enough for errors above rounding.
    const bool is_high = method == Method::kRadau5 || method == Method::kGauss6 || method == Method::kDop853;
    const double h = is_high ? 0.25 : 0.05;
    const double order = std::log2(error(h) / error(h / 2));
    EXPECT_GT(order, OrderOf(method) - 0.35) << NameOf(method);
    EXPECT_LT(order, OrderOf(method) + 0.8)
        << NameOf(method);  // dopri5 has small terms of its own order here
  }
}

// x' = -20 (x - cos t) - sin t, x = cos t: the errors of the first steps, of low order, are forgotten.
System Forced() {
  Model m("Forced");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == -20.0 * (x - cos(m.Time())) - sin(m.Time()));
  return std::move(m).Build().value();
}

TEST(InlinedIntegrator, MultistepMethodsHaveTheirOrders) {
  for (const Method method : {Method::kBdf, Method::kAdams}) {
    for (int order = 1; order <= 5; ++order) {
      const auto error = [&](double h) {
        InlinedRun run(Forced(), method, Fixed(h, order), {1}, {0});
        return std::abs(run.To(3) - std::cos(3.0));
      };
      EXPECT_NEAR(std::log2(error(0.05) / error(0.025)), order, 0.35) << NameOf(method) << order;
    }
  }
}

TEST(InlinedIntegrator, ALastStepMayBeShorter) {
  EXPECT_NEAR(DecayTo(0.25, 0.1, Method::kBackwardEuler), 1 / (1.3 * 1.3 * 1.15), 1e-14);
  // BDF 2 with the spans 0.05 and 0.15: the slope at the end of the parabola through its three points.
  const double x1 = 1 / 1.3, x2 = (4 * x1 - 1) / 3 / 1.2, h_bar = 1 / (1 / 0.05 + 1 / 0.15);
  const double old = x2 * 0.15 / (0.05 * 0.1) * h_bar - x1 * 0.05 / (0.15 * 0.1) * h_bar;
  EXPECT_NEAR(DecayTo(0.25, 0.1, Method::kBdf, 2), old / (1 + 3 * h_bar), 1e-14);
}

// After an event between two points of the grid the next step ends at the grid again.
TEST(InlinedIntegrator, ARestartKeepsTheGridOfFixedSteps) {
  InlinedRun run(Decay(), Method::kBackwardEuler, Fixed(0.1), {1, 3}, {-3, 0});
  run.To(0.2);
  const std::vector<double> y = {1, 3}, yp = {-3, 0};
  ASSERT_TRUE(run.integrator->Restart(0.17, y, yp).ok());
  EXPECT_TRUE(run.integrator->Step(1).ok());
  EXPECT_NEAR(run.integrator->time(), 0.2, 1e-14);
  EXPECT_NEAR(run.integrator->y()[0], 1 / 1.09, 1e-14);
  EXPECT_TRUE(run.integrator->Step(1).ok());
  EXPECT_NEAR(run.integrator->time(), 0.3, 1e-14);
}

// The step repeated up to a point inside of it, where a cubic knows less.
TEST(InlinedIntegrator, SharpensDenseOutput) {
  const double t = 0.13, exact = 1 / (1 + std::sin(t));
  for (const Method method : {Method::kGauss6, Method::kRadau5, Method::kSdirk4}) {
    InlinedRun run(DrivenLoop(), method, Fixed(0.2), {1, 1}, {-1, 0});
    run.To(0.2);
    double y[2], yp[2];
    ASSERT_TRUE(run.integrator->Interpolate(t, y, yp));
    const double before = std::abs(y[0] - exact);
    ASSERT_TRUE(run.integrator->Sharpen(t));
    ASSERT_TRUE(run.integrator->Interpolate(t, y, yp));
    EXPECT_LT(std::abs(y[0] - exact), before / 10) << NameOf(method);
  }
}

TEST(InlinedIntegrator, InterpolatesBetweenItsSteps) {
  InlinedRun run(DrivenLoop(), Method::kGauss6, Fixed(0.1), {1, 1}, {-1, 0});
  run.To(0.1);
  double y[2], yp[2];
  ASSERT_TRUE(run.integrator->Interpolate(0.05, y, yp));
  EXPECT_NEAR(y[0], 1 / (1 + std::sin(0.05)), 1e-5);
  ASSERT_TRUE(run.integrator->Interpolate(0.1, y, yp));
  EXPECT_NEAR(y[0], 1 / (1 + std::sin(0.1)), 1e-9);
  EXPECT_FALSE(run.integrator->Interpolate(0.11, y, yp));
}

// x' = -1 / x comes to its end at t = 1/2: no value of x satisfies a step beyond.
TEST(InlinedIntegrator, ALoopWithoutASolutionIsAFailure) {
  Model m("Ends");
  const Expr x = m.Variable("x");
  m.Equation(der(x) * x == -1.0);
  InlinedRun run(std::move(m).Build().value(), Method::kBackwardEuler, Fixed(0.05), {1}, {-1});
  while (run.outcome.ok() && run.integrator->time() < 1) run.outcome = run.integrator->Step(1);
  EXPECT_FALSE(run.outcome.ok());
  EXPECT_GT(run.integrator->time(), 0.35);
  EXPECT_LE(run.integrator->time(), 0.5);
  ASSERT_TRUE(run.integrator->last_failure().has_value());
  EXPECT_FALSE(run.integrator->last_failure()->execution.loop.reason.empty());
}

// Cells of a chain whose currents are variables of their own, c_i = x_{i-1} - x_i, as in models/RcChain.mo.
System Chain(int num_cells) {
  Model m("Chain");
  std::vector<Expr> x, c;
  for (int i = 0; i < num_cells; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
  for (int i = 0; i < num_cells; ++i) c.push_back(m.Variable("c" + std::to_string(i)));
  for (std::size_t i = 0; i < x.size(); ++i) {
    m.Equation(c[i] == (i > 0 ? x[i - 1] : 0 * x[0] + 1.0) - x[i]);
    m.Equation(der(x[i]) == 20.0 * (i + 1 < x.size() ? c[i] - c[i + 1] : c[i]));
  }
  return std::move(m).Build().value();
}

// Nobody reads the currents behind the loop, nor the slopes where BDF knows them: neither is computed in a
// step, and slopes satisfy the equations all the same.
TEST(InlinedIntegrator, WhatNobodyReadsIsNotComputed) {
  constexpr int kCells = 300;
  std::vector<double> y(2 * kCells, 0.0), yp(2 * kCells, 0.0);
  y[kCells] = 1;
  yp[0] = 20;
  InlinedRun run(Chain(kCells), Method::kBdf, {}, y, yp, {1e-6, {1e-6}}, StepResults::kStatesAlone);
  const StepProgram& program = run.integrator->program();
  ASSERT_EQ(program.program().blocks.size(), 1u);
  EXPECT_EQ(program.program().tearing.size(), static_cast<std::size_t>(kCells));
  for (const causal::Assignment& inner : program.program().assignments)
    EXPECT_EQ(inner.is_read, inner.unknown.variable.index() < kCells) << inner.unknown.variable.index();
  run.To(1);
  const std::vector<double> x(run.integrator->y().begin(), run.integrator->y().begin() + kCells);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double left = i > 0 ? x[i - 1] : 1, right = i + 1 < x.size() ? x[i + 1] : x[i];
    EXPECT_NEAR(run.integrator->yp()[i], 20 * (left - 2 * x[i] + right), 1e-10) << i;
  }
}

}  // namespace
}  // namespace daedalus::inlined
