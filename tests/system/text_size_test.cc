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
  EXPECT_FALSE(FindTooLongText(Doubled(10), 4094).has_value());
  EXPECT_TRUE(FindTooLongText(Doubled(10), 4093).has_value());
}

TEST(TextSize, MayBeBeyondAllNumbers) {
  const auto found = FindTooLongText(Doubled(2000), 1e6);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->message, "as text this equation would have inf terms, and the most is 1000000");
}

}  // namespace
}  // namespace daedalus
