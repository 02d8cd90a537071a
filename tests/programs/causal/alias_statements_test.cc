#include "daedalus/programs/causal/alias_statements.h"

#include <gtest/gtest.h>

#include <functional>

#include "daedalus/system/builder.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

struct Names {
  Model& model;
  Expr a, b, c, p, q;
};

// "a = b", "a = -b", "a = <value>", "nothing", or "" for an equation that is no alias statement.
std::string SaidBy(const std::function<EquationExpr(Names&)>& equation) {
  Model m("M");
  Names names{
      m, m.Variable("a"), m.Variable("b"), m.Variable("c"), m.Parameter("p", 2.0), m.Parameter("q", 3.0)};
  m.Equation(equation(names));
  System system = std::move(m).Build().value();
  const AliasStatements found = FindAliasStatements(system);
  if (found.empty()) return "";
  const AliasStatement& s = found[AliasStatementId(0)];
  const auto name = [&](VariableId v) { return NameOf(system, v); };
  switch (s.kind) {
    case AliasStatement::Kind::kEqual:
      return name(std::min(s.a, s.b)) + (s.sign > 0 ? " = " : " = -") + name(std::max(s.a, s.b));
    case AliasStatement::Kind::kConstant:
      return name(s.a) + " = " + ExpressionText(system, s.value);
    case AliasStatement::Kind::kNothing:
      break;
  }
  return "nothing";
}

TEST(AliasStatements, TwoVariablesAreOneHoweverItIsWritten) {
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == n.b; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return n.b == n.a; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a - n.b == 0.0; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return 2.0 * n.a == 2.0 * n.b; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return -0.1 * n.a == -0.1 * n.b; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a / 3.0 == n.b / 3.0; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return (n.a - n.b) / 3.0 == 0.0; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return 5.0 * (n.a - n.b) == 0.0; }), "a = b");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a + n.c == n.b + n.c; }), "a = b");
}

TEST(AliasStatements, TwoVariablesAreOppositeHoweverItIsWritten) {
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == -n.b; }), "a = -b");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a + n.b == 0.0; }), "a = -b");
  EXPECT_EQ(SaidBy([](Names& n) { return 0.0 == 7.0 * (n.a + n.b); }), "a = -b");
  EXPECT_EQ(SaidBy([](Names& n) { return 0.5 * n.a == -0.5 * n.b; }), "a = -b");
}

TEST(AliasStatements, AVariableIsConstantByNumbersAndParameters) {
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == 3.0; }), "a = 3");
  EXPECT_EQ(SaidBy([](Names& n) { return 2.0 * n.a == 3.0; }), "a = 1.5");
  EXPECT_EQ(SaidBy([](Names& n) { return -n.a == 0.0; }), "a = 0");
  EXPECT_EQ(SaidBy([](Names& n) { return n.p == n.a; }), "a = p");
  EXPECT_EQ(SaidBy([](Names& n) { return 2.0 * n.a + n.p == 0.0; }), "a = -p/2");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == n.p - sin(n.q); }), "a = p - sin(q)");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == 1.0 + n.p; }), "a = 1 + p");
}

TEST(AliasStatements, ALongSumOfParametersIsAConstant) {
  const std::string said = SaidBy([](Names& n) {
    Expr sum = n.p;
    for (int i = 0; i < 100; ++i) sum = sum + n.model.Parameter("p" + std::to_string(i), 1.0);
    return n.a == sum;
  });
  EXPECT_EQ(said.substr(0, 4), "a = ");
  EXPECT_EQ(said.find('b'), std::string::npos);
}

TEST(AliasStatements, EquationsThatDetermineMoreAreNone) {
  EXPECT_EQ(SaidBy([](Names& n) { return der(n.a) == n.b; }), "") << "a differential equation";
  EXPECT_EQ(SaidBy([](Names& n) { return der(n.a) == 0.0; }), "")
      << "constant, but the value is a start value";
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == 2.0 * n.b; }), "") << "a factor";
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == n.b + 1.0; }), "") << "an offset";
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == n.b + n.p; }), "");
  EXPECT_EQ(SaidBy([](Names& n) { return n.p * n.a == n.p * n.b; }), "") << "p may be zero";
  EXPECT_EQ(SaidBy([](Names& n) { return n.p * n.a == n.q; }), "") << "p may be zero";
  EXPECT_EQ(SaidBy([](Names& n) { return n.a / n.p == n.b / n.p; }), "");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == n.model.Time(); }), "") << "time is not constant";
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == sin(n.model.Time() * n.p); }), "");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == abs(n.b); }), "");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a * n.a == n.b * n.b; }), "") << "the sign is open";
  EXPECT_EQ(SaidBy([](Names& n) { return n.a + n.b + n.c == 0.0; }), "");
  EXPECT_EQ(SaidBy([](Names& n) { return n.p == n.q; }), "") << "no unknown at all";
}

TEST(AliasStatements, EqualSidesSayNothing) {
  EXPECT_EQ(SaidBy([](Names& n) { return n.a == n.a; }), "nothing");
  EXPECT_EQ(SaidBy([](Names& n) { return n.a - n.b == -n.b + n.a; }), "nothing");
}

TEST(AliasStatements, AnIntegerIsNoAliasOfAReal) {
  Model m("M");
  auto x = m.Variable("x"), n = m.Variable("n", {.type = ValueType::kInteger});
  m.Equation(x == n);
  System system = std::move(m).Build().value();
  EXPECT_TRUE(FindAliasStatements(system).empty());
}

TEST(AliasStatements, AParameterThatTheInitialProblemFindsIsNoConstant) {
  Model m("M");
  auto x = m.Variable("x"), p = m.Parameter("p", 1.0);
  m.Equation(x == p);
  System system = std::move(m).Build().value();
  EXPECT_EQ(FindAliasStatements(system).size(), 1u);
  system.parameters[ParameterId(0)].fixed = false;
  EXPECT_TRUE(FindAliasStatements(system).empty());
}

}  // namespace
}  // namespace daedalus::causal
