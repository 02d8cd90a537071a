#include "daedalus/system/settable_starts.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus {
namespace {

// x(start = 2*a), y without a start value.
System TwoStates() {
  Model m("TwoStates");
  const Expr a = m.Parameter("a", 3.0);
  const Expr x = m.Variable("x", {.start = 2 * a, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(der(y) == x - y);
  return std::move(m).Build().value();
}

TEST(SettableStarts, AParameterTakesTheExpressionOfTheStart) {
  const std::string names[] = {"x", "y"};
  auto system = WithSettableStarts(TwoStates(), names);
  ASSERT_TRUE(system.ok());
  const auto values = EvaluateParameters(*system);
  ASSERT_TRUE(values.ok());
  const auto x = ParameterNamed(*system, "x.start"), y = ParameterNamed(*system, "y.start");
  ASSERT_TRUE(x && y);
  EXPECT_EQ(values->values[x->index()], 6);
  EXPECT_EQ(values->values[y->index()], 0);
  EXPECT_EQ(system->variables[VariableId(0)].start, system->graph.Parameter(*x));
  EXPECT_TRUE(system->variables[VariableId(0)].fixed);
  EXPECT_EQ(system->variables[VariableId(1)].start_weight, StartWeight::kModel);
}

TEST(SettableStarts, ANameIsMadeOnce) {
  const std::string twice[] = {"x", "x"};
  const auto system = WithSettableStarts(TwoStates(), twice);
  ASSERT_TRUE(system.ok());
  EXPECT_EQ(system->parameters.size(), TwoStates().parameters.size() + 1);
}

TEST(SettableStarts, AnUnknownNameIsAnErrorWithTheNearestOne) {
  const std::string name[] = {"xx"};
  const auto system = WithSettableStarts(TwoStates(), name);
  ASSERT_FALSE(system.ok());
  EXPECT_EQ(system.error()[0].code, Code::kBadOption);
  EXPECT_NE(system.error()[0].message.find("`xx`"), std::string::npos);
  EXPECT_EQ(system.error()[0].hint, "did you mean `x`?");
}

}  // namespace
}  // namespace daedalus
