// More rules of the language (strictness_test.cc has those about classes): connectors, statements,
// conditional components, names. For each the smallest text that breaks it, with the message, and its
// neighbour that keeps it. Sections are those of the Modelica 3.6 specification.
#include "language/semantics/expect_rule.h"

namespace daedalus::semantics {
namespace {

// ---- Statements (11.2, 12.1) ----

TEST(Statements, BreakIsInALoop) {
  ExpectRule(
      "Real x; algorithm x := 1; if x > 2 then break; end if;", "D0244 `break` is allowed inside a loop only",
      "Real x; algorithm x := 0; for i in 1:3 loop x := x + 1; if i == 2 then break; end if; end for;");
}

TEST(Statements, ReturnIsInAFunction) {
  ExpectRule("Real x; algorithm x := 1; return;", "D0244 `return` is allowed inside a function only",
             "function f input Real u; output Real y; algorithm y := u; return; end f; Real x = f(1);");
}

TEST(Statements, TheTextOfWhatHoldsIsNotEvaluated) {  // 8.3.7
  const std::string text =
      "function f output String s; algorithm s := \"a\"; assert(false, \"evaluated\"); end f;"
      "equation assert({}, f());";
  EXPECT_EQ(FirstMessage(Wrap(fmt::format(fmt::runtime(text), "true"))), "");
  EXPECT_EQ(FirstMessage(Wrap("equation assert(true, 1);")),
            "D0228 `assert` needs a String here, but this is Integer");
}

TEST(Statements, ABranchThatIsNotTakenDoesNotFail) {  // 11.2.6
  EXPECT_EQ(FirstMessage(Wrap(
                "function f output Boolean b; algorithm assert(false, \"reached\"); b := true; end f;"
                "parameter Integer i = 4; Real x; algorithm if i == 4 then x := 3; elseif f() then x := 4;"
                " else x := 5; end if;")),
            "");
}

TEST(Statements, SubscriptsOfOtherTypesInAlgorithms) {  // 10.5
  EXPECT_EQ(
      FirstMessage(Wrap("type E = enumeration(a, b); Integer n[E]; Boolean t[Boolean]; algorithm "
                        "for i loop n[i] := Integer(i); end for; for i in Boolean loop t[i] := i; end for;")),
      "");
}

TEST(Functions, AnOpenSizeBeginsWithZero) {  // 12.4.5
  const Flattened f = FlattenText(
      Wrap("function positive input Integer x[:]; output Integer y[:]; algorithm for i in 1:size(x, 1) loop "
           "if x[i] > 0 then y := cat(1, y, x[i:i]); end if; end for; end positive;"
           "constant Integer n = size(positive({-1, 2, 0, 3}), 1); Real x[n] = {1, 2};"));
  EXPECT_TRUE(f.system.has_value());
}

TEST(Arrays, WithoutElementsHaveATypeAllTheSame) {  // 10.7
  EXPECT_EQ(FirstMessage(Wrap("function any input Boolean b[:]; output Boolean y; algorithm y := false; for "
                              "i in 1:size(b, 1) loop y := y "
                              "or b[i]; end for; end any; model A Boolean b = true; end A; parameter Integer "
                              "n = 0; A a[n]; Boolean y = "
                              "any(a.b);")),
            "");
}

// ---- Names (3.6.7, 5.3, 5.4) ----

TEST(Names, TimeIsKnownWhereSomethingHappens) {
  ExpectRule("record R Real x = time; end R; R r;", "D0201 there is no `time` in a record",
             "record R Real x; end R; R r(x = time);");
  ExpectRule("function f output Real y; algorithm y := time; end f; Real x = f();",
             "D0201 there is no `time` in a function",
             "function f input Real t; output Real y; algorithm y := t; end f; Real x = f(time);");
}

TEST(Names, OfAnOuterComponentItsDeclarationCounts) {
  const auto text = [](std::string_view field) {
    return fmt::format(
        "record R Integer i = 1; end R; record S extends R; Real a = 2; end S;"
        "model A outer R r; Real x = r.{}; end A; inner S r; A a;",
        field);
  };
  ExpectRule(text("a"), "D0201 `r` is declared here as a `M.R`, which has no `a` in it", text("i"));
}

TEST(Names, AConstantOfAModelIsNotFoundByItsClass) {
  ExpectRule("model A constant Real x = 2; Real y = 3; end A; Real z = A.x;",
             "D0259 `M.A` is not a package: nothing in it can be used without an instance",
             "package A constant Real x = 2; end A; Real z = A.x;");
}

TEST(Names, NothingIsFoundInAPartialClassBySimulatedModels) {  // 5.3.2
  ExpectRule("partial package P constant Real x = 2; end P; Real z = P.x;",
             "D0252 `M.P` is partial, so its elements cannot be used in a model that is simulated",
             "partial package P constant Real x = 2; end P; package Q extends P; end Q; Real z = Q.x;");
}

TEST(Statements, WhatNeverHoldsIsToldAtOnce) {  // 8.3.7
  ExpectRule("equation assert(1 > 2, \"one is less\");", "D0503 this assertion never holds: one is less",
             "equation assert(1 > 2, \"one is less\", AssertionLevel.warning);");
  ExpectRule("algorithm assert(false, \"always\");", "D0503 this assertion never holds: always",
             "algorithm if time > 2 then assert(false, \"later\"); end if;");
}

TEST(Events, AWhenClauseDeterminesVariablesOfItsOwnClass) {  // 4.4.4
  const auto text = [](std::string_view kind) {
    return fmt::format(
        "{} A discrete Real x(start = 0); end A; A a; equation when time > 0.5 then a.x = 1; end when;",
        kind);
  };
  ExpectRule(text("model"), "D0244 a when-clause gives a value to a variable of a component that is a model",
             text("record"));
}

TEST(Inner, OfFunctions) {  // 5.4
  const std::string classes =
      "partial function A input Real u; output Real y; end A; function B extends A; algorithm y := 2*u; end "
      "B; "
      "model D outer function f = A; Real y = f(time); end D;";
  EXPECT_EQ(FirstMessage(Wrap(classes + "D d;")), "D0248 nothing around this declares an `inner f`");
  ExpectRule(classes +
                 "function C input Real a; input Real b; output Real y; algorithm y := a; end C; inner "
                 "function f = C; D d;",
             "D0248 the inner `f` does not fit the outer one: it has no `u`",
             classes + "inner function f = B; D d;");
}

TEST(Names, AFunctionOfAComponentOfAClass) {
  const std::string classes =
      "model A model B model C function f input Real x; output Real y; algorithm y := x; end f; end C; "
      "constant C c; end B; "
      "model D function f input Real x; output Real y; algorithm y := x; end f; end D; D d; end A; A a; Real "
      "x = ";
  ExpectRule(classes + "a.B.c.f(4);", "D0259 `c` is a component of a class, which has no instance here",
             classes + "a.d.f(4);");
}

TEST(Names, AClassIsNoNameForAFunction) {
  ExpectRule(
      "function f input Real x; output Real y; algorithm y := x; end f; class g = f; Real x = g(1);",
      "D0257 a class cannot be another name for a function",
      "function f input Real x; output Real y; algorithm y := x; end f; function g = f; Real x = g(1);");
}

TEST(Inner, IsMadeWhereItIsMissing) {  // 5.4
  const Flattened f =
      FlattenText(Wrap("model World parameter Real g = 9; Real h = 2*g; annotation(missingInnerMessage = "
                       "\"put a world into it\"); end World;"
                       "model A outer World world; Real x = world.g; end A; A a;"));
  ASSERT_TRUE(f.system.has_value());
  EXPECT_EQ(f.system->variables.size(), 2u);  // a.x and world.h
  ASSERT_EQ(f.diagnostics.size(), 1u);
  EXPECT_EQ(f.diagnostics[0].severity, Severity::kWarning);
  EXPECT_EQ(f.diagnostics[0].message,
            "nothing around `a` declares an `inner world`: one with all defaults is used");
  ASSERT_FALSE(f.diagnostics[0].notes.empty());
  EXPECT_EQ(f.diagnostics[0].notes[0], "put a world into it");
}

TEST(Inner, OfAPartialClassIsNotMade) {
  EXPECT_EQ(FirstMessage(Wrap("partial model World Real g = 9; end World; model A outer World world; Real x "
                              "= world.g; end A; A a;")),
            "D0248 nothing around `a` declares an `inner world`");
}

// ---- Conditional components (4.4.5) ----

TEST(Conditional, ComponentsAreConnectedOnly) {
  const std::string_view message =
      "D0249 `x` exists only under a condition: it can be connected, but not be used in an expression";
  ExpectRule("Real x = 2 if true; Real y = x;", message, "Real x = 2; Real y = x;");
  ExpectRule("Real x if true; algorithm x := 2;", message, "Real x; algorithm x := 2;");
  ExpectRule(
      "connector C Real v; flow Real i; end C; C c if true; C d; equation d.v = 1; c.v = 2;",
      "D0249 `c` exists only under a condition: it can be connected, but not be used in an expression",
      "connector C Real v; flow Real i; end C; model A C c if true; C d; equation d.v = 1; connect(c, d); "
      "end A; A a;");
}

// ---- Redeclarations keep prefixes (7.3) ----

TEST(Redeclaration, KeepsThePrefixesThatItDoesNotGive) {
  EXPECT_EQ(FirstMessage(Wrap("model A replaceable parameter Real x = 5; parameter Real y = x; end A; A "
                              "a(redeclare Real x = 6);")),
            "");
  EXPECT_EQ(FirstMessage(Wrap("connector C Real v; replaceable flow Real i; end C; model A C c(redeclare "
                              "Real i); equation c.v = 1; "
                              "end A; A a; C c; equation connect(a.c, c);")),
            "");
  EXPECT_EQ(FirstMessage(Wrap("function f replaceable input Real x; output Real y; algorithm y := x; end f;"
                              "function g = f(redeclare Real x = 3); Real z = g(5);")),
            "");
}

// ---- Modifiers ----

TEST(Modification, TwiceInAShortClass) {
  ExpectRule("model A parameter Real x; end A; model B = A(x = 1, x = 2); B b;", "D0206 `x` is given twice",
             "model A parameter Real x; end A; model B = A(x = 1); B b;");
}

// ---- Connectors (9) ----

constexpr std::string_view kPins = "connector C Real v; flow Real i; end C; model P C c; C d; end P;";

TEST(Connectors, HaveAsManyFlowsAsPotentials) {  // 9.3.1
  ExpectRule(
      "connector C Real v; Real w; flow Real i; end C; C c(v = 1, w = 2);",
      "D0256 the connector `M.C` has 1 flow variable, but 2 potential variables",
      "connector C Real v; output Real w; flow Real i; parameter Real p = 1; end C; C c(v = 1, w = 2);");
  ExpectRule("connector C parameter Integer n = 2; Real v; flow Real i[n]; end C; C c(v = 1);",
             "D0256 the connector `M.C` has 2 flow variables, but 1 potential variable",
             "connector C parameter Integer n = 2; Real v[n]; flow Real i[n]; end C; C c(v = {1, 2});");
  ExpectRule("connector C Real p[2]; flow Real m[2]; stream Real h; end C; C c(p = {1, 2}, h = 3);",
             "D0256 the connector `M.C` has stream variables and 2 flow variables, but needs exactly "
             "one scalar flow variable for them",
             "connector C Real p; flow Real m; stream Real h; end C; C c(p = 1, h = 3);");
}

TEST(Connectors, AreNeitherParametersNorConstants) {
  ExpectRule("connector C input Real x = 1; end C; parameter C c;",
             "D0258 `c` is a connector, and cannot be a parameter",
             "connector C input Real x = 1; end C; C c;");
}

TEST(Connectors, ExpandableOnesHaveNoFlowsOfTheirOwn) {
  ExpectRule("expandable connector E Real v = 1; flow Real i; end E; E e;",
             "D0256 an expandable connector has no flow variables of its own",
             "expandable connector E Real v = 1; end E; E e;");
}

TEST(Connectors, OfComponentsOfComponents) {  // 9.1
  const std::string classes(kPins);
  ExpectRule(classes + "model Q P p; end Q; Q q; equation connect(q.p.c, q.p.d); q.p.c.v = 1; q.p.c.i = 2;",
             "D0251 `p` is a component of a component: its connectors are connected where it is declared",
             classes + "P p; equation connect(p.c, p.d); p.c.v = 1; p.c.i = 2;");
}

TEST(Connectors, OneSourceOfASignal) {  // 9.3
  const std::string classes =
      "connector I = input Real; connector O = output Real; model S O y = 1; end S; model F O y; end F; "
      "model T I u; end T;";
  ExpectRule(classes + "S s; F f; equation connect(s.y, f.y);",
             "D0251 two sources are connected: `s.y` and `f.y`",
             classes + "S s; T t; equation connect(s.y, t.u);");
  ExpectRule(classes + "model A I u = 1; F f; T t; equation connect(u, t.u); connect(t.u, f.y); end A; A a;",
             "D0251 two sources are connected: `a.u` and `a.f.y`",
             classes + "model A I u = 1; T t; equation connect(u, t.u); end A; A a;");
  // A protected input is nobody's from outside.
  EXPECT_EQ(FirstMessage(Wrap(classes + "model A S s; protected I u; equation connect(s.y, u); end A; A a;")),
            "");
}

TEST(Connectors, DirectionsAndVariabilitiesGoTogether) {
  const auto text = [](std::string_view first, std::string_view second) {
    return fmt::format(
        "connector A {} end A; connector B {} end B; model P A a; B b; end P; P p; equation connect(p.a, "
        "p.b);",
        first, second);
  };
  ExpectRule(text("input Real x; Real v; flow Real i;", "Real x; output Real v; flow Real i;"),
             "D0251 `p.a.x` and `p.b.x` differ: only one of them is an input or output",
             text("input Real x;", "output Real x = 1;"));
  ExpectRule(text("constant Real x = 1; input Real u;", "parameter Real x = 1; output Real u = 2;"),
             "D0251 `p.a.x` and `p.b.x` differ: one is a constant, the other a parameter",
             text("parameter Real x = 1; input Real u;", "parameter Real x = 1; output Real u = 2;"));
}

TEST(Connectors, WhatFlowsCanBeSummedUp) {  // 14.5
  const auto text = [](std::string_view zero) {
    return fmt::format(
        "operator record R Real a; encapsulated operator function '+' import M.R; input R x; input R y; "
        "output R z; algorithm "
        "z := R(x.a + y.a); end '+'; encapsulated operator function '-' import M.R; input R x; output R z; "
        "algorithm z := "
        "R(-x.a); end '-'; {} end R; connector C Real v; flow R i; end C; C c(v = 1);",
        zero);
  };
  ExpectRule(
      text(""), "D0256 `i` flows, so its operator record needs the operator '0'",
      text("encapsulated operator function '0' import M.R; output R z; algorithm z := R(0); end '0';"));
}

TEST(Connections, BuiltInNamesWithALeadingDot) {  // 9.4
  EXPECT_EQ(
      FirstMessage(Wrap(
          "type T = Real; record R Real x[2]; function equalityConstraint input R a; input R b; output Real "
          "r[1]; algorithm r := {a.x[1] - b.x[1]}; end equalityConstraint; end R;"
          "connector C R r; flow Real f; end C; model A C c; equation c.r.x = {1, 2}; "
          ".Connections.root(c.r); "
          "end A; A a;")),
      "");
}

// ---- Functions and operators (12.4, 14) ----

TEST(Functions, PartialOnesAreNotCalled) {
  ExpectRule("partial function f input Real x; output Real y; algorithm y := x; end f; Real x = f(1);",
             "D0254 `M.f` is partial and cannot be called: others complete it",
             "partial function f input Real x; output Real y; algorithm y := x; end f; function g extends f; "
             "end g; Real x = g(1);");
}

TEST(Functions, SeveralResultsAreNotForEachElement) {  // 12.4.6
  const std::string f =
      "function f input Real x; output Real y; output Real z; algorithm y := x; z := 2*x; end f; Real a[2], "
      "b[2];";
  ExpectRule(f + "equation (a, b) = f({1, 2});",
             "D0228 `M.f` has several results, and cannot be called for each element of arrays",
             f + "equation (a[1], b[1]) = f(1); (a[2], b[2]) = f(2);");
}

TEST(Functions, ADelayHasALimit) {  // 3.7.2.2
  ExpectRule("Real x = time; Real y = delay(x, 2, 1);", "D0228 the delay is 2, but its limit 1",
             "Real x = time; Real y = delay(x, 1, 2);");
  EXPECT_EQ(FirstMessage(Wrap("Real x = time; Real y = delay(x, x);")),
            "D0231 a delay that varies needs a limit");
  ExpectRule("Real x = time; Real y = delay(x, 1 + x, x);",
             "D0231 the limit of a delay cannot vary during the run",
             "Real x = time; Real y = delay(x, 1 + x, 2);");
}

// The operator record in a package, from which its operators can import it.
std::string InPackage(std::string_view record, std::string_view model) {
  return fmt::format("package P {} end P; model M {} end M;", record, model);
}

TEST(Operators, ContainFunctionsOnly) {
  const auto text = [](std::string_view inside) {
    const std::string record = fmt::format(
        "operator record R Real a; encapsulated operator '-' import P.R; {} function negate input R x; "
        "output R z; algorithm z := "
        "R(-x.a); end negate; end '-'; end R;",
        inside);
    return InPackage(record, "P.R r(a = 1); P.R s = -r;");
  };
  EXPECT_EQ(FirstMessage(text("model A Real x = 1; end A;")), "D0256 an operator has only functions");
  EXPECT_EQ(FirstMessage(text("")), "");
}

TEST(Operators, LogicalOnesCanBeOverloaded) {  // 14.6
  const Flattened f = FlattenText(InPackage(
      "operator record R Boolean a; encapsulated operator function 'and' import P.R; input R x; input R y; "
      "output Boolean z; "
      "algorithm z := x.a and y.a; end 'and'; encapsulated operator function 'not' import P.R; input R x; "
      "output R z; "
      "algorithm z := R(not x.a); end 'not'; end R;",
      "constant P.R r = P.R(true), s = not r; constant Integer n = if r and s then 2 else 3; Real x[n];"
      " equation x = ones(3);"));
  EXPECT_TRUE(f.system.has_value()) << f.Messages();
}

TEST(Operators, TwoConstructorsThatFit) {  // 14.3
  const auto text = [](std::string_view type) {
    const std::string record = fmt::format(
        "operator record R Real a; encapsulated operator 'constructor' import P.R; function one input Real "
        "x; output R r(a = x); "
        "algorithm end one; function two input {} x; output R r(a = 2); algorithm end two; end "
        "'constructor'; end R;",
        type);
    return InPackage(record, "P.R r = P.R(1.5);");
  };
  EXPECT_EQ(FirstMessage(text("Real")), "D0228 more than one 'constructor' takes these arguments");
  EXPECT_EQ(FirstMessage(text("Boolean")), "");
}

// ---- What public compliance cases ask for ----

TEST(Rules, ThePartialFunctionOfAnotherLanguageIsNotCalled) {
  ExpectRule(
      "partial function f input Real a; output Real b; external \"C\" b = sin(a); end f; Real x = f(2);",
      "D0254 `M.f` is partial and cannot be called: others complete it",
      "function f input Real a; output Real b; algorithm b := sin(a); end f; Real x = f(2);");
}

TEST(Rules, DerIsOfReals) {
  ExpectRule("constant Integer n = 1; Real x = der(n);", "D0228 `der` needs a Real here, but this is Integer",
             "constant Real n = 1; Real x = der(n);");
}

// ---- What has to be a parameter (8.3.2, 9.1, 10.1) ----

// A variable that never changes is one all the same.
TEST(Structure, IsDecidedByParameters) {
  ExpectRule("Integer n = 2; Real x[n] = {1, 2};",
             "D0231 a dimension cannot depend on the discrete variable `n`",
             "parameter Integer n = 2; Real x[n] = {1, 2};");
  ExpectRule("Integer n[2] = {1, 2}; Integer x[2]; equation for i in n loop x[i] = n[i]; end for;",
             "D0231 the range of a loop cannot depend on the discrete variable `n`",
             "parameter Integer n[2] = {1, 2}; Integer x[2]; equation for i in n loop x[i] = n[i]; end for;");
  ExpectRule("Boolean b = true; Real x = 1 if b;",
             "D0231 the condition of a component cannot depend on the discrete variable `b`",
             "parameter Boolean b = true; Real x = 1 if b;");
  EXPECT_EQ(FirstMessage(Wrap("Integer n[3] = {1, 2, 3}; Real x[size(n, 1)]; equation for i in 1:size(n, 1) "
                              "loop x[i] = n[i]; end for;")),
            "");
}

TEST(Connections, SubscriptsOfConnectorsAreParameters) {
  const std::string text =
      "connector C Real e; flow Real f; end C; model M C c[2]; end M; {} n = 2; M m; equation m.c[1].e = 1; "
      "connect(m.c[1], m.c[n]);";
  ExpectRule(fmt::format(fmt::runtime(text), "Integer"),
             "D0231 a subscript cannot depend on the discrete variable `n`",
             fmt::format(fmt::runtime(text), "parameter Integer"));
}

// ---- Inner and outer (5.4) ----

TEST(InnerOuter, HaveTheSameSizes) {
  const std::string text =
      "model A outer Real p[{}]; Real x = p[2]; end A; parameter Integer n = 3; inner Real p[n] = {{1, 2, "
      "3}}; A a;";
  ExpectRule(fmt::format(fmt::runtime(text), 4),
             "D0221 the inner `p` does not fit this outer one: it has 3 elements, the outer one 4",
             fmt::format(fmt::runtime(text), ":"));
  EXPECT_EQ(FirstMessage(Wrap(fmt::format(fmt::runtime(text), 3))), "");
}

// ---- Operators (5.3.2, 14.3) ----

constexpr std::string_view kOperatorText =
    "operator record Z Real x; operator 'constructor' function make input Real u; output Z z; {} algorithm "
    "z.x := u; end make; end 'constructor'; "
    "operator '+' function add input Z a; input Z b; output Z c; algorithm c.x := a.x + b.x; end add; end "
    "'+'; end Z; "
    "Z a = Z(1); Z b = {}(a, a);";

TEST(Operators, AConstructorGivesTheRecordAlone) {
  ExpectRule(fmt::format(fmt::runtime(kOperatorText), "output Real more = 1;", "Z.'+'.add"),
             "D0256 a constructor has one output, the record, but this function has 2",
             fmt::format(fmt::runtime(kOperatorText), "", "Z.'+'.add"));
}

TEST(Operators, AreNotFoundByWayOfAComponent) {
  ExpectRule(fmt::format(fmt::runtime(kOperatorText), "", "a.'+'.add"),
             "D0259 `a.'+'.add` belongs to an operator, which cannot be found through a component",
             fmt::format(fmt::runtime(kOperatorText), "", "Z.'+'.add"));
}

}  // namespace
}  // namespace daedalus::semantics
