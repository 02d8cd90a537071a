#include "daedalus/programs/causal/semi_linear_chains.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daedalus/system/builder.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

Expr SemiLinearOf(const Expr& x, const Expr& a, const Expr& b) {
  return If(0.0 <= x, x * a, x * b);
}

std::vector<std::string> TextsOf(const System& system) {
  std::vector<std::string> out;
  for (const Equation& e : system.equations) out.push_back(EquationText(system, e));
  return out;
}

std::vector<std::string> Joined(Model m) {
  System system = std::move(m).Build().value();
  JoinSemiLinearChains(system);
  return TextsOf(system);
}

// The second one is written for the other direction, as ports on either side of a connection are.
TEST(SemiLinearChains, AreJoinedWhateverTheirDirection) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), a = m.Variable("a"), s = m.Variable("s"),
       t = m.Variable("t"), b = m.Variable("b");
  m.Equation(y == SemiLinearOf(x, s, t));
  m.Equation(-y == SemiLinearOf(-x, s, a));
  m.Equation(y == SemiLinearOf(x, t, b));
  EXPECT_EQ(Joined(std::move(m)), (std::vector<std::string>{
                                      "s = if 0 <= -x then b else a",
                                      "y = if 0 <= -x then x*b else x*a",
                                      "t = s",
                                  }));
}

TEST(SemiLinearChains, AreLeftAloneWhereTheyAreNone) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z"), a = m.Variable("a"),
       s = m.Variable("s"), b = m.Variable("b");
  auto state = m.Variable("state");
  m.Equation(y == SemiLinearOf(x, a, s));
  m.Equation(z == SemiLinearOf(x, s, b));  // another y
  m.Equation(y == SemiLinearOf(x, b, state));
  m.Equation(y == SemiLinearOf(x, state, z));  // a state is known
  m.Equation(der(state) == -state);
  System system = std::move(m).Build().value();
  const std::vector<std::string> before = TextsOf(system);
  JoinSemiLinearChains(system);
  EXPECT_EQ(TextsOf(system), before);
}

// A closed port: x = 0 by way of others, y = 0. The factors are equal then; where only one of x and y is 0
// they are not.
TEST(SemiLinearChains, FactorsAreEqualWhereNothingFlows) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z"), a = m.Variable("a"),
       b = m.Variable("b"), c = m.Variable("c");
  m.Equation(y == SemiLinearOf(x, a, b));
  m.Equation(x == -z);
  m.Equation(z == 0.0);
  m.Equation(y == 0.0);
  m.Equation(c == SemiLinearOf(x, a, c));
  m.Equation(b == 1.0);
  System system = std::move(m).Build().value();
  std::vector<std::string> expected = TextsOf(system);
  expected[0] = "a = b";
  EquateWhereNothingFlows(system);
  EXPECT_EQ(TextsOf(system), expected);
}

// The same with 0 in the place of y; where x is not 0 the equation stays.
TEST(SemiLinearChains, AZeroMayBeWrittenInThePlaceOfTheFlow) {
  Model m("M");
  auto x = m.Variable("x"), z = m.Variable("z"), a = m.Variable("a"), b = m.Variable("b"),
       c = m.Variable("c");
  m.Equation(SemiLinearOf(x, a, b) == 0.0);
  m.Equation(SemiLinearOf(x, b, c) == 0.0);
  m.Equation(SemiLinearOf(z, b, a) == 0.0);
  m.Equation(x == 0.0);
  m.Equation(c == 1.0);
  System system = std::move(m).Build().value();
  std::vector<std::string> expected = TextsOf(system);
  expected[0] = "a = b";
  expected[1] = "b = c";
  EquateWhereNothingFlows(system);
  EXPECT_EQ(TextsOf(system), expected);
}

}  // namespace
}  // namespace daedalus::causal
