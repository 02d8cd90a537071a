// Inlined methods that choose their steps.
#include <gtest/gtest.h>

#include <cmath>

#include "inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

// x' = -cos(t) x^2, x = 1 / (1 + sin t), through an algebraic variable.
System Driven() {
  Model m("Driven");
  const Expr x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == -cos(m.Time()) * z);
  m.Equation(z == x * x);
  return std::move(m).Build().value();
}
double Exact(double t) {
  return 1 / (1 + std::sin(t));
}
double ExactSlope(double t) {
  return -std::cos(t) * Exact(t) * Exact(t);
}

std::vector<Method> Controlled() {
  std::vector<Method> out;
  for (const Method method : Methods()) {
    if (ControlsStep(method)) out.push_back(method);
  }
  return out;
}

TEST(StepControl, MethodsWithoutAnEstimateAreKnown) {
  EXPECT_EQ(Controlled().size(), 13u);
  for (const Method method : {Method::kGauss4, Method::kGauss6, Method::kRungeKutta4})
    EXPECT_FALSE(ControlsStep(method)) << NameOf(method);
}

// The estimate of a test with steps of size h, from the exact solution.
double EstimateAt(const System& system, Method method, double h, double t, double x, double slope) {
  const auto step = CompiledStep(system, method);
  StepError error(method, 1);
  double result = 0;
  const std::vector<double> y(system.variables.size(), x), yp(system.variables.size(), slope);
  step->Guess(y, yp);
  for (int which = 0; which < error.num_steps(); ++which) {
    EXPECT_FALSE(step->Run({.t = t + (which + 1) * h, .h = h, .old = {&x, 1}, .old_slopes = {&slope, 1}}));
    error.Record(which, {&x, 1}, {&slope, 1}, *step);
    x = step->ValueOf(step->inlined().states[0]);
    slope = step->ValueOf(step->inlined().slopes()[0]);
  }
  error.Estimate(h, {&result, 1});
  return result;
}

TEST(StepControl, EstimatesFallWithTheirPowerOfH) {
  for (const Method method : Controlled()) {
    if (IsMultistep(method)) continue;
    const auto estimate = [&](double h) {
      return std::abs(EstimateAt(Driven(), method, h, 0.5, Exact(0.5), ExactSlope(0.5)));
    };
    const double h = method == Method::kDopri5 ? 0.025 : 0.1;
    EXPECT_NEAR(std::log2(estimate(h) / estimate(h / 2)), StepError(method, 1).exponent(), 0.4)
        << NameOf(method);
  }
}

// The same steps and formulas in a few lines of another language, with the stages found by fixed-point iteration.
TEST(StepControl, EstimatesAreThoseOfAnIndependentComputation) {
  const auto estimate = [&](Method method) {
    return EstimateAt(Driven(), method, 0.1, 0.5, Exact(0.5), ExactSlope(0.5));
  };
  EXPECT_NEAR(estimate(Method::kDopri5), -1.058652085612899e-09, 1e-14);
  EXPECT_NEAR(estimate(Method::kRadau5), -2.4882595983655165e-10, 1e-14);
  EXPECT_NEAR(estimate(Method::kLobatto4), 2.539943788626431e-08, 1e-14);
}

// What the text claims for (8.108) and (8.110) holds where the stages are exact enough: for linear equations.
TEST(StepControl, OnLinearEquationsTheFormulasOfTheTextHaveOneOrderMore) {
  Model m("Decay");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == -x);
  const System system = std::move(m).Build().value();
  for (const Method method : {Method::kRadau5, Method::kLobatto4}) {
    const auto estimate = [&](double h) { return std::abs(EstimateAt(system, method, h, 0, 1, -1)); };
    EXPECT_NEAR(std::log2(estimate(0.2) / estimate(0.1)), OrderOf(method) + 1, 0.4) << NameOf(method);
  }
}

// On x' = lambda x: (8.107) says that the blended formula of radau3 errs by -7/3744 z^4 after two steps, and Radau itself
// by R(z)^2 - exp(2 z) = 2 (-1/72) z^4 + ... (Hairer & Wanner, sec. IV.3); the estimate is the difference.
TEST(StepControl, TheErrorOfRadauIsThatOfTheText) {
  Model m("Decay");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == -x);
  const auto step = CompiledStep(std::move(m).Build().value(), Method::kRadau3);
  StepError error(Method::kRadau3, 1);
  const double h = 0.01;
  double value = 1, slope = -1, estimate = 0;
  for (int which = 0; which < 2; ++which) {
    ASSERT_FALSE(step->Run({.t = (which + 1) * h, .h = h, .old = {&value, 1}}));
    error.Record(which, {&value, 1}, {&slope, 1}, *step);
    value = step->ValueOf(step->inlined().states[0]);
  }
  error.Estimate(h, {&estimate, 1});
  const double radau = value - std::exp(-2 * h);
  EXPECT_NEAR(radau / std::pow(h, 4), -2.0 / 72, 1e-3);
  EXPECT_NEAR((estimate + radau) / std::pow(h, 4), -16.0 / 24 * 7 / 156, 2e-3)
      << "(8.106): the factor of (A h)^4 is 149/156 of what it should be";
}

// Each step errs by the tolerance at most, and the equation does not make errors grow.
TEST(StepControl, ErrorsFollowTheTolerance) {
  for (const Method method : Controlled()) {
    std::int64_t last_steps = 0;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      if (method != Method::kBdf && method != Method::kAdams && OrderOf(method) == 1 && tolerance < 1e-5)
        continue;
      InlinedRun run(Driven(), method, {}, {1, 1}, {-1, 0}, {tolerance, {tolerance}});
      const double end = 1.2;  // where 1 + sin t is large: errors are damped
      const double error = std::abs(run.To(end) - Exact(end));
      const std::int64_t steps = run.integrator->statistics().steps;
      EXPECT_LT(error, tolerance * static_cast<double>(steps))
          << NameOf(method) << " " << tolerance << " " << steps;
      EXPECT_GT(steps, last_steps) << NameOf(method);
      last_steps = steps;
    }
    EXPECT_LT(last_steps, 3000) << NameOf(method);
  }
}

// Two steps of equal size at a time.
TEST(StepControl, PairsOfStepsAreOneToTheOutside) {
  InlinedRun run(Driven(), Method::kRadau3, {}, {1, 1}, {-1, 0}, {1e-6, {1e-6}});
  while (run.outcome.status == integrate::StepStatus::kStepped) {
    const std::int64_t before = run.integrator->statistics().steps;
    run.outcome = run.integrator->Step(1.5);
    ASSERT_TRUE(run.outcome.ok());
    EXPECT_EQ(run.integrator->statistics().steps, before + 2);
    // Dense output knows the middle.
    const double t = 0.5 * (run.integrator->previous_time() + run.integrator->time());
    for (const double at :
         {t, t - 0.2 * (run.integrator->time() - t), t + 0.2 * (run.integrator->time() - t)}) {
      double y[2], yp[2];
      ASSERT_TRUE(run.integrator->Interpolate(at, y, yp));
      EXPECT_NEAR(y[0], Exact(at), 1e-5);
      EXPECT_NEAR(yp[0], ExactSlope(at), 1e-3);
    }
  }
  EXPECT_EQ(run.integrator->time(), 1.5);
}

TEST(StepControl, BdfBuildsItsOrderUp) {
  InlinedRun run(Driven(), Method::kBdf, {}, {1, 1}, {-1, 0}, {1e-8, {1e-8}});
  run.outcome = run.integrator->Step(1.5);
  EXPECT_EQ(run.integrator->statistics().last_order, 1);
  run.To(1.5);
  EXPECT_GE(run.integrator->statistics().last_order, 4);
  InlinedRun low(Driven(), Method::kBdf, {.max_order = 2}, {1, 1}, {-1, 0}, {1e-8, {1e-8}});
  low.To(1.5);
  EXPECT_EQ(low.integrator->statistics().last_order, 2);
  EXPECT_GT(low.integrator->statistics().steps, 2 * run.integrator->statistics().steps);
}

// x' = -1e4 (x - cos t) - sin t: stiff methods take long steps once the transient is over.
TEST(StepControl, StiffMethodsTakeLongSteps) {
  Model m("Stiff");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == -1e4 * (x - cos(m.Time())) - sin(m.Time()));
  const System system = std::move(m).Build().value();
  for (const Method method :
       {Method::kBdf, Method::kRadau3, Method::kRadau5, Method::kLobatto4, Method::kSdirk4}) {
    InlinedRun run(system, method, {}, {2}, {-1e4}, {1e-5, {1e-5}});
    EXPECT_NEAR(run.To(2), std::cos(2.0), 1e-3) << NameOf(method);
    EXPECT_LT(run.integrator->statistics().steps, 400) << NameOf(method);
  }
}

}  // namespace
}  // namespace daedalus::inlined
