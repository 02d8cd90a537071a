#include "daedalus/programs/causal/exponential_sums.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::causal {
namespace {

class ExponentialSumsTest : public testing::Test {
 protected:
  // p * (exp(x) - 1)
  ExprId Current(ExprId p, ExprId x) {
    return expr::Product(g(), p, expr::Sum(g(), expr::Unary(g(), expr::Op::kExp, x), g().Constant(-1)));
  }
  // The residual after the rewriting, with u, v, w as they are.
  double Residual(ExprId residual, std::vector<double> values) {
    system.equations = {};
    system.equations.Add({residual, g().Constant(0), residual, {}, {}});
    RewriteExponentialSums(system);
    const std::vector<double> parameters = {2e-12, 3.0};
    return expr::Evaluate(g(), system.equations[EquationId(0)].residual, {0.0, values, values, parameters});
  }
  bool IsUntouched(ExprId residual) {
    Residual(residual, {0, 0, 0});
    return system.equations[EquationId(0)].residual == residual;
  }
  expr::Graph& g() { return system.graph; }

  System system;
  ExprId p = g().Parameter(ParameterId(0)), q = g().Parameter(ParameterId(1));
  ExprId u = g().Variable(VariableId(0)), v = g().Variable(VariableId(1)), w = g().Variable(VariableId(2));
};

TEST_F(ExponentialSumsTest, TwoDiodesAreComparedByTheirVoltages) {
  const ExprId sum = expr::Difference(g(), Current(p, u), Current(p, v));
  for (const double x : {-2000.0, -40.0, 0.0, 600.0})
    EXPECT_NEAR(Residual(sum, {x + 0.25, x, 0}), 0.25, 1e-12) << x;
}

TEST_F(ExponentialSumsTest, SeveralAreComparedByTheLogarithmsOfTheirSums) {
  // exp(u) + exp(v) = 2 exp(w)
  const ExprId left = expr::Sum(g(), Current(p, u), Current(p, v));
  const ExprId sum = expr::Difference(g(), left, expr::Product(g(), g().Constant(2), Current(p, w)));
  EXPECT_NEAR(Residual(sum, {std::log(3.0), 0, std::log(2.0)}), 0, 1e-15);
  EXPECT_NEAR(Residual(sum, {std::log(3.0) - 900, -900, std::log(2.0) - 900}), 0, 1e-12);
  EXPECT_NEAR(Residual(sum, {1, 1, 0}), 1, 1e-15);
}

// w = q * (p*(exp(u) - 1) - p*(exp(v) - 1)): the constants vanish, the rest is as it was.
TEST_F(ExponentialSumsTest, ConstantsVanishBehindFactorsToo) {
  const ExprId inner = expr::Difference(g(), Current(p, u), Current(p, v));
  const ExprId sum = expr::Difference(g(), w, expr::Product(g(), q, inner));
  const double tiny = 3.0 * 2e-12 * (std::exp(-50.0) - std::exp(-51.0));
  EXPECT_NEAR(Residual(sum, {-50, -51, 0}) / -tiny, 1, 1e-12);
  EXPECT_NEAR(Residual(sum, {1, 0, 5}), 5 - 6e-12 * (std::exp(1.0) - 1), 1e-15);
}

TEST_F(ExponentialSumsTest, WhereNoConstantVanishesNothingIsChanged) {
  EXPECT_TRUE(IsUntouched(expr::Difference(g(), w, Current(p, u))));
  EXPECT_TRUE(IsUntouched(expr::Difference(g(), Current(p, u), Current(q, v))));
  EXPECT_TRUE(IsUntouched(expr::Difference(g(), expr::Sum(g(), u, p), expr::Sum(g(), v, q))));
}

}  // namespace
}  // namespace daedalus::causal
