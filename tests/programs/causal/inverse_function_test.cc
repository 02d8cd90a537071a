#include "daedalus/programs/causal/inverse_function.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"
#include "system/routine/routines.h"

namespace daedalus::causal {
namespace {

// f(u, k) = k u^3 and its inverse, as byte code.
std::shared_ptr<const routine::Routine> ScaledCube() {
  routine::Draft cube(2), root(2);
  const routine::Register y = cube.code.NewRegister(), x = root.code.NewRegister();
  cube.Set(y, expr::Product(cube.g, cube.r(1), cube.g.Make(expr::Op::kPow, {cube.r(0), cube.c(3.0)})));
  // Arguments of the inverse: k, then the result.
  root.Set(x, root.g.Make(expr::Op::kPow, {expr::Quotient(root.g, root.r(1), root.r(0)), root.c(1.0 / 3.0)}));
  const auto f = std::make_shared<routine::Routine>("cube", 2, 1, cube.code.Take({y}));
  f->AddInverse({0, 0, root.Finish("root", {x}), {1, routine::InverseRule::kResult}});
  return f;
}

class InverseFunctionTest : public testing::Test {
 protected:
  ExprId Cube(ExprId of, ExprId k) { return g.Call(f, 0, std::vector<ExprId>{of, k}); }
  ExprId Number(double value) { return g.Constant(value); }
  // The solution of e = 0 for u, where a = 16 and b = 2; NaN when there is no form.
  double Solution(ExprId e) {
    const auto parts = FindInvertibleCall(g, affine, e, u);
    if (!parts) return std::numeric_limits<double>::quiet_NaN();
    return expr::Evaluate(g, SolveByInverse(g, *parts), {0.0, values, values, {}});
  }

  expr::Graph g;
  expr::FunctionId f = g.AddFunction(ScaledCube());
  AffineForm affine{g};
  ExprId u = g.Variable(VariableId(0)), a = g.Variable(VariableId(1)), b = g.Variable(VariableId(2));
  std::vector<double> values = {0.0, 16.0, 2.0};
};

TEST_F(InverseFunctionTest, SolvesForAnArgument) {
  EXPECT_NEAR(Solution(expr::Difference(g, a, Cube(u, b))), 2.0, 1e-14) << "16 = 2 u^3";
  const ExprId twice = expr::Product(g, Number(-2.0), a);
  EXPECT_NEAR(Solution(expr::Sum(g, expr::Product(g, b, Cube(u, b)), twice)), 2.0, 1e-14)
      << "2 (2 u^3) - 2 16 = 0";
  const ExprId inside = expr::Sum(g, expr::Product(g, Number(4.0), u), b);
  EXPECT_NEAR(Solution(expr::Difference(g, a, Cube(inside, b))), 0.0, 1e-14) << "16 = 2 (4 u + 2)^3";
}

TEST_F(InverseFunctionTest, LeavesWhatIsNotOfThatForm) {
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, a, Cube(b, u))))) << "no inverse for that argument";
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, u, Cube(u, b))))) << "also outside of the call";
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, a, Cube(u, u))))) << "in two arguments";
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, a, Cube(expr::Unary(g, expr::Op::kSin, u), b)))));
}

}  // namespace
}  // namespace daedalus::causal
