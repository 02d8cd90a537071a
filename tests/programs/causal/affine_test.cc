#include "daedalus/programs/causal/affine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "daedalus/programs/causal/sign_analysis.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::causal {
namespace {

using expr::Op;

// Random expressions over three variables and a few numbers, each made of earlier ones.
class RandomExpressions {
 public:
  RandomExpressions(expr::Graph& g, std::mt19937& random) : graph_(g), random_(random) {
    for (const VariableId v : IdRange<VariableId>(3)) all.push_back(g.Variable(v));
    for (const double c : {-2.0, 0.0, 0.5, 3.0}) all.push_back(g.Constant(c));
    for (int i = 0; i < 20; ++i) all.push_back(Make());
  }
  std::vector<ExprId> all;

 private:
  ExprId Any() { return all[random_() % all.size()]; }
  ExprId Make() {
    constexpr Op unary[] = {Op::kAbs,  Op::kSqrt, Op::kExp,  Op::kSin,
                            Op::kTanh, Op::kSign, Op::kCosh, Op::kFloor};
    constexpr Op binary[] = {Op::kAdd, Op::kMul, Op::kDiv, Op::kMin, Op::kMax};
    switch (random_() % 5) {
      case 0:
        return expr::Unary(graph_, unary[random_() % std::size(unary)], Any());
      case 1:
        return expr::Power(graph_, Any(), static_cast<double>(random_() % 5) - 2.0);
      case 2:
        return expr::Conditional(graph_, expr::Less(graph_, Any(), Any()), Any(), Any());
      default:
        return expr::Binary(graph_, binary[random_() % std::size(binary)], Any(), Any());
    }
  }

  expr::Graph& graph_;
  std::mt19937& random_;
};

// No part of it is too large or too small for a number, or none at all: for others nothing is promised.
bool IsOrdinary(const expr::Graph& g, ExprId e, const expr::Point& point) {
  expr::Traversal traversal;
  expr::Evaluator evaluator(g);
  evaluator.SetPoint(point);
  for (const ExprId part : traversal.Visit(g, e)) {
    const double value = std::abs(evaluator.Value(part));
    if (!(value == 0 || (value > 1e-100 && value < 1e100))) return false;
  }
  return true;
}

TEST(SignAnalysis, NoRandomExpressionEverHasASignOutsideItsSet) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> anywhere(-3.0, 3.0);
  int num_decided = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    System system;
    const RandomExpressions expressions(system.graph, random);
    SignAnalysis signs(system, {});
    for (int trial = 0; trial < 10; ++trial) {
      const std::vector<double> x = {anywhere(random), anywhere(random), trial == 0 ? 0.0 : anywhere(random)};
      for (const ExprId e : expressions.all) {
        if (!IsOrdinary(system.graph, e, {0.0, x, x, {}})) continue;
        const double value = expr::Evaluate(system.graph, e, {0.0, x, x, {}});
        EXPECT_TRUE(signs.Of(e).Contains(SignSet::Of(value)))
            << expr::Print(system.graph, e) << " is " << value;
        num_decided += signs.Of(e) != SignSet::Any();
      }
    }
  }
  EXPECT_GT(num_decided, 10'000);
}

TEST(AffineForm, FactorAndRestMakeUpTheExpression) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> anywhere(-3.0, 3.0);
  int num_linear = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    System system;
    const RandomExpressions expressions(system.graph, random);
    const ExprId leaf = system.graph.Variable(VariableId(0));
    AffineForm affine(system.graph);
    for (const ExprId e : expressions.all) {
      const auto parts = affine.Split(e, leaf);
      if (!parts) continue;
      EXPECT_TRUE(affine.IsFree(parts->factor, leaf));
      EXPECT_TRUE(affine.IsFree(parts->rest, leaf));
      const std::vector<double> x = {anywhere(random), anywhere(random), anywhere(random)};
      const auto value = [&](ExprId id) { return expr::Evaluate(system.graph, id, {0.0, x, x, {}}); };
      const double whole = value(e), sum = value(parts->factor) * x[0] + value(parts->rest);
      if (!std::isfinite(whole) || !std::isfinite(sum) || std::abs(whole) > 1e6) continue;
      EXPECT_NEAR(sum, whole, 1e-9 * (1 + std::abs(value(parts->rest))));
      num_linear += !affine.IsFree(e, leaf);
    }
  }
  EXPECT_GT(num_linear, 300);
}

TEST(AffineForm, ADeepNestIsNoTrouble) {
  System system;
  expr::Graph& g = system.graph;
  const ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1));
  ExprId e = x;
  for (int i = 0; i < 100'000; ++i) e = expr::Sum(g, expr::Quotient(g, e, expr::Unary(g, Op::kExp, y)), y);
  const auto parts = AffineForm(g).Split(e, x);
  ASSERT_TRUE(parts.has_value());
  EXPECT_TRUE(SolveAffine(g, *parts).IsValid());
}

}  // namespace
}  // namespace daedalus::causal
