#include "daedalus/system/expr/differentiate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

#include "complex_step.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/gradient_values.h"
#include "daedalus/system/expr/print_expression.h"
#include "random_expression.h"

namespace daedalus::expr {
namespace {

Point At(const TestPoint& p) {
  return {p.time, p.variables, p.derivatives, p.parameters};
}

Complex LeafAt(const Graph& g, ExprId id, const TestPoint& p) {
  return LeafValue(g, id, At(p));
}

// d e / d leaf at the point by the complex step.
double StepPartial(const Graph& g, ExprId e, ExprId leaf, const TestPoint& p) {
  const auto value = [&](ExprId id) {
    return LeafAt(g, id, p) + Complex(0.0, id == leaf ? kComplexStep : 0.0);
  };
  return ComplexValues(g, e, value)[e.index()].imag() / kComplexStep;
}

// The rate of change of e along x(t + s) = x + s*der(x), time = t + s.
double StepTimeDerivative(const Graph& g, ExprId e, const TestPoint& p) {
  const auto value = [&](ExprId id) {
    double rate = 0.0;
    if (g.op(id) == Op::kTime) rate = 1.0;
    if (g.op(id) == Op::kVariable) rate = p.derivatives[g.variable(id).index()];
    return LeafAt(g, id, p) + Complex(0.0, rate * kComplexStep);
  };
  return ComplexValues(g, e, value)[e.index()].imag() / kComplexStep;
}

// What is not in a gradient is 0.
double NumberOf(std::span<const PartialValue> gradient, ExprId leaf) {
  const auto found = std::ranges::find_if(gradient, [&](const PartialValue& d) { return d.leaf.id == leaf; });
  return found == gradient.end() ? 0.0 : found->value;
}

TEST(Differentiate, EveryOperationAgreesWithTheComplexStep) {
  // Two points in every domain: 0 < x0 < x1 < 1, away from jumps and kinks.
  TestPoint points[2];
  points[0].variables = {0.3, 0.7, 0.45, 0.2};
  points[1].variables = {0.55, 0.35, 0.9, 0.1};
  for (int i = 0; i < kNumOps; ++i) {
    const Op op = static_cast<Op>(i);
    if (IsLeaf(op)) continue;
    Graph g;
    const std::size_t arity = Arity(op) < 0 ? 3 : static_cast<std::size_t>(Arity(op));
    std::vector<ExprId> operands;
    for (std::size_t k = 0; k < arity; ++k) operands.push_back(g.Variable(VariableId(k)));
    const ExprId e = g.Make(op, operands);
    for (const ExprId leaf : operands) {
      const ExprId derivative = Partial(g, e, leaf);
      GradientValues gradients(g);
      for (const TestPoint& p : points) {
        const double exact = StepPartial(g, e, leaf, p);
        gradients.SetPoint(At(p));
        EXPECT_NEAR(NumberOf(gradients.Of(e).value(), leaf), exact, 1e-13 * (1.0 + std::abs(exact)))
            << Print(g, e);
        EXPECT_NEAR(Evaluate(g, derivative, At(p)), exact, 1e-13 * (1.0 + std::abs(exact)))
            << Print(g, e) << " by " << Print(g, leaf) << " gave " << Print(g, derivative);
      }
    }
  }
}

TEST(Differentiate, NegativeAndLargeOperandsToo) {
  TestPoint p;
  p.variables = {-2.3, 1.7, -40.0, 3.1};
  const Op ops[] = {Op::kAbs,  Op::kExp,  Op::kSin,  Op::kCos,   Op::kTan,  Op::kAtan,
                    Op::kSinh, Op::kCosh, Op::kTanh, Op::kFloor, Op::kCeil, Op::kSign};
  for (const Op op : ops) {
    Graph g;
    const ExprId x = g.Variable(VariableId(0));
    const ExprId e = g.Make(op, {x});
    const double exact = StepPartial(g, e, x, p);
    EXPECT_NEAR(Evaluate(g, Partial(g, e, x), At(p)), exact, 1e-13 * std::abs(exact)) << Name(op);
  }
  for (const Op op : {Op::kMod, Op::kRem, Op::kTruncDiv, Op::kAtan2, Op::kMin, Op::kMax}) {
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 0}, {2, 3}, {3, 2}}) {
      Graph g;
      const ExprId a = g.Variable(VariableId(i)), b = g.Variable(VariableId(j));
      const ExprId e = g.Make(op, {a, b});
      for (const ExprId leaf : {a, b}) {
        const double exact = StepPartial(g, e, leaf, p);
        EXPECT_NEAR(Evaluate(g, Partial(g, e, leaf), At(p)), exact, 1e-13 * (1.0 + std::abs(exact)))
            << Print(g, e);
      }
    }
  }
}

RecipeOptions SmoothAndPiecewise() {
  RecipeOptions options{.ops = {}, .constants = {-2, -1, 0.5, 2, 3}, .num_operations = 10};
  for (int i = 0; i < kNumOps; ++i) {
    if (!IsLeaf(static_cast<Op>(i))) options.ops.push_back(static_cast<Op>(i));
  }
  for (int i = 0; i < 8; ++i) options.ops.insert(options.ops.end(), {Op::kAdd, Op::kMul, Op::kDiv, Op::kPow});
  return options;
}

// Whether the slope of the operation itself is infinite there, whatever its operand does.
bool IsSingular(const Graph& g, ExprId id, const std::vector<Complex>& values) {
  const Op op = g.op(id);
  if (op == Op::kAsin || op == Op::kAcos) return std::abs(values[g.operand(id, 0).index()].real()) == 1.0;
  return (op == Op::kSqrt || op == Op::kPow) && values[g.operand(id, 0).index()].real() == 0.0;
}

// Where all values are moderate, and all rates too, rounding stays far below the tolerance.
bool IsTame(const Graph& g, const std::vector<Complex>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i].real(), rate = values[i].imag() / kComplexStep;
    if (!(std::abs(value) < 1e3 && std::abs(rate) < 1e3)) return false;
    if (value != 0.0 && std::abs(value) < 1e-3) return false;
    if (IsSingular(g, ExprId(i), values)) return false;
  }
  return true;
}

class DifferentiateProperty : public testing::Test {
 protected:
  // Calls check(g, e, point) for many random expressions at points where they are tame in every direction.
  template <class Check>
  void ForRandomExpressions(Check check) {
    std::mt19937 random(4711);
    const auto draw = [&] { return std::uniform_real_distribution<double>(-2.0, 2.0)(random); };
    const RecipeOptions options = SmoothAndPiecewise();
    for (int round = 0; round < 6000; ++round) {
      Graph g;
      const ExprId e = Follow(MakeRecipe(random, options), g, Build);
      const TestPoint p = TestPoint::Random(draw);
      const auto everywhere = [&](ExprId id) { return LeafAt(g, id, p) + Complex(0.0, 1.7 * kComplexStep); };
      if (!IsTame(g, ComplexValues(g, e, everywhere))) continue;
      check(g, e, p);
      if (HasFatalFailure()) return;
      ++num_checked_;
    }
    EXPECT_GT(num_checked_, 1000);
  }
  int num_checked_ = 0;
};

TEST_F(DifferentiateProperty, GradientAgreesWithTheComplexStep) {
  ForRandomExpressions([](Graph& g, ExprId e, const TestPoint& p) {
    const std::vector<VariableLeaf> leaves = CollectLeaves(g, e).variables;
    const std::vector<PartialDerivative> gradient = Gradient(g, e);
    for (const VariableLeaf& leaf : leaves) {
      double value = 0.0;  // what is not in the gradient is 0
      for (const PartialDerivative& d : gradient) {
        if (d.leaf == leaf) value = Evaluate(g, d.value, At(p));
      }
      const double exact = StepPartial(g, e, leaf.id, p);
      ASSERT_NEAR(value, exact, 1e-7 * (1.0 + std::abs(exact))) << Print(g, e) << " by " << Print(g, leaf.id);
    }
  });
}

TEST_F(DifferentiateProperty, GradientInNumbersAgreesWithTheComplexStep) {
  ForRandomExpressions([](Graph& g, ExprId e, const TestPoint& p) {
    GradientValues gradients(g);
    gradients.SetPoint(At(p));
    const auto gradient = gradients.Of(e);
    ASSERT_TRUE(gradient);
    EXPECT_EQ(gradients.value(), Evaluate(g, e, At(p)));
    for (const VariableLeaf& leaf : CollectLeaves(g, e).variables) {
      const double exact = StepPartial(g, e, leaf.id, p);
      ASSERT_NEAR(NumberOf(*gradient, leaf.id), exact, 1e-7 * (1.0 + std::abs(exact)))
          << Print(g, e) << " by " << Print(g, leaf.id);
    }
  });
}

TEST_F(DifferentiateProperty, PartialAgreesWithTheComplexStep) {
  ForRandomExpressions([](Graph& g, ExprId e, const TestPoint& p) {
    Differentiator differentiator(g);
    for (const VariableLeaf& leaf : CollectLeaves(g, e).variables) {
      const double value = Evaluate(g, differentiator.Partial(e, leaf.id), At(p));
      const double exact = StepPartial(g, e, leaf.id, p);
      ASSERT_NEAR(value, exact, 1e-7 * (1.0 + std::abs(exact))) << Print(g, e) << " by " << Print(g, leaf.id);
    }
    const ExprId parameter = g.Parameter(ParameterId(0));
    const double exact = StepPartial(g, e, parameter, p);
    ASSERT_NEAR(Evaluate(g, differentiator.Partial(e, parameter), At(p)), exact,
                1e-7 * (1.0 + std::abs(exact)));
  });
}

TEST_F(DifferentiateProperty, TimeDerivativeAgreesWithTheComplexStep) {
  ForRandomExpressions([](Graph& g, ExprId e, const TestPoint& p) {
    const double exact = StepTimeDerivative(g, e, p);
    const double value = Evaluate(g, TimeDerivative(g, e), At(p));
    ASSERT_NEAR(value, exact, 1e-7 * (1.0 + std::abs(exact))) << Print(g, e);
  });
}

TEST(Differentiate, TimeDerivativeRaisesTheOrderOfVariables) {
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), dx = g.Variable(VariableId(0), 1),
               ddx = g.Variable(VariableId(0), 2);
  Differentiator d(g);
  EXPECT_EQ(d.TimeDerivative(x), dx);
  EXPECT_EQ(d.TimeDerivative(dx), ddx);
  EXPECT_EQ(d.TimeDerivative(g.Time()), g.Constant(1));
  EXPECT_EQ(d.TimeDerivative(g.Parameter(ParameterId(0))), g.Constant(0));
  const ExprId product[] = {g.Constant(2), x, dx};
  EXPECT_EQ(d.TimeDerivative(Power(g, x, 2)), Product(g, product));
}

TEST(Differentiate, OrdersOfOneVariableAreDifferentLeaves) {
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), dx = g.Variable(VariableId(0), 1);
  const ExprId e = Sum(g, Product(g, g.Constant(3), x), Product(g, x, dx));
  EXPECT_EQ(Partial(g, e, x), Sum(g, g.Constant(3), dx));
  EXPECT_EQ(Partial(g, e, dx), x);
}

TEST(Differentiate, PowersAtBaseZero) {
  const double zero[1] = {0.0}, two[1] = {2.0};
  const Point point{0.0, zero, {}, two};
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), p = g.Parameter(ParameterId(0));
  EXPECT_EQ(Evaluate(g, Partial(g, Power(g, x, 3), x), point), 0.0);
  EXPECT_EQ(Evaluate(g, Partial(g, Power(g, x, p), x), point), 0.0);
  EXPECT_EQ(Evaluate(g, Partial(g, Power(g, x, p), p), point), 0.0);
  EXPECT_EQ(Evaluate(g, Partial(g, Power(g, x, p), x), {0.0, zero, {}, zero}), 0.0);  // x^0 = 1
  EXPECT_EQ(Evaluate(g, Partial(g, Power(g, Sum(g, x, g.Constant(-3)), 3), x), point), 27.0);
}

// With 0 * inf a derivative that multiplies by the condition would be NaN here.
TEST(Differentiate, ABranchThatIsNotTakenCannotSpoilTheDerivative) {
  const double zero[1] = {0.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0));
  const ExprId root = Unary(g, Op::kSqrt, x);
  const ExprId guarded = Conditional(g, Less(g, g.Constant(0), x), root, Product(g, g.Constant(5), x));
  const ExprId e = Product(g, g.Constant(2), guarded);
  EXPECT_EQ(Evaluate(g, Partial(g, e, x), {0.0, zero, {}, {}}), 10.0);
  ASSERT_EQ(Gradient(g, e).size(), 1u);
  EXPECT_EQ(Evaluate(g, Gradient(g, e)[0].value, {0.0, zero, {}, {}}), 10.0);
  const ExprId smaller = Min(g, Sum(g, root, g.Constant(1)), x);
  EXPECT_EQ(Evaluate(g, Gradient(g, smaller)[0].value, {0.0, zero, {}, {}}), 1.0);
}

TEST(Differentiate, ConditionsThatComeInMakeNoEvents) {
  Graph g;
  const ExprId x = g.Variable(VariableId(0));
  EXPECT_EQ(Print(g, Partial(g, Unary(g, Op::kAbs, x), x)), "if noEvent(x0 < 0) then -1 else 1");
}

TEST(Differentiate, GradientOfALongSumIsLinear) {
  constexpr std::size_t kTerms = 100'000;
  Graph g;
  std::vector<ExprId> terms;
  for (std::size_t i = 0; i < kTerms; ++i) {
    terms.push_back(Product(g, g.Variable(VariableId(i)), g.Variable(VariableId(i + 1))));
  }
  const ExprId e = Sum(g, terms);
  const std::size_t before = g.size();
  EXPECT_EQ(Gradient(g, e).size(), kTerms + 1);
  EXPECT_LT(g.size(), before + 3 * kTerms);
}

TEST(Differentiate, GradientOfALongProductIsNotQuadratic) {
  constexpr std::size_t kFactors = 20'000;
  Graph g;
  std::vector<ExprId> factors;
  for (std::size_t i = 0; i < kFactors; ++i) factors.push_back(g.Variable(VariableId(i)));
  const std::vector<PartialDerivative> gradient = Gradient(g, Product(g, factors));
  ASSERT_EQ(gradient.size(), kFactors);
  EXPECT_LT(g.bytes(), kFactors * 4000);
  std::vector<double> values(kFactors, 1.0);
  values[0] = 2.0;
  values[7] = 3.0;
  Evaluator evaluator(g);
  evaluator.SetPoint({0.0, values, {}, {}});
  EXPECT_EQ(evaluator.Value(gradient[0].value), 3.0);
  EXPECT_EQ(evaluator.Value(gradient[7].value), 2.0);
  EXPECT_EQ(evaluator.Value(gradient[kFactors - 1].value), 6.0);
}

}  // namespace
}  // namespace daedalus::expr
