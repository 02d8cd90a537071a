#include "daedalus/system/shared_text.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/text_type.h"

namespace daedalus {
namespace {

// Of the right side of y = e, where e is made of x.
template <class Make>
std::string BodyOf(Make make) {
  Model m("M");
  auto x = m.Variable("x");
  auto y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(y == make(x));
  const System system = std::move(m).Build().value();
  return WriteSharedFunction(system, system.equations[EquationId(1)].right, FindTextTypes(system)).body;
}

// A stand-in for a derivative, taken back again, has left such a leaf.
TEST(TextType, LeavesThatStandForNothingAreNoHindrance) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == -x);
  System system = std::move(m).Build().value();
  const ExprId leaf = system.graph.Variable(VariableId(0xF0000000u), 0);
  EXPECT_EQ(FindTextTypes(system)[leaf.index()], ValueType::kReal);
}

Expr Quotients(const Expr& x) {
  return 1.0 / (x - 1.0) + 2.0 / (x - 2.0) + 3.0 / (x - 3.0);
}

TEST(SharedText, WhatOccursOftenIsALocalVariable) {
  EXPECT_EQ(BodyOf([](Expr x) {
              const Expr q = Quotients(x);
              return sin(q) * cos(q);
            }),
            R"(    input Real '$u1';
    output Real '$y';
  protected
    Real '$1';
  algorithm
    '$1' := 1/('$u1' - 1) + 2/('$u1' - 2) + 3/('$u1' - 3);
    '$y' := sin('$1')*cos('$1');
)");
}

// 1/(x - 1) has no value where x = 1.
TEST(SharedText, WhatOneBranchAloneNeedsIsComputedThereOnly) {
  EXPECT_EQ(BodyOf([](Expr x) {
              const Expr condition = x > 4.0;
              const Expr q = Quotients(x);
              return If(condition, sin(q) * cos(q), x);
            }),
            R"(    input Real '$u1';
    output Real '$y';
  protected
    Boolean '$if1';
    Real '$1';
  algorithm
    '$if1' := (4 < '$u1');
    '$1' := if '$if1' then 1/('$u1' - 1) + 2/('$u1' - 2) + 3/('$u1' - 3) else 0;
    '$y' := if 4 < '$u1' then sin('$1')*cos('$1') else '$u1';
)");
}

TEST(SharedText, WhatSeveralBranchesNeedIsComputedInEach) {
  const std::string body = BodyOf([](Expr x) {
    const Expr a = x > 4.0, b = x < 0.5;
    const Expr q = Quotients(x);
    return If(a, sin(q), x) + If(b, cos(q), x);
  });
  EXPECT_NE(body.find("'$1' := if '$if1' or '$if2' then 1/('$u1' - 1)"), std::string::npos) << body;
}

TEST(SharedText, WhatBothBranchesNeedIsComputedAlways) {
  const std::string body = BodyOf([](Expr x) {
    const Expr a = x > 4.0;
    const Expr q = Quotients(x);
    return If(a, sin(q), cos(q));
  });
  EXPECT_NE(body.find("    '$1' := 1/('$u1' - 1)"), std::string::npos) << body;
  EXPECT_EQ(body.find("'$if"), std::string::npos) << body;
}

// A condition that has no value everywhere is itself asked only where the condition around it holds.
TEST(SharedText, ConditionsInsideOfBranchesAreAskedThereOnly) {
  const std::string body = BodyOf([](Expr x) {
    const Expr outer = x > 4.0;
    const Expr inner = 1.0 / (x - 4.0) > 2.0;
    const Expr q = Quotients(x);
    return If(outer, If(inner, sin(q) * cos(q), x), x);
  });
  EXPECT_NE(
      body.find("'$1' := if '$if1' then 2 < 1/('$u1' - 4) else false;\n    '$if2' := ('$if1') and ('$1');\n"
                "    '$2' := if '$if2' then "),
      std::string::npos)
      << body;
}

TEST(SharedText, WhatHasAValueEverywhereNeedsNoCondition) {
  const std::string body = BodyOf([](Expr x) {
    const Expr a = x > 4.0;
    const Expr q = sin(x) + sin(2.0 * x) + sin(3.0 * x) + x * x;
    return If(a, sin(q) * cos(q), x);
  });
  EXPECT_EQ(body.find("'$if"), std::string::npos) << body;
}

// Two expressions that differ in their variables have one function.
TEST(FlatModelica, AFunctionIsWrittenOnceForExpressionsOfOneForm) {
  Model m("M");
  for (const char* name : {"x", "$f1"}) {
    auto x = m.Variable(name);
    Expr e = x;
    for (int i = 0; i < 20; ++i) e = sin(e) * cos(e);
    m.Equation(der(x) == e);
  }
  const std::string text = FlatModelica(std::move(m).Build().value());
  EXPECT_NE(text.find("\n  der(x) = '$f2'(x);\n  der('$f1') = '$f2'('$f1');\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("function '$f3'"), std::string::npos) << text;
}

}  // namespace
}  // namespace daedalus
