#include "daedalus/model/simulate/small_arguments.h"

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <vector>

#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

// What a watch says of x, the only quantity, which has these values; its absolute tolerance is 1e-6.
bool IsTold(const std::function<Expr(const Expr& x)>& use, std::initializer_list<double> values,
            double absolute = 1e-6) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.0}), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(y == use(x));
  const System system = std::move(m).Build().value();
  const std::vector<Quantity> places{{VariableId(0u), 0}};
  SmallArguments watch(system, places, std::vector{absolute});
  double t = 0;
  for (const double value : values) watch.Observe(t += 1, std::vector{value});
  return watch.Find(system, places).has_value();
}

Expr Log(const Expr& x) {
  return log(x);
}

TEST(SmallArguments, AreToldWhereTheirDigitsAreTaken) {
  EXPECT_TRUE(IsTold(Log, {1, 1e-3, 1e-9}));
  EXPECT_TRUE(IsTold([](const Expr& x) { return 2.0 / x; }, {1, 1e-9, 1}));
  EXPECT_FALSE(IsTold([](const Expr& x) { return 2.0 * x + x * x; }, {1, 1e-9, 1}))
      << "a sum is as good as its tolerance";
}

TEST(SmallArguments, AreNoReasonForAWordWhereTheyHaveTheirDigits) {
  EXPECT_FALSE(IsTold(Log, {1, 1e-3, 2e-6}));
  EXPECT_FALSE(IsTold(Log, {1, 1e-9}, 0)) << "computed from others";
  EXPECT_FALSE(IsTold(Log, {1, 0, 1})) << "which is told otherwise";
  EXPECT_FALSE(IsTold([](const Expr& x) { return 2.0 / x; }, {1, 1e-9, -1})) << "passes zero";
}

TEST(SmallArguments, InsideOfBranchesMayBeGuarded) {
  EXPECT_FALSE(IsTold([](const Expr& x) { return If(x > 1e-3, log(x), Expr(0.0)); }, {1, 1e-9}));
}

}  // namespace
}  // namespace daedalus::simulate
