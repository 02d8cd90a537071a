#include "daedalus/system/routine/tangent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/routine/native_function.h"
#include "system/routine/routines.h"

namespace daedalus::routine {
namespace {

// The derivative along dx by central differences.
double Quotient(const expr::Function& f, const std::vector<double>& x, const std::vector<double>& dx) {
  constexpr double h = 1e-6;
  std::vector<double> up = x, down = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    up[i] += h * dx[i];
    down[i] -= h * dx[i];
  }
  return (ValueAt(f, up) - ValueAt(f, down)) / (2.0 * h);
}

double TangentAt(const expr::Function& f, std::vector<double> x, const std::vector<double>& dx) {
  x.insert(x.end(), dx.begin(), dx.end());
  return ValueAt(*f.Tangent(), std::move(x));
}

TEST(Tangent, OfALoopIsThatOfItsLimit) {
  for (const double x : {0.3, 2.0, 50.0})
    EXPECT_NEAR(TangentAt(*Heron(), {x}, {1.0}), 0.5 / std::sqrt(x), 1e-13);
}

TEST(Tangent, OfARecursion) {
  EXPECT_EQ(TangentAt(*Power(), {3.0, 5.0}, {1.0, 0.0}), 5.0 * 81.0);
  EXPECT_EQ(TangentAt(*Power(), {3.0, 5.0}, {1.0, 7.0}), 5.0 * 81.0) << "what counts has no derivative";
}

TEST(Tangent, FollowsElementsOfArrays) {
  EXPECT_EQ(TangentAt(*SumOfLast(), {1, 2, 3, 2}, {10, 20, 30, 0}), 50.0);
}

TEST(Tangent, FollowsArraysInTheArena) {
  EXPECT_EQ(TangentAt(*PowersInArena(), {3.0, 9.0, 5.0}, {1.0, 0.0, 0.0}), 5.0 * 81.0);
  const auto second = PowersInArena()->Tangent()->Tangent();
  ASSERT_NE(second, nullptr);
  // d/dx of (x, 1) -> 5 x^4 along (1, 0).
  EXPECT_EQ(ValueAt(*second, {3, 9, 5, 1, 0, 0, 1, 0, 0, 0, 0, 0}), 20.0 * 27.0);
}

TEST(Tangent, HasATangentItself) {
  const auto second = Heron()->Tangent()->Tangent();
  ASSERT_NE(second, nullptr);
  // d/dx of (x, 1) -> 1/(2 sqrt x) along (1, 0).
  EXPECT_NEAR(ValueAt(*second, {2.0, 1.0, 1.0, 0.0}), -0.25 / std::pow(2.0, 1.5), 1e-12);
}

TEST(Tangent, FailsWhereTheRoutineFails) {
  std::string why;
  const double in[] = {1, 2, 3, 4, 0, 0, 0, 0};
  double out[1];
  EXPECT_FALSE(SumOfLast()->Tangent()->Evaluate(in, out, &why));
  EXPECT_EQ(why, "the subscript 4 is not between 1 and 3");
}

// Straight lines of random operations: the routine agrees with the expression, its tangent with differences
// of it.
TEST(Tangent, OfRandomExpressionsAgreesWithTheGraphAndWithDifferences) {
  using expr::Op;
  constexpr Op kUnary[] = {Op::kSin, Op::kCos, Op::kTanh, Op::kAtan, Op::kAbs, Op::kNoEvent};
  constexpr Op kBinary[] = {Op::kAdd, Op::kMul, Op::kMin, Op::kMax, Op::kAtan2};
  std::mt19937 random(3);
  for (int trial = 0; trial < 50; ++trial) {
    Draft d(3);
    std::vector<expr::ExprId> parts = {d.r(0), d.r(1), d.r(2), d.c(0.75)};
    const auto any = [&] { return parts[random() % parts.size()]; };
    for (int i = 0; i < 12; ++i) {
      const bool is_unary = random() % 3 == 0;
      parts.push_back(is_unary ? expr::Unary(d.g, kUnary[random() % 6], any())
                               : expr::Binary(d.g, kBinary[random() % 5], any(), any()));
    }
    const expr::ExprId root = expr::Sum(d.g, parts.back(), parts[parts.size() - 2]);
    const expr::Graph graph = d.g;
    const Register y = d.code.Write(root);
    const auto f = d.Finish("random", {y});
    const std::vector<double> x = {0.3 + 0.01 * trial, -0.7, 1.1}, dx = {1.0, 0.5, -2.0};
    EXPECT_EQ(ValueAt(*f, x), expr::Evaluate(graph, root, {0.0, x, {}, {}}));
    const double slope = Quotient(*f, x, dx);
    EXPECT_NEAR(TangentAt(*f, x, dx), slope, 1e-7 * (1.0 + std::abs(slope))) << trial;
  }
}

// k = 2 at first; k := k u; y = k u = 2 u^2.
TEST(Tangent, OfARegisterThatHadAValueFromTheStart) {
  Draft d(1);
  const double two = 2.0;
  const Register k = d.code.Data({&two, 1});
  const expr::ExprId product = expr::Product(d.g, d.r(k), d.r(0));
  d.code.Assign({&k, 1}, {&product, 1});
  const Register y = d.code.Write(product);
  const auto f = d.Finish("twice the square", {y});
  EXPECT_EQ(ValueAt(*f, {3.0}), 18.0);
  EXPECT_EQ(TangentAt(*f, {3.0}, {1.0}), 12.0);
}

TEST(Tangent, OfACallIsThatOfWhatIsCalled) {
  Draft d(1);
  const auto heron = Heron();
  const Register in[] = {d.code.Write(expr::Product(d.g, d.r(0), d.r(0)))}, out[] = {d.code.NewRegister()};
  d.code.Call(heron, in, out);
  EXPECT_NEAR(TangentAt(*d.Finish("root of square", {out[0]}), {3.0}, {1.0}), 1.0, 1e-13);
}

TEST(Tangent, IsNotThereWhereWhatIsCalledHasNone) {
  Draft d(1);
  native::NativeCall call;
  call.arguments.resize(3);
  call.arguments[0].numbers = {1.0, 2.0};
  call.arguments[1].numbers = {0.0, 0.0};
  call.arguments[2].numbers = {0.0};
  const auto random = std::make_shared<NativeFunction>(
      "random", *native::FindNative("ModelicaRandom_xorshift64star"), call, std::vector<NativePlace>{{0, 0}},
      std::vector<NativePlace>{{2, 0}}, nullptr);
  const Register in[] = {0}, out[] = {d.code.NewRegister()};
  d.code.Call(random, in, out);
  EXPECT_EQ(d.Finish("noise", {out[0]})->Tangent(), nullptr);
}

// x^3 with a derivative that its author gives, and says so by being wrong on purpose.
TEST(Tangent, TheAuthorsDerivativeComesFirst) {
  Draft f(2), f_der(3);
  const Register y = f.code.Write(expr::Power(f.g, f.r(0), 3.0));
  const Register dy = f_der.code.Write(expr::Product(f_der.g, f_der.c(100.0), f_der.r(2)));
  const auto derivative = f_der.Finish("f_der", {dy});
  const auto cube = std::make_shared<Routine>("f", 2, 1, f.code.Take({y}));
  DerivativeRule rule;
  rule.function = derivative;
  rule.inputs = {0};
  rule.constant = {1};
  rule.outputs = {0};
  cube->AddRule(rule);
  expr::Graph g;
  const expr::ExprId x = g.Variable(expr::VariableId(0)), p = g.Parameter(expr::ParameterId(0)),
                     z = g.Variable(expr::VariableId(1));
  const double variables[] = {2.0, 5.0}, slopes[] = {7.0, 1.0}, parameters[] = {4.0};
  const expr::Point point{0.0, variables, slopes, parameters};
  const expr::ExprId with_parameter[] = {x, p}, with_variable[] = {x, z};
  const expr::FunctionId id = g.AddFunction(cube);
  EXPECT_EQ(expr::Evaluate(g, expr::TimeDerivative(g, g.Call(id, 0, with_parameter)), point), 700.0);
  // Its condition does not hold where the second argument varies: generated code instead.
  EXPECT_EQ(expr::Evaluate(g, expr::TimeDerivative(g, g.Call(id, 0, with_variable)), point), 3.0 * 4.0 * 7.0);
}

}  // namespace
}  // namespace daedalus::routine
