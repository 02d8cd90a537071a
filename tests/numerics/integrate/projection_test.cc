// The nearest point that satisfies constraints, and methods that are moved there after each step.
#include "daedalus/numerics/integrate/projection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::integrate {
namespace {

using Vector = std::vector<double>;

Constraints UnitCircle() {
  return {.size = 2,
          .count = 1,
          .values =
              [](double, auto y, auto g) {
                g[0] = y[0] * y[0] + y[1] * y[1] - 1;
                return linear::EvalOutcome::kOk;
              },
          .gradients =
              [](double, auto y, auto rows) {
                rows[0] = 2 * y[0];
                rows[1] = 2 * y[1];
                return linear::EvalOutcome::kOk;
              }};
}

// g = A y - b.
Constraints LinearConstraints(const Vector& a, const Vector& b) {
  const auto count = static_cast<std::int32_t>(b.size()),
             size = static_cast<std::int32_t>(a.size() / b.size());
  return {.size = size,
          .count = count,
          .values =
              [a, b](double, auto y, auto g) {
                for (std::size_t c = 0; c < b.size(); ++c) {
                  g[c] = -b[c];
                  for (std::size_t i = 0; i < y.size(); ++i) g[c] += a[c * y.size() + i] * y[i];
                }
                return linear::EvalOutcome::kOk;
              },
          .gradients =
              [a](double, auto, auto rows) {
                std::ranges::copy(a, rows.begin());
                return linear::EvalOutcome::kOk;
              }};
}

TEST(Projection, FindsTheNearestPointOfACircle) {
  Projection projection(UnitCircle());
  Vector y = {1.2, 0.9};
  const ProjectionOutcome outcome = projection.Project(0, Vector{1, 1}, y);
  EXPECT_TRUE(outcome.ok);
  EXPECT_NEAR(y[0], 0.8, 1e-14);
  EXPECT_NEAR(y[1], 0.6, 1e-14);
  EXPECT_NEAR(projection.found()[0], 1.25, 1e-14) << "what it was before";
  EXPECT_TRUE(projection.Project(0, Vector{1, 1}, y).ok);
  EXPECT_EQ(projection.Project(0, Vector{1, 1}, y).iterations, 0) << "it is there";
}

// x^2 + (y / 2)^2 with x + y = 1 is least at (1/5, 4/5).
TEST(Projection, MeasuresInUnits) {
  Projection projection(LinearConstraints({1, 1}, {1}));
  Vector y = {0, 0};
  EXPECT_TRUE(projection.Project(0, Vector{1, 2}, y).ok);
  EXPECT_NEAR(y[0], 0.2, 1e-15);
  EXPECT_NEAR(y[1], 0.8, 1e-15);
}

TEST(Projection, DoesNotMindWhatIsSaidTwice) {
  Projection projection(LinearConstraints({1, 1, 1e6, 1e6}, {1, 1e6}));
  Vector y = {0, 0};
  EXPECT_TRUE(projection.Project(0, Vector{1, 1}, y).ok);
  EXPECT_NEAR(y[0], 0.5, 1e-14);
}

TEST(Projection, TellsAContradiction) {
  Projection projection(LinearConstraints({1, 0, 0, 1, 0, 1}, {1, 2, 3}));
  Vector y = {0.5, 2};
  const ProjectionOutcome outcome = projection.Project(0, Vector{1, 1}, y);
  EXPECT_FALSE(outcome.ok);
  ASSERT_TRUE(outcome.constraint.has_value());
  EXPECT_GE(*outcome.constraint, 1) << "the first one contradicts none";
  EXPECT_EQ(y, (Vector{0.5, 2})) << "nothing has moved";
}

// Where the gradient vanishes there is no direction, and nothing to do either.
TEST(Projection, LeavesAPointAtRestAlone) {
  Constraints origin = UnitCircle();
  origin.values = [](double, auto y, auto g) {
    g[0] = y[0] * y[0] + y[1] * y[1];
    return linear::EvalOutcome::kOk;
  };
  Projection projection(origin);
  Vector y = {0, 0};
  EXPECT_TRUE(projection.Project(0, Vector{1, 1}, y).ok);
  EXPECT_EQ(y, (Vector{0, 0}));
}

// x' = v, v' = -x^3: the energy v^2 + x^4 / 2 is constant.
DaeProblem QuarticOscillator(bool is_projected) {
  DaeProblem problem;
  problem.size = 2;
  problem.constant_mass = true;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + y[0] * y[0] * y[0];
    return EvalOutcome::kOk;
  };
  if (!is_projected) return problem;
  const Constraints energy{.size = 2,
                           .count = 1,
                           .values =
                               [](double, auto y, auto g) {
                                 g[0] = y[1] * y[1] + std::pow(y[0], 4) / 2 - 0.5;
                                 return linear::EvalOutcome::kOk;
                               },
                           .gradients =
                               [](double, auto y, auto rows) {
                                 rows[0] = 2 * std::pow(y[0], 3);
                                 rows[1] = 2 * y[1];
                                 return linear::EvalOutcome::kOk;
                               }};
  problem.project = [projection = Projection(energy)](double t, auto y, auto yp) mutable {
    const std::vector<double> units = {1, 1};
    if (!projection.Project(t, units, y).ok) return EvalOutcome::kRecoverable;
    yp[0] = y[1];
    yp[1] = -std::pow(y[0], 3);
    return EvalOutcome::kOk;
  };
  return problem;
}

double EnergyAfter(std::string_view method, bool is_projected, std::vector<double>& y) {
  auto integrator =
      MakeIntegrator(method, QuarticOscillator(is_projected), {.relative = 1e-4, .absolute = {1e-4}});
  EXPECT_TRUE(integrator.ok());
  const double y0[] = {1, 0}, yp0[] = {0, -1};
  StepOutcome outcome = (*integrator)->Initialize(0, y0, yp0);
  while (outcome.status == StepStatus::kStepped) outcome = (*integrator)->Step(20);
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
  y.assign((*integrator)->y().begin(), (*integrator)->y().end());
  return y[1] * y[1] + std::pow(y[0], 4) / 2 - 0.5;
}

TEST(Projection, KeepsAnInvariantWithEveryMethod) {
  std::vector<double> exact;
  auto reference =
      MakeIntegrator("dopri5", QuarticOscillator(false), {.relative = 1e-12, .absolute = {1e-13}});
  const double y0[] = {1, 0}, yp0[] = {0, -1};
  StepOutcome outcome = (*reference)->Initialize(0, y0, yp0);
  while (outcome.status == StepStatus::kStepped) outcome = (*reference)->Step(20);
  exact.assign((*reference)->y().begin(), (*reference)->y().end());
  int num_methods = 0;
  for (const MethodInfo& method : Methods()) {
    if (!method.available || method.name == "auto") continue;
    SCOPED_TRACE(method.name);
    std::vector<double> free, kept;
    const double lost = EnergyAfter(method.name, false, free);
    EXPECT_GT(std::abs(lost), 1e-8) << "or the test shows nothing";
    EXPECT_NEAR(EnergyAfter(method.name, true, kept), 0, 2e-13) << "rounding, in the units of the energy: 2";
    const auto error = [&](const std::vector<double>& y) {
      return std::hypot(y[0] - exact[0], y[1] - exact[1]);
    };
    EXPECT_LT(error(kept), 2 * error(free) + 1e-4) << "nothing is lost for it";
    ++num_methods;
  }
  EXPECT_GE(num_methods, 16);
}

TEST(Projection, AFailureEndsTheRun) {
  DaeProblem problem = QuarticOscillator(true);
  problem.project = [](double, auto, auto) { return EvalOutcome::kRecoverable; };
  for (const char* method : {"bdf", "ida"}) {
    auto integrator = MakeIntegrator(method, problem, {.relative = 1e-4, .absolute = {1e-4}});
    const double y0[] = {1, 0}, yp0[] = {0, -1};
    (*integrator)->Initialize(0, y0, yp0);
    EXPECT_EQ((*integrator)->Step(1).status, StepStatus::kProjectionFailed) << method;
    EXPECT_EQ((*integrator)->Step(1).status, StepStatus::kBadInput) << method;
  }
}

}  // namespace
}  // namespace daedalus::integrate
