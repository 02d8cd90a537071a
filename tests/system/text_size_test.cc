#include "daedalus/system/text_size.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus {
namespace {

// y = f(f(...f(x))) with f(u) = sin(u)*cos(u): each level uses the one below twice.
System Doubled(int num_levels) {
  Model m("Doubled");
  auto x = m.Variable("x");
  auto y = m.Variable("y");
  m.Equation(der(x) == -x);
  Expr e = x;
  for (int i = 0; i < num_levels; ++i) e = sin(e) * cos(e);
  m.Equation(y == e);
  return std::move(m).Build().value();
}

TEST(TextSize, GrowsWithEachUseOfWhatIsShared) {
  // Level k has 3 + 2 t(k-1) terms, t(0) = 1: 2^(k+2) - 3, and y is one more.
  EXPECT_FALSE(FindTooLongText(Doubled(8), 1022).has_value());
  EXPECT_TRUE(FindTooLongText(Doubled(8), 1021).has_value());
}

TEST(TextSize, OfWhatIsMostlyRepetitionIsThatOfACall) {
  const System system = Doubled(2000);  // more terms than a double can count
  const ExprId e = system.equations[EquationId(1)].right;
  TextSizes sizes(system);
  EXPECT_GT(sizes.OutInFull(e), 1e300);
  EXPECT_TRUE(sizes.IsFunction(e));
  EXPECT_EQ(sizes.Written(e), 2);                        // f(x)
  EXPECT_FALSE(FindTooLongText(system, 4).has_value());  // der(x) = -x
}

TEST(TextSize, OfWhatIsLongWithoutRepetitionIsTold) {
  Model m("Sum");
  auto x = m.Variable("x");
  Expr sum = 0.0;
  for (int i = 1; i <= 3000; ++i) sum += sin(double(i) * x);
  m.Equation(der(x) == sum);
  // A sum, and for each term the sine, the product, the number and x.
  const auto found = FindTooLongText(std::move(m).Build().value(), 10'000);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->message, "as text this equation would have 1.2e+04 terms, and the most is 10000");
}

}  // namespace
}  // namespace daedalus
