// The rules for classes: for each the smallest text that breaks it, with the message, and its neighbour that
// keeps it. Sections are those of the Modelica 3.6 specification.
#include "language/semantics/expect_rule.h"

namespace daedalus::semantics {
namespace {

// ---- Redeclaration (7.3) ----

TEST(Redeclaration, OfWhatIsNotReplaceable) {
  ExpectRule("model A Real x = 1; end A; A a(redeclare Real x = 2);",
             "D0255 `x` is not replaceable, and cannot be redeclared",
             "model A replaceable Real x = 1; end A; A a(redeclare Real x = 2);");
  ExpectRule(
      "model A model B Real x = 1; end B; B b; end A; model C Real x = 2; end C;"
      "A a(redeclare model B = C);",
      "D0255 `B` is not replaceable, and cannot be redeclared",
      "model A replaceable model B Real x = 1; end B; B b; end A; model C Real x = 2; end C;"
      "A a(redeclare model B = C);");
}

// 7.3.1: "should explicitly include redeclare". What it means without is known.
TEST(Redeclaration, ByClassExtendsIsSaidInWords) {
  const auto messages = [](std::string_view word) {
    return FlattenText(
               fmt::format("model M\n  model A replaceable model P Real x = 1; end P; end A;\n  extends A;\n"
                           "  {}model extends P Real y = 2; end P;\n  P p;\nend M;",
                           word))
        .Messages();
  };
  EXPECT_EQ(messages(""),
            "4:17-18 D0255 `extends P` replaces the inherited `P` without the word `redeclare`\n");
  EXPECT_EQ(messages("redeclare "), "");
}

// 7.3.3 forbids it; libraries do it, and the established tools take the last one.
TEST(Redeclaration, OnceMoreShouldHaveReplaceableOnceMore) {
  const auto read = [](std::string_view word) {
    return FlattenText(
        Wrap(fmt::format("model A replaceable Real x = 1; end A;"
                         "model B extends A(redeclare {} Real x = 2); end B; B b(redeclare Real x = 3);",
                         word)));
  };
  const Flattened lost = read("");
  ASSERT_TRUE(lost.system) << lost.Messages();
  EXPECT_NE(lost.Messages().find("D0255 `x` is redeclared again, but its first redeclaration is not"),
            std::string::npos)
      << lost.Messages();
  EXPECT_EQ(Count(*lost.system, "b.x = 3"), 1u) << All(*lost.system);
  EXPECT_EQ(read("replaceable").Messages(), "");
}

TEST(Redeclaration, OfFinalAndOfConstants) {
  ExpectRule("model A final replaceable Real x = 1; end A; extends A; redeclare Real x = 2;",
             "D0255 `x` is final, and cannot be redeclared",
             "model A replaceable Real x = 1; end A; extends A; redeclare Real x = 2;");
  ExpectRule("model A replaceable constant Real x = 1; end A; extends A; redeclare Real x = 2;",
             "D0255 `x` is a constant, and cannot be redeclared",
             "model A replaceable constant Real x = 1; end A; extends A(x = 2);");
}

TEST(Redeclaration, KeepsPublicAndProtected) {
  const auto text = [](std::string_view there, std::string_view here) {
    return fmt::format(
        "model A {} replaceable Real x = 1; end A;"
        "model B extends A; {} redeclare Real x = 2; end B; B b;",
        there, here);
  };
  ExpectRule(text("protected", ""), "D0255 `x` is protected, and cannot become public",
             text("protected", "protected"));
  ExpectRule(text("", "protected"), "D0255 `x` is public, and cannot become protected", text("", ""));
}

TEST(Redeclaration, FitsTheConstrainingType) {
  const std::string classes =
      "model A Real x = 1; end A; model B Real x = 1; Real y = 2; end B; model C Real x = 1; Real y = 2; "
      "Real z = "
      "3; end C;";
  ExpectRule(classes + "model D replaceable B b; end D; D d(redeclare A b);",
             "D0255 `b` cannot be a `M.A`: it has no `y`",
             classes + "model D replaceable B b; end D; D d(redeclare C b);");
  ExpectRule(classes + "model D replaceable C c; end D; D d(redeclare B c);",
             "D0255 `c` cannot be a `M.B`: it has no `z`",
             classes + "model D replaceable C c constrainedby A; end D; D d(redeclare B c);");
  ExpectRule(classes + "replaceable model D = A constrainedby B; D d;",
             "D0255 `D` cannot be a `M.A`: it has no `y`",
             classes + "replaceable model D = C constrainedby B; D d;");
  ExpectRule("model A replaceable Real x = 1; end A; A a(redeclare Boolean x = true);",
             "D0255 `x` cannot be a `Boolean`: Boolean is not a kind of Real",
             "type T = Real(min = 0); model A replaceable Real x = 1; end A; A a(redeclare T x = 2);");
}

TEST(Redeclaration, TheConstrainingTypeHasAsManyDimensions) {  // 7.3.2
  const std::string types = "type V = Real[3]; type W = Real[3]; type A = Real[2, 3]; ";
  ExpectRule(types + "replaceable V x[2] = ones(2, 3) constrainedby A;",
             "D0255 the type of `x` has 1 dimensions, but its constraining type `M.A` has 2",
             types + "replaceable V x[2] = ones(2, 3) constrainedby W;");
  ExpectRule(types + "replaceable type T = V[2] constrainedby A; T x = ones(2, 3);",
             "D0255 the type of `T` has 1 dimensions, but its constraining type `M.A` has 2",
             types + "replaceable type T = V[2] constrainedby W; T x = ones(2, 3);");
}

TEST(Redeclaration, ByExtends) {
  const auto text = [](std::string_view there, std::string_view here) {
    return fmt::format(
        "model A {} model B Real x = 1; end B; end A; extends A; {} model extends B end B; B b;", there,
        here);
  };
  ExpectRule(text("", "redeclare"), "D0255 `B` is not replaceable, and cannot be redeclared",
             text("replaceable", "redeclare"));
}

// ---- Modification (7.2) ----

TEST(Modification, OfWhatIsFinal) {
  ExpectRule("model A final parameter Real p = 1; end A; A a(p = 2);",
             "D0239 `p` is final, and cannot be modified",
             "model A parameter Real p = 1; end A; A a(p = 2);");
  ExpectRule("model A parameter Real p = 1; end A; model B extends A(final p = 2); end B; B b(p = 3);",
             "D0239 `p` is final, and cannot be modified",
             "model A parameter Real p = 1; end A; model B extends A(p = 2); end B; B b(p = 3);");
  ExpectRule("model A parameter Real p = 1; end A; model B A a(final p = 2); end B; B b(a(p = 3));",
             "D0239 `p` is final, and cannot be modified",
             "model A parameter Real p = 1; end A; model B A a(p = 2); end B; B b(a(p = 3));");
  ExpectRule("type T = Real(final unit = \"m\"); T x(unit = \"km\") = 1;",
             "D0239 `unit` is final here, and cannot be modified",
             "type T = Real(unit = \"m\"); T x(unit = \"km\") = 1;");
}

TEST(Modification, OfWhatIsProtected) {
  const std::string a = "model A protected parameter Real p = 1; end A;";
  ExpectRule(a + "A a(p = 2);", "D0259 `p` is protected in `M.A`, and cannot be modified from outside",
             a + "extends A(p = 2);");
}

TEST(Modification, OfWhatIsNotThere) {
  const std::string a = "model A parameter Real p = 1; end A;";
  ExpectRule(a + "extends A(q = 2);", "D0239 `M.A` has no `q` to modify", a + "extends A(p = 2);");
}

TEST(Modification, OfWhatIsOuter) {
  ExpectRule("model A outer parameter Real p; end A; inner parameter Real p = 1; A a(p = 2);",
             "D0239 `p` is outer: it is modified where the inner one is declared",
             "model A outer parameter Real p; end A; inner parameter Real p = 2; A a;");
}

// ---- Inheritance (7.1) ----

TEST(Inheritance, KindsFitTogether) {
  ExpectRule("model A Real x = 1; end A; block B extends A; end B; B b;",
             "D0257 a block cannot inherit from a model",
             "block A Real x = 1; end A; model B extends A; end B; B b;");
  ExpectRule("model A Real x = 1; end A; record B extends A; end B; B b;",
             "D0257 a record cannot inherit from a model",
             "record A Real x = 1; end A; record B extends A; end B; B b;");
  ExpectRule("package A constant Real x = 1; end A; model B extends A; end B; B b;",
             "D0257 a model cannot inherit from a package",
             "package A constant Real x = 1; end A; package B extends A; end B; Real y = B.x;");
}

TEST(Inheritance, FromWhatIsReplaceable) {
  ExpectRule("replaceable model A Real x = 2; end A; extends A;",
             "D0257 `A` is replaceable, and cannot be inherited from",
             "model A Real x = 2; end A; extends A;");
}

TEST(Inheritance, FromArrays) {
  ExpectRule("model A Real x = 1; end A; model B = A[3]; model C extends B; Real y = 2; end C; C c;",
             "D0257 `C` cannot inherit from a class that is an array",
             "model A Real x = 1; end A; model B = A[3]; B b;");
}

TEST(Inheritance, TheSameNameTwiceIsTheSameDeclaration) {
  ExpectRule("model A Real x = 1; end A; model B parameter Real x = 1; end B; extends A; extends B;",
             "D0260 `x` is also inherited, with another declaration",
             "model A Real x = 1; end A; model B Real x = 1; end B; extends A; extends B;");
  ExpectRule("model A model C Real x = 1; end C; end A; model C Real x = 2; end C; extends A; C c;",
             "D0260 `C` is also inherited, with another declaration",
             "model A model C Real x = 1; end C; end A; model C Real x = 1; end C; extends A; C c;");
}

// ---- Kinds of classes (4.7) ----

TEST(Kinds, ARecordHasValuesOnly) {
  ExpectRule("record R Real x; equation x = 1; end R; R r;", "D0256 a record has no equations",
             "record R Real x = 1; end R; R r;");
  ExpectRule("record R Real x = 1; protected Real y = 2; end R; R r;",
             "D0256 a record has no protected elements", "record R Real x = 1; Real y = 2; end R; R r;");
  ExpectRule("record R input Real x = 1; end R; R r;",
             "D0256 a component of a record is neither input nor output",
             "record R Real x = 1; end R; input R r = R();");
}

TEST(Kinds, APackageHasClassesAndConstants) {
  ExpectRule("package P parameter Real x = 1; end P; Real y = P.x;",
             "D0256 a package has only classes and constants",
             "package P constant Real x = 1; end P; Real y = P.x;");
}

TEST(Kinds, AConnectorHasNoBehaviour) {
  const auto text = [](std::string_view more) {
    return fmt::format("connector C Real e; flow Real f; {} end C; C c; equation c.e = 1;", more);
  };
  ExpectRule(text("equation e = 1;"), "D0256 a connector has no equations", text(""));
  ExpectRule(text("protected Real x = 1;"), "D0256 a connector has no protected elements", text(""));
}

TEST(Kinds, AFunctionHasArgumentsAndOneAlgorithm) {
  const auto text = [](std::string_view elements, std::string_view body) {
    return fmt::format("function f input Real u; output Real y; {} algorithm {} end f; Real x = f(time);",
                       elements, body);
  };
  ExpectRule(text("Real z;", "z := u; y := z;"),
             "D0256 a public component of a function is an input or an output",
             text("protected Real z;", "z := u; y := z;"));
  ExpectRule(text("protected Real z;", "z := u; algorithm y := z;"),
             "D0256 a function has only one algorithm section", text("protected Real z;", "z := u; y := z;"));
}

TEST(Kinds, ABlockHasDirections) {
  ExpectRule("connector C Real e = 1; flow Real f; end C; block B C c; end B; B b;",
             "D0256 a connector of a block is an input or an output, and `c` is neither",
             "connector C = output Real; block B C c = 1; end B; B b;");
}

// ---- Names (2.3.3, 4.9.5) ----

TEST(Names, OfPredefinedTypes) {
  ExpectRule("Real String = 3;", "D0205 `String` is a predefined type, and cannot be declared",
             "Real string = 3;");
}

TEST(Names, OfLiterals) {
  ExpectRule("type E = enumeration(a, start); parameter E e = E.a;",
             "D0205 `start` is an attribute of enumerations, and cannot be a literal",
             "type E = enumeration(a, begin); parameter E e = E.a;");
  ExpectRule("type E = enumeration(a, a); parameter E e = E.a;", "D0205 the literal `a` is declared twice",
             "type E = enumeration(a, b); parameter E e = E.a;");
}

// ---- Prefixes (4.4.2, 15.1) ----

TEST(Prefixes, OfModels) {
  ExpectRule("model A Real x = 1; end A; parameter A a;", "D0258 `a` is a model, and cannot be parameter",
             "record A Real x = 1; end A; parameter A a;");
}

TEST(Prefixes, OfWhatHasThemInside) {
  ExpectRule("connector C Real e; flow Real f; input Real x; end C; output C c(e = 1, x = 2);",
             "D0258 `c` is output, but `x` in it is input already",
             "connector C Real e; flow Real f; input Real x; end C; C c(e = 1, x = 2);");
}

TEST(Prefixes, AStreamBelongsToOneFlow) {
  ExpectRule("connector C Real p = 1; stream Real h = 2; end C; C c;",
             "D0258 a connector with stream variables has one flow variable, and this has none",
             "connector C Real p = 1; flow Real m; stream Real h = 2; end C; C c;");
}

TEST(Prefixes, TheInnerOneCanStandForTheOuterOne) {
  ExpectRule("model A outer Integer n; end A; inner Real n = 1; A a;",
             "D0221 the inner `n` does not fit this outer one: Real is not a kind of Integer",
             "model A outer Real n; end A; inner Real n = 1; A a;");
  ExpectRule("model A outer Real n; end A; inner Real n[2] = {1, 2}; A a;",
             "D0221 the inner `n` does not fit this outer one: it has 1 dimension, but 0 are required",
             "model A outer Real n[2]; end A; inner Real n[2] = {1, 2}; A a;");
}

// ---- Access to classes (4.1, 5.3.2, 13.2.1) ----

TEST(Access, ToProtectedClasses) {
  ExpectRule("package A protected model B Real x = 1; end B; end A; A.B b;",
             "D0259 `B` is protected in `M.A`, and cannot be used from outside",
             "package A model B Real x = 1; end B; end A; A.B b;");
}

TEST(Access, ToClassesOfModels) {
  // The section forbids it, and libraries do it.
  const Flattened read = FlattenText(Wrap("model A Real x = 1; model B Real y = 1; end B; end A; A.B b;"));
  ASSERT_TRUE(read.system.has_value()) << read.Messages();
  ASSERT_EQ(read.diagnostics.size(), 1u);
  EXPECT_EQ(read.diagnostics[0].severity, Severity::kWarning);
  EXPECT_EQ(read.diagnostics[0].message, "`M.A` is not a package, and `B` in it is not encapsulated");
  EXPECT_EQ(FlattenText(Wrap("model A Real x = 1; encapsulated model B Real y = 1; end B; end A; A.B b;"))
                .Messages(),
            "");
  ExpectRule("model A model B Real y = 1; end B; end A; A a; a.B b;",
             "D0259 `B` is a class inside a component; a class can be reached through classes only",
             "model A model B Real y = 1; end B; end A; A.B b;");
}

TEST(Access, ToProtectedComponents) {
  ExpectRule("model A protected Real x = 1; end A; A a; Real y = a.x;",
             "D0259 `x` is protected in `M.A`, and cannot be used from outside",
             "model A Real x = 1; end A; A a; Real y = a.x;");
  ExpectRule("package P protected constant Real x = 1; end P; Real y = P.x;",
             "D0259 `x` is protected in `M.P`, and cannot be used from outside",
             "package P constant Real x = 1; end P; Real y = P.x;");
}

TEST(Access, ToVariablesOfTheClassAround) {
  ExpectRule("parameter Real p = 1; model A Real x = p; end A; A a;",
             "D0259 `p` belongs to the enclosing class, and is not a constant",
             "constant Real p = 1; model A Real x = p; end A; A a;");
}

TEST(Access, ByImports) {
  const std::string packages =
      "package P package A constant Real x = 1; protected constant Real y = 2; end A;"
      "package B constant Real x = 3; end B; end P;\n";
  const auto with = [&](std::string_view imports) {
    return packages + fmt::format("model M {} Real z = x; end M;", imports);
  };
  EXPECT_EQ(FirstMessage(with("import P.A.*;")), "");
  EXPECT_EQ(FirstMessage(with("import P.A.*; import P.B.*;")),
            "D0259 `x` is imported twice, and means two things");
  EXPECT_EQ(FirstMessage(with("import x = P.A.y;")),
            "D0259 `y` is protected in `P.A`, and cannot be imported");
}

// ---- Multiple inheritance (7.1) ----

TEST(MultipleInheritance, OneDeclarationHasTheSameModifiersOnBothWays) {
  const auto text = [](std::string_view left, std::string_view right) {
    return fmt::format(
        "model A parameter Real p = 1; Real z(start = 1, fixed = true); end A; model B extends A{}; end B; "
        "model C extends A{}; end C;"
        "model D extends B; extends C; equation der(z) = -p*z; end D; D d;",
        left, right);
  };
  ExpectRule(text("(p = 2)", "(p = 3)"),
             "D0260 `p` is inherited along two paths, and only one of them has `p = 2`",
             text("(p = 2)", "(p=2)"));
  ExpectRule(text("", "(z(start = 5))"),
             "D0260 `z` is inherited along two paths, and only one of them has `z.start = 5`",
             text("(z(nominal = 3))", "(z(stateSelect = StateSelect.prefer))"));
}

TEST(MultipleInheritance, EquationsOnTwoWaysCountOnce) {
  const Flattened flattened = FlattenText(
      "model M\n  model A Real x; equation x = 2*time; end A;\n  model B extends A; end B;\n  model C "
      "extends A; end C;\n"
      "  model D extends B; extends C; end D;\n  D d;\nend M;");
  EXPECT_EQ(flattened.Messages(),
            "5:9-10 D0260 the equations of `M.A` are inherited along two paths, and count once\n");
  ASSERT_TRUE(flattened.system);
  EXPECT_EQ(flattened.system->equations.size(), 1u);
}

// ---- Functions (12.2) ----

// Which of two bodies would be carried out first is nobody's choice. An inherited one that is empty is none.
TEST(Functions, HaveOneBodyTheInheritedOneCounted) {
  const auto text = [](std::string_view base, std::string_view own) {
    return fmt::format(
        "function f input Real x; output Real y; {} end f; function g extends f; {} end g; Real z = g(time);",
        base, own);
  };
  ExpectRule(text("algorithm y := x;", "algorithm y := 10*x;"),
             "D0256 the function `M.g` has a body, and inherits another one",
             text("algorithm", "algorithm y := 10*x;"));
  ExpectRule(text("algorithm y := x;", "algorithm y := 2*x;"),
             "D0256 the function `M.g` has a body, and inherits another one", text("algorithm y := x;", ""));
  ExpectRule(
      "package P replaceable function f input Real x; output Real y; algorithm y := x; end f; end P;"
      "package Q extends P; redeclare function extends f algorithm y := 2*x; end f; end Q; Real z = "
      "Q.f(time);",
      "D0256 the function `M.Q.f` has a body, and inherits another one",
      "package P replaceable partial function f input Real x; output Real y; end f; end P;"
      "package Q extends P; redeclare function extends f algorithm y := 2*x; end f; end Q; Real z = "
      "Q.f(time);");
}

// ---- Assertions (8.3.7) ----

TEST(Assertions, TheirLevelIsAParameterExpression) {
  const auto text = [](std::string_view section, std::string_view level) {
    return fmt::format(
        "Real x; parameter Boolean p = true; {} "
        "assert(x < 0.5, \"text\", if {} then AssertionLevel.error else AssertionLevel.warning);",
        section, level);
  };
  ExpectRule(text("equation x = time;", "x > 0.6"),
             "D0231 an argument of `assert` cannot depend on the variable `x`",
             text("equation x = time;", "p"));
  ExpectRule(text("algorithm x := time;", "x > 0.6"),
             "D0231 the level of an assertion cannot depend on values of the run",
             text("algorithm x := time;", "p"));
}

}  // namespace
}  // namespace daedalus::semantics
