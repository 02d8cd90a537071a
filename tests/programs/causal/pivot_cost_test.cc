#include "daedalus/programs/causal/pivot_cost.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus::causal {
namespace {

using structure::kUnsafe;
using structure::PivotCost;

constexpr SignSet kNegative = SignSet::Negative(), kZero = SignSet::Zero(), kPositive = SignSet::Positive(),
                  kAny = SignSet::Any();

TEST(SignSets, SumsOfOneSignKeepItAndProductsMultiply) {
  EXPECT_EQ(SumOf(kPositive, kPositive), kPositive);
  EXPECT_EQ(SumOf(kPositive, kNotNegative), kPositive);
  EXPECT_EQ(SumOf(kNotNegative, kNotNegative), kNotNegative);
  EXPECT_EQ(SumOf(kPositive, kNegative), kAny);
  EXPECT_EQ(SumOf(kZero, kNegative), kNegative);
  EXPECT_EQ(ProductOf(kNegative, kNegative), kPositive);
  EXPECT_EQ(ProductOf(kNegative, kNotNegative), kNotPositive);
  EXPECT_EQ(ProductOf(kNegative | kPositive, kNegative), kNegative | kPositive);
  EXPECT_TRUE(ProductOf(kNegative | kPositive, kNegative).IsNonzero());
  EXPECT_EQ(-kNotNegative, kNotPositive);
}

// A model with variables x, y and parameters whose signs are known in different ways.
struct Signs {
  Model m{"M"};
  Expr x = m.Variable("x", {.min = 1.0}), y = m.Variable("y");
  Expr plain = m.Parameter("plain", 2.0);
  Expr final_one = m.Parameter("final_one", 3.0, {.is_constant = true});
  Expr computed = m.Parameter("computed", final_one - 4.0, {.is_constant = true});
  Expr area = m.Parameter("area", pow(plain, 2.0) + 1.0, {.is_constant = true});

  SignSet Of(const Expr& e, bool with_values = false) {
    m.Equation(x == e);
    m.Equation(y == 0.0);
    const ExprId id = e.id();
    System s = std::move(m).Build().value();
    const std::vector<double> values = EvaluateParameters(s).value().values;
    return SignAnalysis(s, {with_values ? values : std::span<const double>(), {}}).Of(id);
  }
};

TEST(SignAnalysis, KnowsWhatCannotVanish) {
  const auto of = [](auto make) {
    Signs s;
    const Expr e = make(s);
    return s.Of(e);
  };
  EXPECT_EQ(of([](Signs& s) { return exp(s.x); }), kPositive);
  EXPECT_EQ(of([](Signs& s) { return cosh(s.x) + s.y * s.y; }), kPositive);
  EXPECT_EQ(of([](Signs& s) { return s.x * s.x; }), kNotNegative);
  EXPECT_EQ(of([](Signs& s) { return -2.0 / (1.0 + pow(s.x, 4.0)); }), kNegative);
  EXPECT_EQ(of([](Signs& s) { return sqrt(1.0 + s.x * s.x); }), kPositive);
  EXPECT_EQ(of([](Signs& s) { return pow(s.x, 3.0); }), kAny);
  EXPECT_EQ(of([](Signs& s) { return pow(1.0 + abs(s.x), s.y); }), kPositive);
  EXPECT_EQ(of([](Signs& s) { return max(s.x, 1.0); }), kPositive);
  EXPECT_EQ(of([](Signs& s) { return min(s.x, 1.0); }), kAny);
  EXPECT_EQ(of([](Signs& s) { return If(s.x > 0.0, Expr(1.0) + exp(s.y), Expr(-2.0) - exp(s.y)); }),
            kNegative | kPositive);
  EXPECT_EQ(of([](Signs& s) { return cos(s.x); }), kAny);
  EXPECT_EQ(of([](Signs& s) { return 1.0 * s.x; }), kAny) << "min of a variable is not trusted";
}

TEST(SignAnalysis, ParametersByFinalValueOrGivenValue) {
  const auto of = [](auto make, bool with_values) {
    Signs s;
    const Expr e = make(s);
    return s.Of(e, with_values);
  };
  const auto plain = [](Signs& s) { return s.plain * exp(s.x); };
  EXPECT_EQ(of(plain, false), kAny) << "may be set to 0 before the run";
  EXPECT_EQ(of(plain, true), kPositive);
  EXPECT_EQ(of([](Signs& s) { return s.final_one * exp(s.x); }, false), kPositive);
  EXPECT_EQ(of([](Signs& s) { return s.computed * exp(s.x); }, false), kNegative) << "3 - 4";
  EXPECT_EQ(of([](Signs& s) { return s.area * exp(s.x); }, false), kPositive)
      << "final, of a binding that cannot vanish whatever `plain` is";
}

TEST(SignAnalysis, ParametersByTheirBounds) {
  Signs s;
  const Expr e = s.plain * exp(s.x);
  const ExprId id = e.id();
  s.m.Equation(s.x == e);
  s.m.Equation(s.y == 0.0);
  System system = std::move(s.m).Build().value();
  Parameter& p = system.parameters[ParameterId(0)];
  p.min = system.graph.Constant(0.0);
  EXPECT_EQ(SignAnalysis(system, {}).Of(id), kNotNegative);
  p.min = system.graph.Constant(1e-9);
  EXPECT_EQ(SignAnalysis(system, {}).Of(id), kPositive);
  p.min = ExprId();
  p.max = system.graph.Constant(-1.0);
  EXPECT_EQ(SignAnalysis(system, {}).Of(id), kNegative);
  p.fixed = false;
  p.max = ExprId();
  const std::vector<double> values = {2.0, 3.0, -1.0, 5.0};
  EXPECT_EQ(SignAnalysis(system, {values, {}}).Of(id), kAny) << "found by the initial problem";
}

TEST(SignAnalysis, AVanishingParameterMayBeZeroInTheLimit) {
  Signs s;
  const Expr product = s.plain * exp(s.x), sum = 1.0 + product;
  const ExprId ids[] = {product.id(), sum.id()};
  s.m.Equation(s.x == sum);
  s.m.Equation(s.y == 0.0);
  System system = std::move(s.m).Build().value();
  const std::vector<double> values = {2.0, 3.0, -1.0, 5.0};
  const ParameterId h(0);
  SignAnalysis signs(system, {values, {&h, 1}});
  EXPECT_EQ(signs.Of(ids[0]), kNotNegative);
  EXPECT_EQ(signs.Of(ids[1]), kPositive) << "1 + h k may be divided by";
}

// The costs of x, y, z in the equation 0 = residual(x, y, z, p).
struct RowCosts {
  bool is_linear;
  std::vector<PivotCost> costs;
};
template <class MakeResidual>
RowCosts CostsOf(const MakeResidual& residual, std::span<const double> nominals = {}) {
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z"), p = m.Parameter("p", 4.0);
  m.Equation(residual(x, y, z, p) == 0.0);
  m.Equation(x == 1.0);
  m.Equation(y == 1.0);
  System s = std::move(m).Build().value();
  const std::vector<double> values = {4.0};
  PivotCosts pivots(s, {{values, {}}, nominals});
  std::vector<ExprId> leaves;
  for (const VariableId v : IdRange<VariableId>(3)) leaves.push_back(s.graph.Variable(v));
  const auto& row = pivots.OfRow(s.equations[EquationId(0)].residual, leaves);
  return {row.is_linear, row.costs};
}

TEST(PivotCosts, UnitFactorsAreFreeOthersGoByTheirSizeInTheRow) {
  const RowCosts row = CostsOf([](auto x, auto y, auto z, auto p) { return x - p * y + 40.0 * z; });
  EXPECT_TRUE(row.is_linear);
  EXPECT_EQ(row.costs, (std::vector<PivotCost>{0, 100, 10}));
  EXPECT_EQ(row.costs[1], kTenTimesSmaller);
}

TEST(PivotCosts, NominalValuesScaleTheUnknowns) {
  const std::vector<double> nominals = {1.0, 10.0, 1.0};
  const RowCosts row = CostsOf([](auto x, auto y, auto z, auto p) { return x - p * y + 40.0 * z; }, nominals);
  EXPECT_EQ(row.costs, (std::vector<PivotCost>{0, 10, 10}));
}

TEST(PivotCosts, WhatMayVanishOrIsNotLinearIsUnsafe) {
  const RowCosts row =
      CostsOf([](auto x, auto y, auto z, auto) { return exp(z) * x + sin(z) * y + floor(z) + z; });
  EXPECT_FALSE(row.is_linear);
  EXPECT_EQ(row.costs, (std::vector<PivotCost>{kSizeUnknown, kUnsafe, kUnsafe}));
}

TEST(PivotCosts, AFactorThatAnotherUnknownOfTheRowMayTurnToZeroIsUnsafe) {
  const RowCosts row = CostsOf([](auto x, auto y, auto z, auto) { return x * y + z; });
  EXPECT_FALSE(row.is_linear);
  EXPECT_EQ(row.costs, (std::vector<PivotCost>{kUnsafe, kUnsafe, 0}));
}

TEST(PivotCosts, WhatIsHiddenInAFunctionWithoutSlopeIsNotLinear) {
  const RowCosts row =
      CostsOf([](auto x, auto y, auto z, auto) { return x + floor(x) + 2.0 * y + sin(z) + y * z; });
  EXPECT_EQ(row.costs, (std::vector<PivotCost>{kUnsafe, kUnsafe, kUnsafe}));
  const RowCosts other = CostsOf([](auto x, auto y, auto z, auto) { return x + (1.0 + y * y) * z; });
  EXPECT_EQ(other.costs, (std::vector<PivotCost>{0, kUnsafe, kSizeUnknown}));
}

TEST(PivotCosts, BranchesOfAnIfCountTogether) {
  const RowCosts row =
      CostsOf([](auto x, auto y, auto z, auto p) { return If(p > 1.0, 2.0 * x + y, 3.0 * x) + 3.0 * z; });
  EXPECT_TRUE(row.is_linear);
  EXPECT_EQ(row.costs[0], 15) << "2 of 3, since p is 4";
  EXPECT_EQ(row.costs[1], kUnsafe) << "0 in the other branch";
}

}  // namespace
}  // namespace daedalus::causal
