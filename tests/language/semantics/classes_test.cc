// Classes in classes: inheritance, modification, redeclaration, arrays of components, names.
#include <map>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

// The values of all parameters by name; variables have their start values as `x.start`.
std::map<std::string, double> ParametersOf(std::string text, std::vector<Override> overrides = {}) {
  const System system = FlattenOk(std::move(text), std::move(overrides));
  std::map<std::string, double> numbers;
  const auto values = EvaluateParameters(system).value().values;
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    numbers[NameOf(system, p)] = values[p.index()];
  }
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    const ExprId start = system.variables[v].start;
    if (start.IsValid())
      numbers[NameOf(system, v) + ".start"] = expr::Evaluate(system.graph, start, {0.0, {}, {}, values});
  }
  return numbers;
}

using Table = std::map<std::string, double>;

TEST(Classes, AComponentHasTheMembersOfItsClass) {
  const System system = FlattenOk(
      "model R parameter Real r = 2; Real v, i; equation v = r * i; end R;"
      "model M R a, b(r = 3); equation a.i = 1; b.i = a.v; end M;");
  EXPECT_EQ(Equations(system),
            (std::vector<std::string>{"a.i = 1", "b.i = a.v", "a.v = a.r*a.i", "b.v = b.r*b.i"}));
}

TEST(Classes, InheritedElementsComeWhereTheExtendsClauseStands) {
  EXPECT_EQ(
      ParametersOf(
          "model A parameter Real x = 1, y = 2; end A; model B parameter Real z = 3; extends A(y = 5); end B;"
          "model M B b(x = 4); end M;"),
      (Table{{"b.z", 3}, {"b.x", 4}, {"b.y", 5}}));
}

TEST(Classes, TheOuterModificationWins) {
  EXPECT_EQ(
      ParametersOf("model A parameter Real x = 1; end A; model B A a(x = 2); end B; model C extends B(a(x = "
                   "3)); end C;"
                   "model M C c; C d(a(x = 4)); B e(a.x = 5); end M;"),
      (Table{{"c.a.x", 3}, {"d.a.x", 4}, {"e.a.x", 5}}));
}

TEST(Classes, AModifierIsReadWhereItWasWritten) {
  EXPECT_EQ(ParametersOf("model A parameter Real x = 1, p = 7; end A;"
                         "model B parameter Real p = 2; A a(x = 10 * p); end B;"
                         "model M parameter Real p = 3; B b(p = p + 1); end M;"),
            (Table{{"p", 3}, {"b.p", 4}, {"b.a.x", 40}, {"b.a.p", 7}}));
}

TEST(Classes, TypesCarryTheirAttributes) {
  const System system = FlattenOk(
      "type Length = Real(unit = \"m\", min = 0); type Height = Length(max = 5, start = 2);"
      "model M Height h(start = 3) = 1; Height g = 2; end M;");
  const Variable& h = system.variables[VariableId(0)];
  EXPECT_EQ(system.declarations[h.declaration].unit, "m");
  EXPECT_TRUE(h.min.IsValid());
  EXPECT_TRUE(h.max.IsValid());
  EXPECT_EQ(system.graph.constant_value(h.start), 3.0);
  EXPECT_EQ(system.graph.constant_value(system.variables[VariableId(1)].start), 2.0);
}

TEST(Classes, ATypeCanHaveDimensions) {
  const System system =
      FlattenOk("type Axis = Real[3]; model M parameter Axis n[2] = {{1, 2, 3}, {4, 5, 6}}; end M;");
  ASSERT_EQ(system.parameters.size(), 6u);
  EXPECT_EQ(NameOf(system, ParameterId(5)), "n[2,3]");
}

TEST(Classes, RedeclaredComponentsKeepWhatTheirConstraintAsksFor) {
  EXPECT_EQ(
      ParametersOf("model A parameter Real x = 1; end A; model B extends A; parameter Real y = 2; end B;"
                   "model C replaceable A a(x = 5); end C; model M C c(redeclare B a(y = 6)); end M;"),
      (Table{{"c.a.x", 5}, {"c.a.y", 6}}));
}

constexpr std::string_view kReplaceable =
    "model S parameter Real k = 1; end S; model B extends S(k = 2); parameter Real y = 2; end B;"
    "model C extends S(k = 3); parameter Real z = 3; end C;";

Table ParametersWith(std::string_view text) {
  return ParametersOf(fmt::format("{}{}", kReplaceable, text));
}

// Section 7.3.2: a constraining clause, also one without modifiers, says alone what holds for a replacement.
TEST(Classes, ModifiersOfAReplacedDeclarationHoldWithoutAConstrainingClauseOnly) {
  EXPECT_EQ(
      ParametersWith("model P replaceable B v(k = 5) constrainedby S; end P; model M P p(redeclare C v); "
                     "end M;"),
      (Table{{"p.v.k", 3}, {"p.v.z", 3}}));
  EXPECT_EQ(ParametersWith("model P replaceable B v(y = 5) constrainedby S(k = 6); end P;"
                           "model M extends P(redeclare C v); end M;"),
            (Table{{"v.k", 6}, {"v.z", 3}}));
  EXPECT_EQ(ParametersWith("model P replaceable B v(y = 5) constrainedby S; end P;"
                           "model M extends P; redeclare C v(z = 7); end M;"),
            (Table{{"v.k", 3}, {"v.z", 7}}));
}

// What others say of the element holds for its constraining type as well.
TEST(Classes, ModifiersFromOutsideOutliveARedeclaration) {
  EXPECT_EQ(
      ParametersWith("model P replaceable B v constrainedby S; end P; model Q extends P(v(k = 7)); end Q;"
                     "model M Q q(redeclare C v); end M;"),
      (Table{{"q.v.k", 7}, {"q.v.z", 3}}));
}

TEST(Classes, ModifiersOfARedeclarationDoNotOutliveTheNextOne) {
  const std::string_view base = "model P replaceable S v; end P; ";
  for (const std::string_view text :
       {"model Q extends P(redeclare replaceable B v(y = 4)); end Q; model M Q p(redeclare C v); end M;",
        "model Q extends P; redeclare replaceable B v(y = 4); end Q; model M Q p(redeclare C v); end M;",
        "model Q P p(redeclare replaceable B v(y = 4)); end Q; model M extends Q(p(redeclare C v)); end M;"})
    EXPECT_EQ(ParametersWith(fmt::format("{}{}", base, text)), (Table{{"p.v.k", 3}, {"p.v.z", 3}})) << text;
}

TEST(Classes, ARedeclarationWithAConstrainingClauseAddsItsModifiers) {
  EXPECT_EQ(ParametersWith("model P replaceable S v constrainedby S(k = 6); end P;"
                           "model Q extends P(redeclare replaceable B v constrainedby B(y = 8)); end Q;"
                           "model M Q q(redeclare B v); end M;"),
            (Table{{"q.v.k", 6}, {"q.v.y", 8}}));
}

// The type that a replacement has to fit is that of the original declaration, not of what replaced it.
TEST(Classes, ARedeclarationKeepsTheConstrainingType) {
  EXPECT_EQ(
      ParametersWith("model P replaceable S v; end P; model Q extends P(redeclare replaceable B v); end Q;"
                     "model M Q q(redeclare C v); end M;"),
      (Table{{"q.v.k", 3}, {"q.v.z", 3}}));
  EXPECT_NE(
      FlattenText(fmt::format("{}model P replaceable S v; end P; model Q extends P(redeclare replaceable B v "
                              "constrainedby B); end Q; model M Q q(redeclare C v); end M;",
                              kReplaceable))
          .Messages()
          .find("D0255 `v` cannot be a `C`: it has no `y`"),
      std::string::npos);
}

// The example of section 7.3.2: the default of R is that of the original; T0 is a modifier of a
// redeclaration.
TEST(Classes, ModifiersOfAReplacedShortClassHoldForWhatReplacesIt) {
  const std::string_view circuit =
      "model Circuit replaceable model N = S(k = 100); N n; end Circuit;"
      "model Circuit2 extends Circuit(redeclare replaceable model N = B(y = 300)); end Circuit2;";
  EXPECT_EQ(ParametersWith(fmt::format("{}model M Circuit2 c; end M;", circuit)),
            (Table{{"c.n.k", 100}, {"c.n.y", 300}}));
  EXPECT_EQ(
      ParametersWith(fmt::format("{}model M extends Circuit2(redeclare replaceable model N = C(k = 200)); "
                                 "end M;",
                                 circuit)),
      (Table{{"n.k", 200}, {"n.z", 3}}));
  EXPECT_EQ(ParametersWith("model P replaceable model N = S(k = 100) constrainedby S(k = 6); N n; end P;"
                           "model M P p, q(redeclare model N = C); end M;"),
            (Table{{"p.n.k", 100}, {"q.n.k", 6}, {"q.n.z", 3}}));
}

TEST(Classes, RedeclaredModelsReachEveryComponentOfThem) {
  EXPECT_EQ(
      ParametersOf(
          "model A parameter Real x = 1; end A; model B extends A(x = 2); end B;"
          "model C replaceable model Q = A; Q q1, q2(x = 7); end C;"
          "model D extends C(redeclare model Q = B); end D; model M C c; D d; C e(redeclare model Q = "
          "B(x = 9)); end M;"),
      (Table{{"c.q1.x", 1}, {"c.q2.x", 7}, {"d.q1.x", 2}, {"d.q2.x", 7}, {"e.q1.x", 9}, {"e.q2.x", 7}}));
}

TEST(Classes, ARedeclaredPackageIsSeenByTheClassesThatItIsHandedTo) {
  EXPECT_EQ(ParametersOf(
                "package Fluid constant Real rho = 1; constant Real twice = 2 * rho; end Fluid;"
                "package Water extends Fluid(rho = 1000); end Water;"
                "model Pipe replaceable package Medium = Fluid; parameter Real m = Medium.twice; end Pipe;"
                "model Plant replaceable package Medium = Fluid; Pipe p(redeclare package Medium = Medium); "
                "end Plant;"
                "model M Plant a; Plant b(redeclare package Medium = Water); end M;"),
            (Table{{"a.p.m", 2}, {"b.p.m", 2000}}));
}

TEST(Classes, ARedeclaringElementReplacesTheInheritedOne) {
  EXPECT_EQ(
      ParametersOf("package A replaceable record R parameter Real x = 1; end R; model U R r; end U; end A;"
                   "package B extends A; redeclare record extends R parameter Real y = 2; end R; end B;"
                   "model M A.U a; B.U b; end M;"),
      (Table{{"a.r.x", 1}, {"b.r.x", 1}, {"b.r.y", 2}}));
}

TEST(Classes, ClassesCanBeExtendedLevelByLevel) {
  EXPECT_EQ(
      ParametersOf(
          "package A replaceable record R parameter Real x = 1; end R; model U R r; end U; end A;"
          "package B extends A; redeclare replaceable record extends R parameter Real y = 2; end R; end B;"
          "package C redeclare record extends R(x = 5) parameter Real z = 3; end R; extends B; end C;"
          "model M C.U c; end M;"),
      (Table{{"c.r.x", 5}, {"c.r.y", 2}, {"c.r.z", 3}}));
}

TEST(Classes, ThreeLevelsOfExtendedClasses) {
  EXPECT_EQ(
      ParametersOf(
          "package A replaceable record R parameter Real x = 1; end R; model U R r; end U; end A;"
          "package B extends A; redeclare replaceable record extends R parameter Real y = 2; end R; end B;"
          "package C extends B; redeclare replaceable record extends R parameter Real z = 3; end R; end C;"
          "package D extends C; redeclare record extends R(y = 7) parameter Real t = 4; end R; end D;"
          "model M D.U d; end M;"),
      (Table{{"d.r.x", 1}, {"d.r.y", 7}, {"d.r.z", 3}, {"d.r.t", 4}}));
}

TEST(Classes, ARedeclarationKeepsDimensionsThatItDoesNotGive) {
  EXPECT_EQ(ParametersOf("model A replaceable parameter Real x[2] = {1, 2}; end A;"
                         "model M A a(redeclare parameter Real x = {3, 4}); end M;"),
            (Table{{"a.x[1]", 3}, {"a.x[2]", 4}}));
}

TEST(Classes, ARedeclarationKeepsTheCondition) {
  EXPECT_EQ(
      ParametersOf("model A parameter Real x = 1; end A; model B extends A(x = 2); end B;"
                   "model C parameter Boolean has = false; replaceable A a if has; end C;"
                   "model D extends C(redeclare B a); end D; model E extends C; redeclare B a; end E; model "
                   "M D d; E e(has = true); end M;"),
      (Table{{"d.has", 0}, {"e.has", 1}, {"e.a.x", 2}}));
}

TEST(Classes, TheBranchThatAParameterRulesOutNeedNotMakeSense) {
  EXPECT_EQ(
      ParametersOf(
          "model M parameter Integer n = 0; parameter Real a[n] = fill(1, n); parameter Real b = 2;"
          "parameter Real x = if n > 0 then a[n] else b; parameter Real y = if b > 1 then b else 3; end M;"),
      (Table{{"n", 0}, {"b", 2}, {"x", 2}, {"y", 2}}));
}

TEST(Classes, EvaluateMeansTheValueOfNow) {
  const System system = FlattenOk(
      "model M parameter Boolean nonlinear = false annotation(Evaluate = true); parameter Real k = 2; Real x;"
      "equation x = if nonlinear then k^2 else k; end M;");
  EXPECT_EQ(Equations(system), std::vector<std::string>{"x = k"});
  EXPECT_TRUE(system.parameters[ParameterId(0)].is_constant);
  EXPECT_FALSE(system.parameters[ParameterId(1)].is_constant);
}

TEST(Classes, ConditionsDecideWhichComponentsAreThere) {
  EXPECT_EQ(
      ParametersOf("model A parameter Boolean has = false; parameter Real x = 1 if has; parameter Real y = "
                   "2 if not has; end A;"
                   "model M A a; A b(has = true); end M;"),
      (Table{{"a.has", 0}, {"a.y", 2}, {"b.has", 1}, {"b.x", 1}}));
}

TEST(Classes, ModifiersOfAnArrayOfComponentsAreTakenApart) {
  EXPECT_EQ(
      ParametersOf(
          "model A parameter Real x = 1, y = 2, z[2] = {1, 2}; end A;"
          "model M parameter Integer n = 2; A a[n](x = {5, 6}, each y = 9, z = {{1, 2}, {3, 4}}); end M;"),
      (Table{{"n", 2},
             {"a[1].x", 5},
             {"a[2].x", 6},
             {"a[1].y", 9},
             {"a[2].y", 9},
             {"a[1].z[1]", 1},
             {"a[1].z[2]", 2},
             {"a[2].z[1]", 3},
             {"a[2].z[2]", 4}}));
}

TEST(Classes, AnArrayOfComponentsEqualsItsElementsWrittenOut) {
  const std::string cell =
      "model Cell parameter Real c = 1; Real v(start = 2), i; equation c * der(v) = i; end Cell;";
  const System array = FlattenOk(
      cell + "model M Cell a[2](c = {3, 4}); equation for k in 1:2 loop a[k].i = -a[k].v; end for; end M;");
  const System single =
      FlattenOk(cell + "model M Cell b(c = 3), d(c = 4); equation b.i = -b.v; d.i = -d.v; end M;");
  EXPECT_EQ(array.variables.size(), single.variables.size());
  EXPECT_EQ(Equations(array),
            (std::vector<std::string>{"a[1].i = -a[1].v", "a[2].i = -a[2].v", "a[1].c*der(a[1].v) = a[1].i",
                                      "a[2].c*der(a[2].v) = a[2].i"}));
}

TEST(Classes, SlicesGoThroughArraysOfComponents) {
  const System system = FlattenOk(
      "model A Real x, y[2]; end A; model M A a[2]; equation a.x = {1, 2}; a.y = {{1, 2}, {3, 4}}; end M;");
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"a[1].x = 1", "a[2].x = 2", "a[1].y[1] = 1",
                                                         "a[1].y[2] = 2", "a[2].y[1] = 3", "a[2].y[2] = 4"}));
}

TEST(Classes, AnArrayOfNoComponentsIsNothing) {
  const System system = FlattenOk("model A Real x = 1; end A; model M A a[0]; Real s = sum(a.x); end M;");
  EXPECT_EQ(system.variables.size(), 1u);
}

TEST(Classes, RecordsAreGivenAsAWhole) {
  EXPECT_EQ(ParametersOf("record R parameter Real x = 1, y = 2; end R; model A parameter R r; end A;"
                         "model M parameter R q(x = 5); A a(r = q); end M;"),
            (Table{{"q.x", 5}, {"q.y", 2}, {"a.r.x", 5}, {"a.r.y", 2}}));
}

TEST(Classes, ConstantsOfARecordKeepTheirValues) {
  EXPECT_EQ(ParametersOf(
                "record R constant Real c = 1; parameter Real x = c; final parameter Real d = 2 * x; end R;"
                "model M parameter R q(x = 5); parameter R r = q; end M;"),
            (Table{{"q.c", 1}, {"q.x", 5}, {"q.d", 10}, {"r.c", 1}, {"r.x", 5}, {"r.d", 10}}));
}

TEST(Classes, OuterMeansTheInnerAround) {
  const System system = FlattenOk(
      "model W parameter Real g = 9; end W; model A outer W w; Real x = w.g; end A; model B A a; end B;"
      "model M inner W w(g = 3); B b; end M;");
  EXPECT_EQ(Equations(system), std::vector<std::string>{"b.a.x = w.g"});
  EXPECT_EQ(system.parameters.size(), 1u);
}

TEST(Classes, EnumerationsAreTypes) {
  EXPECT_EQ(
      ParametersOf("type Init = enumeration(none, steady, given);"
                   "model A parameter Init init = Init.none; parameter Real x = if init == Init.steady then "
                   "1 else 2; end A;"
                   "model M A a; A b(init = Init.steady); end M;"),
      (Table{{"a.x", 2}, {"b.x", 1}}));
}

TEST(Classes, ImportsAreNotInherited) {
  EXPECT_EQ(ParametersOf("package P constant Real pi = 3; package Q constant Real e = 2; end Q; end P;"
                         "model A import P.pi; import R = P.Q; parameter Real x = pi * R.e; end A;"
                         "model M extends A; import P.*; parameter Real y = Q.e; end M;"),
            (Table{{"x", 6}, {"y", 2}}));
  EXPECT_EQ(FlattenText("package P constant Real pi = 3; end P; model A import P.pi; end A;"
                        "model M extends A; parameter Real y = pi; end M;")
                .Messages(),
            "1:105-107 D0201 `pi` is not declared\n");
}

TEST(Classes, AnEncapsulatedClassSeesNothingAroundIt) {
  EXPECT_EQ(
      FlattenText("package P constant Real c = 1; encapsulated model A parameter Real x = c; end A; end P;"
                  "model M P.A a; end M;")
          .Messages(),
      "1:72-73 D0201 `c` is not declared\n");
}

TEST(Classes, ParametersOfComponentsAreSetFromOutside) {
  EXPECT_EQ(ParametersOf("model A parameter Real x = 1; Real v(start = 2) = 1; end A; model M A a[2]; end M;",
                         {{"a[2].x", "7"}, {"a[1].v", "8"}}),
            (Table{{"a[1].x", 1}, {"a[2].x", 7}, {"a[1].v.start", 8}, {"a[2].v.start", 2}}));
}

TEST(Classes, AClassThatAPackageModifiesIsInheritedWithItsModifiers) {
  EXPECT_EQ(
      ParametersOf(
          "package W0 constant Real rho = 1; end W0; package W1 extends W0(rho = 1000); end W1;"
          "package P model Inner replaceable package M = W0; parameter Real m = M.rho; parameter Real q = 2;"
          " end Inner; end P;"
          "package P2 = P(Inner(redeclare package M = W1, q = 7));"
          "model D extends P2.Inner; end D; model D3 extends P2.Inner(q = 3); end D3;"
          "model T D d; D3 e; P2.Inner i; end T;"),
      (Table{{"d.m", 1000}, {"d.q", 7}, {"e.m", 1000}, {"e.q", 3}, {"i.m", 1000}, {"i.q", 7}}));
}

TEST(Classes, TheModifiersOfALocalClassSeeTheInstanceAroundIt) {
  EXPECT_EQ(
      ParametersOf("model A parameter Real p = 1; model L parameter Real x = 3; end L; model K = L(x = 2 * "
                   "p); K l; end A;"
                   "model M A a(p = 5); A b; end M;"),
      (Table{{"a.p", 5}, {"a.l.x", 10}, {"b.p", 1}, {"b.l.x", 2}}));
}

// Section 5.4: of `inner outer` the name in the class is the outer one; what is below finds the inner one.
TEST(InnerOuter, OfBothAtOnceTheNameIsTheOuterOne) {
  const System system = FlattenOk(R"(
    package P
      model State Real x = 1; end State;
      model Below outer State state; Real y = state.x; end Below;
      model Between
        inner outer State state(x = 10*state.x);
        Below below;
        Real z = state.x;
      end Between;
      model M
        inner State state;
        Between between;
      end M;
    end P;)");
  EXPECT_EQ(Equations(system),
            (std::vector<std::string>{"state.x = 1", "between.state.x = 10*state.x",
                                      "between.below.y = between.state.x", "between.z = state.x"}));
}

// A package in a class finds what is around the instance of that class, in each another one; so does a
// package inside of it.
TEST(InnerOuter, APackageAsksAroundTheInstanceThatItStandsIn) {
  const System system = FlattenOk(R"(
    package Q
      model A
        package P outer constant Integer T0; package Deep outer constant Integer T0; end Deep; end P;
        Real x = P.T0 * time;
        Real y = P.Deep.T0 + time;
      end A;
      model B inner constant Integer T0 = 10; A a; end B;
      model C inner constant Integer T0 = 20; A a; end C;
      model M B b; C c; end M;
    end Q;)");
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"b.a.x = 10*time", "b.a.y = 10 + time",
                                                         "c.a.x = 20*time", "c.a.y = 20 + time"}));
}

// The model cannot declare what it is inside of: it has that name itself.
TEST(InnerOuter, OfBothAtOnceNothingStandsForTheOuterOne) {
  EXPECT_EQ(FlattenText("package P\n"
                        "  model State output Boolean s = false; end State;\n"
                        "  model Below outer State state; Boolean b = state.s; end Below;\n"
                        "  model M inner outer State state(s = state.s); Below below; end M;\n"
                        "end P;")
                .Messages(),
            "4:29-34 D0248 nothing around `P.M` declares an `inner state`\n");
}

}  // namespace
}  // namespace daedalus::semantics
