#include "daedalus/programs/execute/ode_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/programs/execute/ode_pattern.h"
#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

// Two masses with a loop of forces, nonlinear in both directions.
Model Coupled() {
  Model m("Coupled");
  auto x = m.Variable("x"), y = m.Variable("y"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) + a == sin(y));
  m.Equation(a == 0.3 * b + x * y);
  m.Equation(b == cos(a) - der(x));
  m.Equation(der(y) == a * b - 0.1 * y);
  return m;
}

TEST(OdeJacobian, EqualsCentralDifferences) {
  Compiled model(Coupled());
  integrate::DaeProblem problem = model.ode->Problem();
  const std::vector<double> x = {0.4, -0.7}, xp = {0, 0};
  std::vector<double> high(2), low(2), dx(problem.pattern.row_indices.size()), dxp(dx.size());
  const double h = 1e-5;
  ASSERT_EQ(problem.jacobian(0, x, xp, dx, dxp), integrate::EvalOutcome::kOk);
  ASSERT_EQ(dx.size(), 4u) << "all depends on all";
  for (std::size_t j = 0; j < 2; ++j) {
    auto up = x, down = x;
    up[j] += h, down[j] -= h;
    ASSERT_EQ(problem.residual(0, up, xp, high), integrate::EvalOutcome::kOk);
    ASSERT_EQ(problem.residual(0, down, xp, low), integrate::EvalOutcome::kOk);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(dx[2 * j + i], (high[i] - low[i]) / (2 * h), 1e-8) << i << j;
      EXPECT_EQ(dxp[2 * j + i], i == j ? 1 : 0) << i << j;
    }
  }
}

// The root of a current that is zero has no slope; no derivative asks for it.
TEST(OdeJacobian, KnowsNothingOfOutputs) {
  Model m("Output");
  auto x = m.Variable("x"), size = m.Variable("size"), twice = m.Variable("twice");
  m.Equation(der(x) == -3.0 * x + 1.0);
  m.Equation(size == sqrt(x * x));
  m.Equation(twice == 2.0 * size);
  Compiled model(std::move(m));
  integrate::DaeProblem problem = model.ode->Problem();
  const std::vector<double> x0 = {0}, xp = {0};
  std::vector<double> dx(problem.pattern.row_indices.size()), dxp(dx.size());
  ASSERT_EQ(problem.jacobian(0, x0, xp, dx, dxp), integrate::EvalOutcome::kOk);
  EXPECT_EQ(dx, (std::vector<double>{3}));
}

// m h = f(x) with m = 0 leaves h open, and the exact matrix does not exist; f does not depend on it.
TEST(OdeJacobian, IsTakenFromDifferencesWhereALoopIsOpen) {
  Model m("Open");
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) == -2.0 * x + 0.0 * a + (a + b) * 0.5);
  m.Equation(m.Time() * a + b == x);
  m.Equation(b * 1.0 + a == x);
  Compiled model(std::move(m));
  integrate::DaeProblem problem = model.ode->Problem();
  const std::vector<double> x0 = {1}, xp = {0};
  std::vector<double> dx(problem.pattern.row_indices.size()), dxp(dx.size());
  ASSERT_EQ(problem.jacobian(1, x0, xp, dx, dxp), integrate::EvalOutcome::kOk);
  EXPECT_NEAR(dx[0], 1.5, 1e-6);
}

TEST(OdePattern, AChainOfCellsIsTridiagonal) {
  constexpr int kCells = 40;
  Model m("Chain");
  std::vector<Expr> v, i;
  for (int k = 0; k < kCells; ++k) v.push_back(m.Variable("v" + std::to_string(k)));
  for (int k = 0; k < kCells; ++k) i.push_back(m.Variable("i" + std::to_string(k)));
  for (int k = 0; k < kCells; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (k == 0) m.Equation(i[at] == 1.0 - v[at]);
    if (k > 0) m.Equation(i[at] == v[at - 1] - v[at]);
    if (k + 1 < kCells) m.Equation(der(v[at]) == i[at] - i[at + 1]);
    if (k + 1 == kCells) m.Equation(der(v[at]) == i[at]);
  }
  Compiled model(std::move(m));
  const auto pattern = OdePattern(model.incidence, model.program, 1000);
  ASSERT_TRUE(pattern.has_value());
  EXPECT_EQ(pattern->num_nonzeros(), 3 * kCells - 2);
  EXPECT_EQ(OdePattern(model.incidence, model.program, 50), std::nullopt) << "too large";
  EXPECT_EQ(linear::ColorColumns(*pattern).size(), 3);
}

}  // namespace
}  // namespace daedalus::execute
