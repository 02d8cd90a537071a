#include "daedalus/programs/causal/kept_equation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "daedalus/programs/causal/structure_conversion.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::causal {
namespace {

constexpr double kSizes[] = {1e-9, 1.0, 1e9};

bool IsTrue(const System& system, const Assertion& assertion, const std::vector<double>& values) {
  const std::vector<double> slopes(values.size(), 0.0);
  return expr::Evaluate(system.graph, assertion.condition, {0.0, values, slopes, {}}) != 0;
}

// The only equation of a model of unknowns x and y of this size, which are (1 + a, 1 + b) of it.
template <class Write>
class OneEquation {
 public:
  OneEquation(double size, Write write) : size_(size) {
    Model m("M");
    auto x = m.Variable("x", {.nominal = Expr(size)}), y = m.Variable("y", {.nominal = Expr(size)});
    m.Equation(write(x, y, size) == Expr(0.0));
    system_ = std::move(m).Build().value();
    assertion_ = StillHolds(system_, system_.equations[EquationId(0)], 1e-4, "it does not hold");
  }
  bool HoldsAt(double x, double y) const { return IsTrue(system_, assertion_, {x * size_, y * size_}); }
  const Assertion& assertion() const { return assertion_; }

 private:
  double size_;
  System system_;
  Assertion assertion_;
};

// The same answer in all units, however the equation is written.
TEST(StillHolds, ComparesAResidualWithItsOwnTerms) {
  const auto sum = [](const Expr& x, const Expr& y, double) { return x - y; };
  const auto product = [](const Expr& x, const Expr& y, double size) { return 1e6 / size * (x - y) * x; };
  const auto circle = [](const Expr& x, const Expr& y, double size) {
    return x * x + y * y - 2 * size * size;
  };
  for (const double size : kSizes) {
    SCOPED_TRACE(size);
    const auto expect = [&](auto write) {
      const OneEquation equation(size, write);
      EXPECT_TRUE(equation.HoldsAt(1, 1));
      EXPECT_TRUE(equation.HoldsAt(1 + 1e-6, 1));
      EXPECT_FALSE(equation.HoldsAt(1 + 1e-3, 1));
      EXPECT_FALSE(equation.HoldsAt(1, 1 - 1e-3));
    };
    expect(sum);
    expect(product);
    expect(circle);
  }
}

// Where all terms vanish together, what is left of them is rounding and the errors of the integrator.
TEST(StillHolds, CountsNominalValuesWhereAllTermsVanish) {
  const auto sum = [](const Expr& x, const Expr& y, double) { return x - y; };
  for (const double size : kSizes) {
    const OneEquation equation(size, sum);
    EXPECT_TRUE(equation.HoldsAt(0, 0)) << size;
    EXPECT_TRUE(equation.HoldsAt(1e-6, 0)) << size;
    EXPECT_FALSE(equation.HoldsAt(1e-3, 0)) << size;
  }
}

// sin(x) has no slope at its largest value, so the linearised equation has no terms there.
TEST(StillHolds, CountsTermsWithoutASlope) {
  const double at = std::acos(0.0);
  const OneEquation equation(1.0, [](const Expr& x, const Expr&, double) { return sin(x) - 1.0; });
  EXPECT_TRUE(equation.HoldsAt(at, 0));
  EXPECT_TRUE(equation.HoldsAt(at + 1e-6, 0));
  EXPECT_FALSE(equation.HoldsAt(at + 0.1, 0));
}

// The slope of a length is 0/0 where it is zero.
TEST(StillHolds, SurvivesASlopeThatIsUndefined) {
  const OneEquation equation(1.0, [](const Expr& x, const Expr& y, double) { return sqrt(x * x + y * y); });
  EXPECT_TRUE(equation.HoldsAt(0, 0));
}

TEST(StillHolds, NamesTheEquation) {
  const OneEquation equation(1.0, [](const Expr& x, const Expr& y, double) { return x - y; });
  const std::string message = equation.assertion().message.Fill([](ExprId) { return 0.0; });
  EXPECT_NE(message.find("it does not hold: `x - y = 0`"), std::string::npos) << message;
}

// Two equations for der(x) + der(y) with a factor that varies: one is combined with the other, and watched.
TEST(StructureConversion, WatchesWhatItReplacesInItsOwnUnits) {
  for (const double size : kSizes) {
    SCOPED_TRACE(size);
    Model m("M");
    auto x = m.Variable("x", {.nominal = Expr(size)}), y = m.Variable("y", {.nominal = Expr(size)}),
         k = m.Variable("k");
    m.Equation(der(k) == 1.0);
    m.Equation(der(x) + der(y) == Expr(size));
    m.Equation(k * (der(x) + der(y)) == x);
    System system = std::move(m).Build().value();
    const std::vector<double> start{size, 0, 1};
    const auto report = ConvertStructure(system, OffsetsOf(IncidenceOf(system)).value(), {0.0, start, {}});
    ASSERT_EQ(report.conversions.size(), 1u);
    ASSERT_FALSE(system.assertions.empty());
    const auto all_hold = [&](double slope) {
      const std::vector<double> values{size, 0, 1}, slopes{slope * size, 0, 1};
      return std::ranges::all_of(system.assertions, [&](const Assertion& assertion) {
        return expr::Evaluate(system.graph, assertion.condition, {0.0, values, slopes, {}}) != 0;
      });
    };
    EXPECT_TRUE(all_hold(1));
    EXPECT_TRUE(all_hold(1 + 1e-6));
    EXPECT_FALSE(all_hold(1.2));
  }
}

}  // namespace
}  // namespace daedalus::causal
