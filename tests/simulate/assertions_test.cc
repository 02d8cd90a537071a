#include "daedalus/simulate/assertions.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

TEST(Assertions, AreReportedOnceWithTimeAndMessage) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == 1.0);
  m.Assert(x < 2.0, "x is too large");
  const System s = std::move(m).Build().value();
  AssertionChecker checker(s, {});
  const std::vector<double> small{1}, large{3}, slope{1};
  EXPECT_TRUE(checker.Check(0, small, slope).empty());
  const auto violations = checker.Check(0.5, large, slope);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].message, "assertion failed at time = 0.5: x is too large");
  EXPECT_EQ(violations[0].severity, Severity::kError);
  EXPECT_TRUE(checker.Check(0.6, large, slope).empty()) << "once is enough";
}

}  // namespace
}  // namespace daedalus::simulate
