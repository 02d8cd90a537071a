// How exact the methods are between their steps: dense output as it comes, at points where it was sharpened,
// and at the roots that are found on it. The orders are those of docs/integrators.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/roots.h"
#include "daedalus/numerics/integrate/runge_kutta/fully_implicit.h"
#include "numerics/integrate/convergence.h"

namespace daedalus::integrate {
namespace {

using Made = Expected<std::unique_ptr<Integrator>, std::string>;

// A method with the orders of its steps and of its dense output, in differential unknowns and in algebraic
// ones of index 1 (0: it cannot have them).
struct MethodOrders {
  std::string name;
  int order, inside, inside_algebraic;
  Maker make;
};

Maker ByName(const std::string& name, int max_order = 0) {
  return [name, max_order](DaeProblem problem, Tolerances tolerances, IntegratorOptions options) {
    options.max_order = max_order;
    return MakeIntegrator(name, std::move(problem), std::move(tolerances), options);
  };
}

// `radau` chooses its order, which it does not at a fixed step.
Maker RadauOf(int stages) {
  return [stages](DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options) -> Made {
    return std::unique_ptr<Integrator>(std::make_unique<FullyImplicit>(
        std::move(problem), std::move(tolerances), options,
        std::vector{TransformStages(theory::RadauIIATableau(stages))}, std::nullopt));
  };
}

// The third order of sdirk4, lobatto4 and rodas of order 4 in algebraic unknowns: the slopes of these are
// differences of stages.
std::vector<MethodOrders> OneStepMethods() {
  return {{"euler", 1, 1, 0, ByName("euler")},
          {"rk4", 4, 4, 0, ByName("rk4")},
          {"dopri5", 5, 5, 0, ByName("dopri5")},
          {"dop853", 8, 8, 0, ByName("dop853")},
          {"backward_euler", 1, 1, 1, ByName("backward-euler")},
          {"trapezoid", 2, 2, 2, ByName("trapezoid")},
          {"sdirk4", 4, 4, 3, ByName("sdirk4")},
          {"rodas4", 4, 4, 3, ByName("rodas", 4)},
          {"rodas5", 5, 5, 4, ByName("rodas", 5)},
          {"radau3", 3, 3, 3, ByName("radau3")},
          {"lobatto4", 4, 4, 3, ByName("lobatto4")},
          {"radau5", 5, 5, 4, ByName("radau5")},
          {"radau9", 9, 7, 6, RadauOf(5)},
          {"radau13", 13, 9, 8, RadauOf(7)}};
}

// The largest error of each unknown over all steps of size h, at this part of them.
std::vector<double> ErrorsInside(const Maker& make, const SmoothProblem& smooth, double h, double part,
                                 bool sharpened) {
  const auto integrator = make(smooth.test.dae, {1e-13, {1e-13}}, {.fixed_step = h});
  StepOutcome outcome = (*integrator)->Initialize(0, smooth.test.y0, smooth.test.yp0);
  std::vector<double> y(smooth.test.y0.size()), yp(y.size()), worst(y.size());
  while (outcome.status == StepStatus::kStepped) {
    outcome = (*integrator)->Step(smooth.t_end);
    const double start = (*integrator)->previous_time();
    const double t = start + part * ((*integrator)->time() - start);
    if (sharpened) (*integrator)->Sharpen(t);
    EXPECT_TRUE((*integrator)->Interpolate(t, y, yp));
    const std::vector<double> exact = smooth.exact(t);
    for (std::size_t i = 0; i < y.size(); ++i) worst[i] = std::max(worst[i], std::abs(y[i] - exact[i]));
  }
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
  return worst;
}

// x' = v, v' = -x, 0 = z - x v: z = -sin(2t)/2. Without singularities near by, for methods of high order.
SmoothProblem Wave() {
  SmoothProblem smooth;
  smooth.test.dae.size = 3;
  smooth.test.dae.constant_mass = true;
  smooth.test.dae.is_differential = {1, 1, 0};
  smooth.exact = [](double t) { return std::vector{std::cos(t), -std::sin(t), -std::sin(2 * t) / 2}; };
  smooth.test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + y[0];
    r[2] = y[2] - y[0] * y[1];
    return EvalOutcome::kOk;
  };
  smooth.test.dae.jacobian = [](double, auto y, auto, auto dy, auto dyp) {
    Fill(dy, {0, 1, -y[1], -1, 0, -y[0], 0, 0, 1});
    Fill(dyp, {1, 0, 0, 0, 1, 0, 0, 0, 0});
    return EvalOutcome::kOk;
  };
  smooth.test.y0 = smooth.exact(0);
  smooth.test.yp0 = {0, -1, -1};
  smooth.t_end = 6;
  return smooth;
}

// Its first two equations, for explicit methods.
SmoothProblem WaveOde() {
  SmoothProblem smooth;
  smooth.test.dae.size = 2;
  smooth.exact = [](double t) { return std::vector{std::cos(t), -std::sin(t)}; };
  smooth.test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + y[0];
    return EvalOutcome::kOk;
  };
  smooth.test.y0 = smooth.exact(0);
  smooth.test.yp0 = {0, -1};
  smooth.t_end = 6;
  return smooth;
}

class DenseOutput : public testing::TestWithParam<MethodOrders> {
 protected:
  // The least measured order over the parts of the steps.
  static double LeastOrder(const SmoothProblem& smooth, std::size_t unknown, double h, bool sharpened) {
    double least = 100;
    for (const double part : {0.1, 0.3, 0.5, 0.8}) {
      const double coarse = ErrorsInside(GetParam().make, smooth, h, part, sharpened)[unknown];
      const double fine = ErrorsInside(GetParam().make, smooth, h / 2, part, sharpened)[unknown];
      least = std::min(least, std::log2(coarse / fine));
    }
    return least;
  }

  static bool is_high_order() { return GetParam().order > 5; }
  static bool is_explicit() { return GetParam().inside_algebraic == 0; }
  static SmoothProblem Differential() {
    return !is_high_order() ? SmoothOde() : is_explicit() ? WaveOde() : Wave();
  }
  static SmoothProblem Algebraic() { return is_high_order() ? Wave() : SmoothIndexOne(); }
  static std::size_t AlgebraicUnknown() { return is_high_order() ? 2 : 1; }
  // Between errors of higher order and rounding.
  static double StepSize() {
    return GetParam().order > 9 ? 1 : GetParam().order > 8 ? 0.5 : GetParam().order > 5 ? 0.25 : 0.05;
  }
};

// A polynomial through points may be better than its order, never worse.
TEST_P(DenseOutput, HasTheOrderOfTheTableInDifferentialUnknowns) {
  for (const std::size_t unknown : {0, 1}) {
    EXPECT_GT(LeastOrder(Differential(), unknown, StepSize(), false), GetParam().inside - 0.25) << unknown;
  }
  if (GetParam().inside < GetParam().order) {
    EXPECT_LT(LeastOrder(Differential(), 0, StepSize(), false), GetParam().inside + 0.5)
        << "nor is the table";
  }
}

TEST_P(DenseOutput, HasTheOrderOfTheTableInAlgebraicUnknowns) {
  if (is_explicit()) GTEST_SKIP() << "explicit methods have none";
  EXPECT_NEAR(LeastOrder(Algebraic(), AlgebraicUnknown(), StepSize(), false), GetParam().inside_algebraic,
              0.5);
}

TEST_P(DenseOutput, HasTheOrderOfTheStepsInAllUnknownsWhereItWasSharpened) {
  // At order 13 rounding ends it: errors 1e-10 and 6e-14 with steps of 2 and 1.
  const double h = GetParam().order > 9 ? 2 : StepSize();
  const double order = GetParam().order > 9 ? 10 : GetParam().order - 0.3;
  EXPECT_GT(LeastOrder(Differential(), 0, h, true), order);
  if (is_explicit()) return;
  EXPECT_GT(LeastOrder(Algebraic(), AlgebraicUnknown(), h, true), order);
}

// ---- Roots ----

// When the first root function of the problem becomes zero, by fixed steps or by tolerance.
double FirstRoot(const Maker& make, const TestProblem& test, double tolerance,
                 const IntegratorOptions& options = {}) {
  const auto integrator = make(test.dae, {tolerance, {tolerance}}, options);
  RootFinder finder(test.dae);
  EXPECT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  EXPECT_TRUE(finder.Start(**integrator).ok());
  const RootStep step = StepWithRoots(**integrator, finder, 5);
  EXPECT_EQ(step.status, RootStatus::kEvent);
  // The state at the event is that of the solution there, on the new side of the root.
  std::vector<double> y(test.y0.size()), yp(y.size()), g(1);
  EXPECT_TRUE((*integrator)->Interpolate(step.event.time, y, yp));
  test.dae.roots(step.event.time, y, yp, g);
  EXPECT_EQ(g[0], step.event.crossings[0].right);
  return step.event.time;
}

TestProblem WithRoot(TestProblem test, std::size_t unknown, double level) {
  test.dae.num_roots = 1;
  test.dae.roots = [=](double, auto y, auto, auto g) {
    g[0] = y[unknown] - level;
    return EvalOutcome::kOk;
  };
  return test;
}

TEST_P(DenseOutput, TimesOfRootsConvergeWithTheOrderOfTheSteps) {
  if (is_high_order()) GTEST_SKIP() << "errors are rounding";
  if (GetParam().order < 2) GTEST_SKIP() << "an error of backward Euler vanishes by chance";
  // cos t = 0.123, as a differential unknown and, as cos t + 2, an algebraic one. Where in its step the root
  // lies differs from one step size to the next, so the order is taken over two halvings.
  const double exact = std::acos(0.123);
  const auto order = [&](const TestProblem& test) {
    const double coarse = FirstRoot(GetParam().make, test, 1e-13, {.fixed_step = 0.2});
    const double fine = FirstRoot(GetParam().make, test, 1e-13, {.fixed_step = 0.05});
    return std::log2(std::abs(coarse - exact) / std::abs(fine - exact)) / 2;
  };
  EXPECT_GT(order(WithRoot(Oscillator(), 0, 0.123)), GetParam().order - 0.5);
  if (is_explicit()) return;
  EXPECT_GT(order(WithRoot(SmoothIndexOne().test, 1, 2.123)), GetParam().order - 0.5);
}

// x' = v, v' = -g + k v^2: a ball that falls from height 1 with drag. v = -w tanh(g t / w), w^2 = g / k, and
// it hits the floor where cosh(g t / w) = exp(g / w^2).
TEST_P(DenseOutput, AFallingBallWithDragHitsTheFloorInTimeToTheTolerance) {
  if (GetParam().order < 3) GTEST_SKIP() << "many steps sum up their errors";
  constexpr double kGravity = 9.81, kDrag = 0.8;
  TestProblem ball;
  ball.dae.size = 2;
  ball.dae.constant_mass = true;
  ball.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + kGravity - kDrag * y[1] * y[1];
    return EvalOutcome::kOk;
  };
  ball.y0 = {1, 0};
  ball.yp0 = {0, -kGravity};
  const double speed = std::sqrt(kGravity / kDrag);
  const double exact = speed / kGravity * std::acosh(std::exp(kDrag));
  const TestProblem test = WithRoot(ball, 0, 0);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const double error = std::abs(FirstRoot(GetParam().make, test, tolerance) - exact);
    EXPECT_LT(error, tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(OneStep, DenseOutput, testing::ValuesIn(OneStepMethods()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace daedalus::integrate
