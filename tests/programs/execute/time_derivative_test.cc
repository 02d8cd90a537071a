// How a model depends on time itself, as the integrators are told: dF/dt in the residual form, df/dt in the
// causal one.
#include "daedalus/programs/codegen/time_derivative.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/programs/execute/dae_model.h"
#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

// Time drives a loop and a state; one equation is free of it.
Model Driven() {
  Model m("Driven");
  const auto t = m.Time();
  auto x = m.Variable("x"), y = m.Variable("y"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) + a == sin(3.0 * t));
  m.Equation(a == 0.3 * b + x * t);
  m.Equation(b == cos(a) - der(x));
  m.Equation(der(y) == a * b - 0.1 * y + t * t);
  return m;
}

TEST(TimeDerivative, OfTheResidualsIsExact) {
  Compiled model(Driven());
  DaeModel dae(*model.kernels, {}, {model.incidence.is_differential});
  EXPECT_FALSE(dae.Problem().time_derivative) << "compiled only when a method asks for it";
  model.kernels->time_derivative.emplace(model.system);
  EXPECT_EQ(model.kernels->all().size(), 3u) << "becomes machine code with the others";
  const double t = 0.7;
  const std::vector<double> y = {0.4, -0.7, 0.2, 0.9}, yp = {0.1, 0.2, 0, 0};
  std::vector<double> r(4, 99.0);
  ASSERT_EQ(dae.Problem().time_derivative(t, y, yp, r), integrate::EvalOutcome::kOk);
  EXPECT_DOUBLE_EQ(r[0], -3 * std::cos(3 * t));
  EXPECT_DOUBLE_EQ(r[1], -y[0]);
  EXPECT_EQ(r[2], 0);
  EXPECT_DOUBLE_EQ(r[3], -2 * t);
}

TEST(TimeDerivative, OfTheCausalFormEqualsCentralDifferences) {
  Compiled model(Driven());
  model.kernels->time_derivative.emplace(model.system);
  const integrate::DaeProblem problem = model.ode->Problem();
  const std::vector<double> x = {0.4, -0.7}, xp = {0, 0};
  std::vector<double> dt(2), high(2), low(2), dx(problem.pattern.row_indices.size()), dxp(dx.size());
  const double t = 0.7, h = 1e-5;
  for (const bool after_jacobian : {false, true}) {  // which leaves its matrix
    ASSERT_EQ(problem.residual(t + h, x, xp, high), integrate::EvalOutcome::kOk);
    ASSERT_EQ(problem.residual(t - h, x, xp, low), integrate::EvalOutcome::kOk);
    if (after_jacobian) {
      ASSERT_EQ(problem.jacobian(t, x, xp, dx, dxp), integrate::EvalOutcome::kOk);
    }
    ASSERT_EQ(problem.time_derivative(t, x, xp, dt), integrate::EvalOutcome::kOk);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(dt[i], (high[i] - low[i]) / (2 * h), 1e-8) << i;
  }
  const std::vector<double> elsewhere = {0.5, 0.1};
  ASSERT_EQ(problem.jacobian(t, x, xp, dx, dxp), integrate::EvalOutcome::kOk);
  ASSERT_EQ(problem.residual(t + h, elsewhere, xp, high), integrate::EvalOutcome::kOk);
  ASSERT_EQ(problem.residual(t - h, elsewhere, xp, low), integrate::EvalOutcome::kOk);
  ASSERT_EQ(problem.time_derivative(t, elsewhere, xp, dt), integrate::EvalOutcome::kOk);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(dt[i], (high[i] - low[i]) / (2 * h), 1e-8) << i;
}

TEST(TimeDerivative, OfAModelWithoutTimeIsZeroAndHasNoCode) {
  Model m("Free");
  auto x = m.Variable("x"), a = m.Variable("a");
  m.Equation(der(x) == -a);
  m.Equation(a == x * x);
  Compiled model(std::move(m));
  model.kernels->time_derivative.emplace(model.system);
  EXPECT_TRUE(model.kernels->time_derivative->is_zero());
  EXPECT_EQ(model.kernels->all().size(), 2u);
  std::vector<double> dt = {99};
  const std::vector<double> x0 = {2}, xp = {0};
  ASSERT_EQ(model.ode->Problem().time_derivative(0, x0, xp, dt), integrate::EvalOutcome::kOk);
  EXPECT_EQ(dt[0], 0);
}

}  // namespace
}  // namespace daedalus::execute
