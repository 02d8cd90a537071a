// Derivatives by power series: coefficients of closed forms, and the same array as by expressions.
#include "daedalus/programs/array/taylor_array.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "daedalus/programs/array/derivative_array.h"
#include "programs/array/array_models.h"

namespace daedalus::array {
namespace {

// Of f(time) at the time.
std::vector<double> SeriesOf(Expr (*f)(const Expr& t), double time, int order) {
  Model m("M");
  const Expr x = m.Variable("x");
  m.Equation(x == f(m.Time()));
  const System system = std::move(m).Build().value();
  auto tape = TaylorTape::Record(system.graph, std::vector<ExprId>{system.equations[EquationId(0)].right});
  EXPECT_TRUE(tape.has_value());
  tape->Evaluate(order, {.time = time});
  const auto series = tape->Series(0);
  return {series.begin(), series.end()};
}

void ExpectSeries(Expr (*f)(const Expr& t), double time, const std::vector<double>& expected) {
  const auto found = SeriesOf(f, time, static_cast<int>(expected.size()) - 1);
  for (std::size_t j = 0; j < expected.size(); ++j)
    EXPECT_NEAR(found[j], expected[j], 1e-14) << "coefficient " << j;
}

TEST(TaylorTape, HasTheCoefficientsOfTheTextbook) {
  ExpectSeries([](const Expr& t) { return exp(2.0 * t); }, 0, {1, 2, 2, 4. / 3, 2. / 3, 4. / 15});
  ExpectSeries([](const Expr& t) { return 1.0 / (1.0 - t); }, 0, {1, 1, 1, 1, 1, 1});
  ExpectSeries([](const Expr& t) { return log(1.0 + t); }, 0, {0, 1, -1. / 2, 1. / 3, -1. / 4, 1. / 5});
  ExpectSeries([](const Expr& t) { return sqrt(1.0 + t); }, 0,
               {1, 1. / 2, -1. / 8, 1. / 16, -5. / 128, 7. / 256});
  ExpectSeries([](const Expr& t) { return pow(1.0 + t, 2.5); }, 0,
               {1, 5. / 2, 15. / 8, 5. / 16, -5. / 128, 3. / 256});
  ExpectSeries([](const Expr& t) { return sin(t); }, 0, {0, 1, 0, -1. / 6, 0, 1. / 120});
  ExpectSeries([](const Expr& t) { return tan(t); }, 0, {0, 1, 0, 1. / 3, 0, 2. / 15});
  ExpectSeries([](const Expr& t) { return asin(t); }, 0, {0, 1, 0, 1. / 6, 0, 3. / 40});
  ExpectSeries([](const Expr& t) { return atan(t); }, 0, {0, 1, 0, -1. / 3, 0, 1. / 5});
  ExpectSeries([](const Expr& t) { return cosh(t); }, 0, {1, 0, 1. / 2, 0, 1. / 24, 0});
  ExpectSeries([](const Expr& t) { return tanh(t); }, 0, {0, 1, 0, -1. / 3, 0, 2. / 15});
  ExpectSeries([](const Expr& t) { return atan2(sin(t), cos(t)); }, 0.5, {0.5, 1, 0, 0, 0, 0});
  // Whole powers at zero and below it; a quotient whose denominator is one of them.
  ExpectSeries([](const Expr& t) { return pow(t, 3.0); }, 0, {0, 0, 0, 1, 0, 0});
  ExpectSeries([](const Expr& t) { return pow(t, -2.0); }, -1, {1, 2, 3, 4, 5, 6});
  ExpectSeries([](const Expr& t) { return pow(t, t) / exp(t * log(t)); }, 2, {1, 0, 0, 0, 0, 0});
  // On the side of the kink where the point is.
  ExpectSeries([](const Expr& t) { return abs(pow(t, 2.0) - 4.0); }, 1, {3, -2, -1, 0});
  // At the kink itself, the side that the rules of expressions take (expr/chain_rule.h).
  ExpectSeries([](const Expr& t) { return abs(t); }, 0, {0, 1, 0});
  ExpectSeries([](const Expr& t) { return If(t < 2.0, t * t, log(t - 2.0)); }, 1, {1, 2, 1, 0});
  ExpectSeries([](const Expr& t) { return max(t, 2.0 - t) + min(t, 2.0 - t); }, 0.5, {2, 0, 0});
}

std::vector<double> Dense(const linear::SparsePattern& pattern, std::span<const double> values) {
  std::vector<double> out(static_cast<std::size_t>(pattern.rows) * static_cast<std::size_t>(pattern.cols),
                          0.0);
  const auto places = linear::PositionsInDense(pattern);
  for (std::size_t i = 0; i < places.size(); ++i) out[static_cast<std::size_t>(places[i])] = values[i];
  return out;
}

void ExpectSame(const std::vector<double>& a, const std::vector<double>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size());
  double scale = 1.0;
  for (const double value : a) scale = std::max(scale, std::abs(value));
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-12 * scale) << what << ", number " << i;
}

void ExpectTheSameArray(const System& system, int order, ExtraRows extra = ExtraRows::kNone) {
  DerivativeArray symbolic(system, order, extra, Differentiation::kSymbolic),
      series(system, order, extra, Differentiation::kSeries);
  ASSERT_EQ(series.differentiation(), Differentiation::kSeries);
  ASSERT_EQ(series.num_rows(), symbolic.num_rows());
  std::vector<double> u(symbolic.num_unknowns());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = 0.6 + 0.3 * std::sin(1.0 + 2.0 * static_cast<double>(i));
  const std::vector<double> parameters(system.parameters.size(), 1.25);
  const ArrayInputs inputs{0.4, parameters};
  std::vector<double> r(symbolic.num_rows()), r_series(r.size());
  ASSERT_TRUE(symbolic.Residual(inputs, u, r));
  ASSERT_TRUE(series.Residual(inputs, u, r_series));
  ExpectSame(r, r_series, system.name + ", residual");
  std::vector<double> values(static_cast<std::size_t>(symbolic.pattern().num_nonzeros()));
  std::vector<double> values_series(static_cast<std::size_t>(series.pattern().num_nonzeros()));
  ASSERT_TRUE(symbolic.Jacobian(inputs, u, values));
  ASSERT_TRUE(series.Jacobian(inputs, u, values_series));
  ExpectSame(Dense(symbolic.pattern(), values), Dense(series.pattern(), values_series),
             system.name + ", Jacobian");
}

TEST(TaylorArray, IsTheOneOfExpressions) {
  for (int order = 0; order <= 5; ++order) ExpectTheSameArray(CartesianPendulum(), order);
}

TEST(TaylorArray, IsTheOneOfExpressionsForEveryFunction) {
  Model m("Functions");
  const Expr x = m.Variable("x"), y = m.Variable("y"), p = m.Parameter("p", 1.0);
  const std::vector<Expr> all = {exp(x) * y,
                                 log(x + y),
                                 log10(x),
                                 sqrt(x * y),
                                 sin(x * y),
                                 cos(x) / y,
                                 tan(0.3 * x),
                                 asin(0.5 * x),
                                 acos(0.5 * y),
                                 atan(x * y),
                                 atan2(x, y),
                                 sinh(x),
                                 cosh(y),
                                 tanh(x * y),
                                 pow(x, 3.0),
                                 pow(x, -2.0),
                                 pow(x, 0.7),
                                 pow(x, y),
                                 pow(x, p),
                                 abs(x - y),
                                 min(x, y),
                                 max(x * x, y * y),
                                 If(x > y, x * y, x / y),
                                 der(x) * der(y),
                                 m.Time() * x * der(y),
                                 p * x};
  for (std::size_t i = 0; i < all.size(); ++i) m.Equation(m.Variable(fmt::format("z{}", i)) == all[i]);
  m.Equation(der(x) == -x);
  m.Equation(der(y) == x);
  m.InitialEquation(x * y == 1.0);
  const System system = std::move(m).Build().value();
  ExpectTheSameArray(system, 4);
  ExpectTheSameArray(system, 2, ExtraRows::kInitialEquations);
}

TEST(TaylorArray, IsTakenFromOrderFourOn) {
  EXPECT_EQ(DerivativeArray(CartesianPendulum(), 3).differentiation(), Differentiation::kSymbolic);
  EXPECT_EQ(DerivativeArray(CartesianPendulum(), 4).differentiation(), Differentiation::kSeries);
}

// Entries that vanish for every curve are left out, as they are by expressions.
TEST(TaylorArray, IsAsSparse) {
  DerivativeArray symbolic(CartesianPendulum(), 4, ExtraRows::kNone, Differentiation::kSymbolic);
  DerivativeArray series(CartesianPendulum(), 4, ExtraRows::kNone, Differentiation::kSeries);
  EXPECT_EQ(series.pattern().num_nonzeros(), symbolic.pattern().num_nonzeros());
}

// The number of expressions does not depend on the order.
TEST(TaylorArray, DoesNotGrowWithTheOrder) {
  const auto size = [](int order, Differentiation way) {
    return DerivativeArray(CartesianPendulum(), order, ExtraRows::kNone, way).num_expressions();
  };
  EXPECT_EQ(size(8, Differentiation::kSeries), size(1, Differentiation::kSeries));
  EXPECT_GT(size(8, Differentiation::kSymbolic), 10 * size(8, Differentiation::kSeries));
}

}  // namespace
}  // namespace daedalus::array
