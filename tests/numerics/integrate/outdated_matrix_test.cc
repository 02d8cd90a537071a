// Parts of a matrix that an earlier point has left behind, and iterations that would take anything for a
// solution with them.
#include "daedalus/numerics/integrate/outdated_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::integrate {
namespace {

// F = y' - f(t, y) of one unknown, with a Newton increment from (t1, predicted) by the matrix J of another
// place.
struct Increment {
  std::function<double(double t, double y)> f;
  double j = 0;  // dF/dy as it is taken to be
  double t0 = 0, y0 = 0, h = 0, predicted = 0;
};

bool IsFound(const Increment& step) {
  DaeProblem problem;
  problem.size = 1;
  problem.residual = [&](double t, std::span<const double> y, std::span<const double> yp,
                         std::span<double> r) {
    r[0] = yp[0] - step.f(t, y[0]);
    return EvalOutcome::kOk;
  };
  Evaluator evaluator(std::move(problem), Tolerances{1e-6, {1e-6}});
  OutdatedMatrix outdated(evaluator);
  outdated.Note({{&step.j, 1}, {&step.j, 1}});
  const double t1 = step.t0 + step.h, slope0 = step.f(step.t0, step.y0),
               predicted_slope = (step.predicted - step.y0) / step.h;
  const double before = predicted_slope - step.f(t1, step.predicted),
               increment = -before / (step.j + 1 / step.h);
  const double y1 = step.predicted + increment, slope1 = predicted_slope + increment / step.h, one = 1,
               weight = 1e6;
  return outdated.IsOutdated({{&step.j, 1}, {&one, 1}}, {step.t0, {&step.y0, 1}, {&slope0, 1}},
                             {t1, {&y1, 1}, {&slope1, 1}}, {&before, 1}, {&weight, 1});
}

TEST(OutdatedMatrix, IsFoundWhereItIsTooSteepForWhatWasPredicted) {
  const auto tank = [](double, double y) { return -std::sqrt(y); };
  const auto at = [](double y) { return 0.5 / std::sqrt(y); };
  EXPECT_TRUE(IsFound({tank, at(1e-17), 2, 1e-17, 0.1, 2.5e-3})) << "the parabola behind the end";
  EXPECT_FALSE(IsFound({tank, at(0.25), 1, 0.25, 0.1, 0.2025})) << "the parabola before it";
  EXPECT_FALSE(IsFound({tank, at(0.25), 1, 0.25, 0.1, 0.21})) << "a worse prediction";
  EXPECT_FALSE(IsFound({tank, at(1e-17), 2, 1e-17, 0.1, 1e-12})) << "far below the tolerance";
}

TEST(OutdatedMatrix, IsNotFoundWhereTheTimeMovesTheSolution) {
  constexpr double kSteep = 1e6;
  const auto relaxation = [](double t, double y) { return -kSteep * (y - std::sin(t)); };
  EXPECT_FALSE(IsFound({relaxation, kSteep, 0, 0, 0.1, 0.0998}));
  EXPECT_TRUE(IsFound({relaxation, 1e3 * kSteep, 0, 0, 0.1, 0.09})) << "of which nothing is true";
}

// h' = -c sqrt(h) is not Lipschitz at 0: h = (1 - c t/2)^2 until 2/c, and 0 from there, or nothing in double
// precision. A parabola that rises again satisfies no equation; the fully implicit methods took it for the
// solution, up to 3 for tolerances of 1e-6, without a word.
class TankRunsDry : public testing::TestWithParam<const char*> {};

TEST_P(TankRunsDry, AndIsNotFilledAgain) {
  for (const double c : {0.9, 1.0, 1.3, 2.0}) {
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8}) {
      for (const int points : {10, 50, 500, 2000}) {
        DaeProblem problem;
        problem.size = 1;
        problem.residual = [&](double, std::span<const double> y, std::span<const double> yp,
                               std::span<double> r) {
          r[0] = yp[0] + c * std::sqrt(y[0]);
          return EvalOutcome::kOk;
        };
        problem.jacobian = [&](double, std::span<const double> y, std::span<const double>,
                               std::span<double> dy, std::span<double> dyp) {
          dy[0] = 0.5 * c / std::sqrt(y[0]);
          dyp[0] = 1;
          return EvalOutcome::kOk;
        };
        problem.signs = {Sign::kNonNegative};
        IntegratorOptions options;
        options.signs_are_soft = true;
        auto made = MakeIntegrator(GetParam(), problem, {tolerance, {tolerance}}, options);
        ASSERT_TRUE(made.ok());
        Integrator& integrator = **made;
        ASSERT_TRUE(integrator.Initialize(0, std::vector{1.0}, std::vector{-c}).ok());
        StepOutcome step;
        for (int i = 1; i <= points && step.ok(); ++i) {
          do step = integrator.Step(5.0 * i / points);
          while (step.status == StepStatus::kStepped);
          const double rest = std::max(0.0, 1 - c * integrator.time() / 2);
          ASSERT_NEAR(integrator.y()[0], rest * rest, 100 * tolerance)
              << c << " " << tolerance << " " << points << " at " << integrator.time();
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Integrate, TankRunsDry,
                         testing::Values("radau3", "radau5", "radau", "lobatto4", "bdf", "gear", "adams",
                                         "sdirk4"));

}  // namespace
}  // namespace daedalus::integrate
