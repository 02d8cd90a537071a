// One mistake, one message, at its place; and the rest of the file is read.
#include <gtest/gtest.h>

#include "daedalus/language/syntax/unparse.h"
#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

using Lines = std::vector<std::string>;

TEST(Recovery, AMissingSemicolonIsReportedBehindThePreviousToken) {
  const Parsed parsed("model M\n  Real x\n  Real y;\nequation\n  x = 1\n  y = 2\nend M;\n");
  EXPECT_EQ(parsed.Messages(), (Lines{"2:9 expected `;`, found `Real`", "5:8 expected `;`, found `y`",
                                      "6:8 expected `;`, found the keyword `end`"}));
  EXPECT_EQ(parsed.Class().elements.size(), 2u);
  EXPECT_EQ(parsed.SectionAt(1).equations.size(), 2u);
}

TEST(Recovery, AMissingSemicolonAtTheEndOfTheFile) {
  EXPECT_EQ(Parsed("model M\nend M").Messages(), Lines{"2:6 expected `;`, found the end of the file"});
}

TEST(Recovery, ManyMistakesOfDifferentKindsAreAllReported) {
  const Parsed parsed(R"(model M
  Real y = ;
  parameter Real (z) = 3;
  Real block;
  Real ok;
equation
  y := 3;
  y = (a + b;
  y = 1 2;
  connect(a b);
  ok = 1;
algorithm
  y = 3;
  y := x[1;
  ok := 1;
end M;
)");
  EXPECT_EQ(parsed.Messages(), (Lines{"2:12 expected an expression, found `;`",
                                      "3:18 expected the name of a component, found `(`",
                                      "4:8 expected the name of a component, found the keyword `block`",
                                      "7:5 expected `=`, found `:=`", "8:13 expected `)`, found `;`",
                                      "9:9 expected `;`, found `2`", "10:13 expected `,`, found `b`",
                                      "13:5 expected `:=`, found `=`", "14:11 expected `]`, found `;`"}));
  EXPECT_EQ(Shape(parsed.tree(), parsed.tree()[parsed.SectionAt(1).equations[4]].left), "ok");
  EXPECT_EQ(Shape(parsed.tree(), parsed.tree()[parsed.SectionAt(2).statements[2]].target), "ok");
}

TEST(Recovery, AMistakeInAMatrixDoesNotEndTheEquationAtItsSemicolons) {
  EXPECT_EQ(Parsed("model M\n  Real m[3, 2] = [1, 2; 3 4; 5, 6];\n  Real x;\nend M;").Messages(),
            Lines{"2:27 expected `]`, found `4`"});
}

TEST(Recovery, AWrongNameAfterEndPointsToBothPlaces) {
  const Parsed parsed("model Alpha\n  Real x;\nend Beta;\nmodel C end C;");
  ASSERT_EQ(parsed.Messages(), Lines{"3:5 expected `end Alpha`, found `end Beta`"});
  const Diagnostic& d = parsed.diagnostics()[0];
  EXPECT_EQ(d.code, Code::kMismatchedEnd);
  ASSERT_EQ(d.secondary.size(), 1u);
  EXPECT_EQ(parsed.sources().Text(d.secondary[0].span), "Alpha");
  EXPECT_EQ(parsed.tree().root().classes.size(), 2u);
}

TEST(Recovery, AClassWithoutEndIsEndedByTheEndOfTheOneAround) {
  const Parsed parsed("package P\n  model A\n    Real x;\nend P;\nmodel B end B;");
  EXPECT_EQ(parsed.Messages(), Lines{"4:5 expected `end A`, found `end P`"});
  EXPECT_EQ(parsed.tree().root().classes.size(), 2u);
}

TEST(Recovery, AClassWithoutEndAtTheEndOfTheFileIsOneMessage) {
  EXPECT_EQ(Parsed("package P\n  model A\n    model B\n      Real x;\n").Messages(),
            Lines{"4:14 expected `end B`, found the end of the file"});
}

TEST(Recovery, ABlockWithoutEndIsNamed) {
  const Parsed parsed(
      "model M\nequation\n  for i in 1:3 loop\n    if a then\n      x = 1;\n  end for;\n  y = 2;\nend M;");
  ASSERT_EQ(parsed.Messages(), Lines{"6:3 expected `end if`, found `end for`"});
  EXPECT_EQ(parsed.sources().Text(parsed.diagnostics()[0].secondary.at(0).span), "if");
  EXPECT_EQ(parsed.SectionAt(0).equations.size(), 2u);
  EXPECT_EQ(Parsed("model M\nequation\n  when a then\n    x = 1;\nend M;").Messages(),
            Lines{"5:1 expected `end when`, found `end M`"});
  EXPECT_EQ(
      Parsed("model M\nalgorithm\n  while a loop\n    x := 1;\n  end if;\n  x := 2;\nend M;").Messages(),
      Lines{"5:3 expected `end while`, found `end if`"});
}

TEST(Recovery, AStrayEndIsSkipped) {
  const Parsed parsed("model M\nequation\n  x = 1;\n  end if;\n  y = 2;\nend M;");
  EXPECT_EQ(parsed.Messages(), Lines{"4:3 `end if` has no `if` before it"});
  EXPECT_EQ(parsed.SectionAt(0).equations.size(), 2u);
}

TEST(Recovery, StrayBranchesAreReported) {
  EXPECT_EQ(Parsed("model M\nequation\n  x = 1;\n  else y = 1;\n  z = 2;\nend M;").Messages(),
            Lines{"4:3 expected an equation, found the keyword `else`"});
}

TEST(Recovery, AMissingThenOrLoop) {
  EXPECT_EQ(
      Parsed(
          "model M\nequation\n  if a\n    x = 1;\n  end if;\n  for i in 1:3\n    y = 1;\n  end for;\nend M;")
          .Messages(),
      (Lines{"3:7 expected `then`, found `x`", "6:15 expected `loop`, found `y`"}));
  EXPECT_EQ(Parsed("model M\nequation\n  for i in 1:n lop\n    x = i;\n  end for;\nend M;").Messages(),
            Lines{"3:16 expected `loop`, found `lop`"});
  EXPECT_EQ(Parsed("model M\nequation\n  if a + then\n    x = 1;\n  end if;\nend M;").Messages(),
            Lines{"3:10 expected an expression, found the keyword `then`"});
}

TEST(Recovery, DeclarationsAmongEquations) {
  const Parsed parsed(
      "model M\nequation\n  Real q;\n  parameter Real w = 2;\n  model N end N;\n  x = 1;\nend M;");
  EXPECT_EQ(parsed.Messages(), (Lines{"3:8 expected `=`, found `q`",
                                      "4:3 a declaration is not allowed among equations and statements",
                                      "5:3 a declaration is not allowed among equations and statements"}));
}

TEST(Recovery, EquationsWithoutTheWordEquationAreReportedOnce) {
  const Parsed parsed("model M\n  Real x;\n  x = 1;\n  der(x) = 2;\n  connect(a, b);\nend M;");
  EXPECT_EQ(parsed.Messages(), Lines{"3:3 expected a declaration, found an equation"});
  EXPECT_EQ(parsed.SectionAt(1).equations.size(), 3u);
}

TEST(Recovery, AMissingOrWrongClassName) {
  EXPECT_EQ(Parsed("model\n  Real x;\nend M;").Messages(), Lines{"1:6 expected the name of the class"});
  EXPECT_EQ(Parsed("model 3\n  Real x;\nend M;").Messages(),
            Lines{"1:7 expected the name of the class, found `3`"});
  EXPECT_EQ(Parsed("model end\n  Real x;\nend M;").Messages()[0],
            "1:7 expected the name of the class, found the keyword `end`");
  EXPECT_EQ(Parsed("model M\n  Real x;\nend;\n").Messages(),
            Lines{"3:4 expected the name of the class after `end`, found `;`"});
}

TEST(Recovery, TwoAnnotationsOfAClassAreReadAsOne) {
  const Parsed parsed("model M\n  annotation(a = 1);\n  annotation(b = 1, c = 2);\nend M;");
  const auto modifiers = parsed.tree().List(parsed.tree()[parsed.Class().annotation].modifiers);
  ASSERT_EQ(modifiers.size(), 3u);
  EXPECT_EQ(parsed.tree().Text(modifiers[2].place), "c = 2");
}

TEST(Recovery, TextAtTheTopThatIsNoClass) {
  const Parsed parsed("Real x;\nmodel A end A;\nfoo bar (;\nmodel B end B;");
  EXPECT_EQ(parsed.Messages(), (Lines{"1:1 expected a class definition, found `Real`",
                                      "3:1 expected a class definition, found `foo`"}));
  EXPECT_EQ(parsed.tree().root().classes.size(), 2u);
}

TEST(Recovery, OrderInsideAClass) {
  EXPECT_EQ(Parsed("model M\n  annotation(a = 1);\n  Real x;\nequation\n  x = 1;\nend M;").Messages(),
            Lines{"3:3 expected `end M`, found `Real`"});
  EXPECT_EQ(Parsed("model M\n  annotation(a = 1);\n  annotation(b = 1);\nend M;").Messages(),
            Lines{"3:3 a class has at most one annotation"});
  EXPECT_EQ(Parsed("function f\n  external \"C\";\nalgorithm\n  x := 1;\nend f;").Messages(),
            Lines{"3:1 expected `end f`, found the keyword `algorithm`"});
  EXPECT_EQ(Parsed("model M\n  input parameter Real x;\nend M;").Messages(),
            Lines{"2:9 `parameter` is not allowed after these prefixes"});
}

TEST(Recovery, AMistakeOfTheLexerIsNotReportedAgainByTheParser) {
  EXPECT_EQ(Parsed("model M\n  Real x = 1 $ 2;\n  Real 2y;\n  Real z = 'a;\n  Real w;\nend M;").Messages(),
            (Lines{"2:14 `$` is not part of Modelica", "3:8 `2y` is not a number",
                   "4:12 the quoted name does not end on its line"}));
  EXPECT_EQ(Parsed("model M\n  String s = \"abc;\nend M;\n").Messages(),
            Lines{"2:14 the string that begins here does not end"});
}

TEST(Recovery, APartialTreeCanStillBePrinted) {
  const Parsed parsed(
      "model M\n  Real x = ;\n  Real ;\n  extends ;\n  import ;\nequation\n  x = f(,);\n  for in loop end "
      "for;\nend M;");
  EXPECT_FALSE(parsed.ok());
  EXPECT_NE(Unparse(parsed.tree()).find("Real x = ?;"), std::string::npos);
}

TEST(Recovery, WhatHasNoNameIsLeftOut) {
  const Parsed parsed(
      "model M\n  Real ;\n  Real x, ;\n  extends ;\n  import ;\n  model = A;\n  model B = ;\n  model end;\n"
      "  A a(= 1, b = 2, redeclare Real, redeclare model C);\n  replaceable A d constrainedby ;\nend M;");
  EXPECT_FALSE(parsed.ok());
  const Tree& tree = parsed.tree();
  for (const Element& e : tree.List(parsed.Class().elements)) {
    ASSERT_EQ(e.kind, ElementKind::kComponents);
    EXPECT_FALSE(tree.DottedName(tree[e.components].type).empty());
    EXPECT_FALSE(e.constraint.IsValid());
    for (const Component& c : tree.List(tree[e.components].components)) {
      EXPECT_TRUE(c.name.name.IsValid());
      if (!c.modification.IsValid()) continue;
      for (const Modifier& m : tree.List(tree[c.modification].modifiers))
        EXPECT_EQ(m.kind, ModifierKind::kElement);
    }
  }
}

TEST(Recovery, ColumnsCountCodePoints) {
  EXPECT_EQ(Parsed("model M\n  Real x \"\u00E4\u00F6\u00FC\" 3;\nend M;").Messages(),
            Lines{"2:16 expected `;`, found `3`"});
}

}  // namespace
}  // namespace daedalus::syntax
