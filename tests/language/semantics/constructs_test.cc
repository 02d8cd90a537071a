// Constructs that other people's libraries use, each as small as it gets: accepted with the meaning that the
// specification gives it (Modelica 3.6), or refused by the section that is named.
#include <map>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

using Lines = std::vector<std::string>;

double ParameterValue(const System& system, std::string_view name) {
  const auto values = EvaluateParameters(system).value().values;
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    if (NameOf(system, p) == name) return values[p.index()];
  }
  ADD_FAILURE() << "no parameter " << name;
  return 0.0;
}

// ---- Values that are found at the start ----

// The branch that is not taken does not make `v` depend on the start.
TEST(ValuesOfTheStart, ABranchThatIsNotTakenDoesNotMatter) {
  const System system = FlattenOk(
      "model M parameter Real given = 2; parameter Real v0(fixed = false); parameter Real v = if given > 0 "
      "then "
      "given else v0; Real y = v + v0; initial equation v0 = 3; end M;");
  EXPECT_EQ(ParameterValue(system, "v"), 2.0);
  EXPECT_EQ(Count(system, "y = v0 + v") + Count(system, "y = v + v0"), 1u) << All(system);
}

// An Integer beside a Real among the results of a function varies with it.
TEST(SeveralResults, AnIntegerMayVaryBesideReals) {
  const System system = FlattenOk(
      "model M function f input Real u; output Real y; output Integer n; algorithm n := if u > 1 then 2 else "
      "1; y "
      ":= n*u; end f; Real y; Integer n; equation (y, n) = f(time); end M;");
  EXPECT_EQ(system.equations.size(), 2u) << All(system);
  EXPECT_EQ(system.hybrid.equations.size(), 0u) << All(system);
}

// What replaces a class fits the original declaration, not the class that replaced it first (section 7.3.2).
TEST(Redeclarations, OfAClassThatWasRedeclaredBeforeFitTheOriginal) {
  const System system = FlattenOk(
      "model M package Any constant Real c = 1; end Any; package Simple extends Any; constant Real cp = 2; "
      "end "
      "Simple; package Other extends Any(c = 4); constant Real d = 3; end Other; model Zone replaceable "
      "package "
      "Medium = Any; Real x = Medium.c; end Zone; model Room Zone z(redeclare replaceable package Medium = "
      "Simple); "
      "end Room; extends Room(z(redeclare package Medium = Other)); end M;");
  EXPECT_EQ(Count(system, "z.x = 4"), 1u) << All(system);
}

// An icon that is a record, under a package.
TEST(Packages, MayInheritFromAnEmptyRecordWithAWarning) {
  const Flattened f = FlattenText(
      Wrap("record Icon end Icon; package P extends Icon; constant Real c = 3; end P; Real y = P.c;"));
  ASSERT_TRUE(f.system.has_value()) << f.Messages();
  ASSERT_EQ(f.diagnostics.size(), 1u);
  EXPECT_EQ(f.diagnostics[0].message, "a package cannot inherit from a record");
  const Flattened wrong = FlattenText(Wrap(
      "record Icon Real x; end Icon; package P extends Icon; constant Real c = 3; end P; Real y = P.c;"));
  EXPECT_FALSE(wrong.system.has_value());
}

// ---- Values of which a part is enough ----

// Both calls cannot be written out as expressions: the size of `a` depends on a Real parameter. So the
// records are numbers, and the condition is decided.
TEST(PartsOfValues, RecordsThatCannotBeExpressionsAreChosenAsNumbers) {
  const System system = FlattenOk(
      "model M record R Real a[:]; Real b; end R; function f input Real u; output R r; algorithm r.a := "
      "ones(integer(u)); r.b := u; end f; parameter Integer curve = 1; parameter Real u = 2; parameter R r = "
      "if "
      "curve == 1 then f(u) else f(u + 1); end M;");
  EXPECT_EQ(ParameterValue(system, "r.b"), 2.0);
  EXPECT_EQ(ParameterValue(system, "r.a[2]"), 1.0);
}

TEST(PartsOfValues, RecordsInAnArrayMayHaveArraysOfTheirOwnSizes) {
  const System system = FlattenOk(
      "model M record R parameter Integer n = 1; parameter Real x[n] = ones(n); end R;"
      "parameter R a(n = 2), b(n = 3); parameter R both[2] = {a, b}; Real y = sum(both[2].x); end M;");
  EXPECT_EQ(ParameterValue(system, "both[2].n"), 3.0);
  EXPECT_EQ(Count(system, "y = both[2].x[1] + both[2].x[2] + both[2].x[3]"), 1u) << All(system);
}

TEST(PartsOfValues, AFieldMayBeWhatAnotherFieldNeeds) {
  const System system = FlattenOk(
      "model M record R parameter Integer n; parameter Real x[n]; end R;"
      "parameter R c = R(n = 3, x = x); parameter Integer m = c.n; final parameter Real x[m] = {i for i in "
      "1:m};"
      "end M;");
  EXPECT_EQ(ParameterValue(system, "c.x[3]"), 3.0);
}

TEST(PartsOfValues, AnOpenDimensionOfRecordsIsThatOfTheirRecord) {
  const std::string_view records =
      "record G Real a = 1; end G; record H parameter G g[:]; end H; record K parameter H h; end K;"
      "parameter H given(g = {G(2), G(3)});";
  const System one = FlattenOk(fmt::format("model M {} parameter H copy = given; end M;", records));
  EXPECT_EQ(ParameterValue(one, "copy.g[2].a"), 3.0);
  const System more =
      FlattenOk(fmt::format("model M {} parameter K k[2](h = {{given, given}}); end M;", records));
  EXPECT_EQ(ParameterValue(more, "k[2].h.g[1].a"), 2.0);
}

TEST(PartsOfValues, AMissingValueOfARecordStopsNoOther) {
  const System system = FlattenOk(
      "model M record R parameter Integer m = 3; parameter Real V(start = 100); end R;"
      "model P parameter R c; Real x[c.m]; equation for i in 1:c.m loop x[i] = i * c.V * time; end for; end "
      "P;"
      "parameter R r; P p(c = r); end M;");
  EXPECT_EQ(Count(system, "p.x[3] = 3*p.c.V*time"), 1u) << All(system);
}

// Section 8.6: the start value of a parameter without a value stands in for it, with a warning.
TEST(PartsOfValues, AStartValueMayDecideWhatIsThere) {
  const System system = FlattenOk(
      "model M model A parameter Boolean c(start = false); Real x = 1 if c; parameter Integer n(start = 2); "
      "Real y[n] = fill(time, n); end A; A a; end M;");
  EXPECT_EQ(system.variables.size(), 2u);
  const Flattened text = FlattenText(
      "model M type E = enumeration(a, b); parameter E e(start = E.b); Real y = if e == E.b then time else "
      "1; "
      "end M;");
  ASSERT_TRUE(text.system) << text.Messages();
  EXPECT_NE(text.Messages().find("D0304 parameter `e` has no value: its start value is taken"),
            std::string::npos);
}

TEST(PartsOfValues, TheSizeOfAnArrayOfComponentsNeedsNoneOfThem) {
  const System system = FlattenOk(
      "model M connector C parameter Boolean u = false; Real t if u; end C; model H C c[3]; end H; H h;"
      "Real x[size(h.c, 1)] = ones(size(h.c, 1)); end M;");
  EXPECT_EQ(system.variables.size(), 3u);
}

// ---- Connections ----

TEST(Connections, OfWhatIsNotThereHasNoOtherSide) {
  const System system = FlattenOk(
      "connector RO = output Real; connector RI = input Real; model S RO y = time; end S;"
      "model T parameter Integer n; RI u[n]; end T;"
      "model M parameter Boolean two = false; S a; S b if two; T t(n = if two then 2 else 1);"
      "equation connect(a.y, t.u[1]); connect(b.y, t.u[2]); end M;");
  EXPECT_EQ(system.equations.size(), 2u) << All(system);
}

TEST(Connections, OfMembersThatAreArraysOfComponentsInAnArray) {
  const System system = FlattenOk(
      "connector RO = output Real; model A parameter Integer m = 3; RO c[m] = fill(time, m); end A;"
      "model M A a[2]; RO y[2, 3]; equation connect(a.c, y); end M;");
  EXPECT_EQ(Count(system, "a[2].c[3] = y[2,3]"), 1u) << All(system);
}

// A protected input gets its value inside: it is no source of the bus (section 9.3).
TEST(Connections, AProtectedInputReadsABus) {
  const System system = FlattenOk(
      "connector RO = output Real; connector RI = input Real; expandable connector Bus Real p; end Bus;"
      "model S RO y = time; Bus bus; equation connect(y, bus.p); end S;"
      "model U Bus bus; Real z = 2 * p; protected RI p; equation connect(bus.p, p); end U;"
      "model M S s; U u; equation connect(s.bus, u.bus); end M;");
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
}

// ---- Algorithms ----

TEST(AlgorithmTargets, AreMembersOfConnectorsAndComponents) {
  const System port = FlattenOk(
      "model M connector P Real p; Real q; flow Real m; flow Real n; end P; P a; Real dp = a.p; algorithm "
      "a.m := 2 * dp; a.q := a.p; end M;");
  EXPECT_EQ(Count(port, "a.m = 2*dp"), 1u) << All(port);
  EXPECT_EQ(Count(port, "a.q = a.p"), 1u) << All(port);
  EXPECT_EQ(Count(port, "a.p = a.p"), 0u) << All(port);
  const System component = FlattenOk(
      "model M model V Real u; Real y = 2 * u; parameter Boolean c = false; Real z = time if c; end V; V v; "
      "algorithm if time > 1 then v.u := v.y; else v.u := 3; end if; end M;");
  EXPECT_EQ(Count(component, "v.u = if (1 < time) then v.y else 3"), 1u) << All(component);
  EXPECT_EQ(component.equations.size(), 2u);
  EXPECT_EQ(
      FlattenText("model M record R parameter Real p = 1; Real x; end R; R r;\nalgorithm r.p := 2; end M;")
          .Messages(),
      "2:11-14 D0244 the parameter `r.p` cannot be assigned to\n");
}

TEST(FunctionVariables, NeedNoValueBeforeTheyAreAssigned) {
  EXPECT_EQ(
      ValueOf("f(x)",
              "function f input Real u; output Real y; protected Real a; Real b = a + 1; algorithm a := u; "
              "b := 2; y := a * b; end f;"),
      6.0);
  // A declaration that reads an unassigned variable gives no value; reading it is a warning (functions_test).
  EXPECT_EQ(
      ValueOf("f(x)",
              "function f input Real u; output Real y; protected Real a; Real b = a + 1; algorithm a := u; y "
              ":= b; end f;"),
      0.0);
}

// ---- Events ----

TEST(ChosenElements, OfComponentsAndBeforeAnEvent) {
  const System chosen = FlattenOk(
      "model M model S parameter Real k; Real y = k * time; end S; S s[3](k = {1, 2, 3});"
      "Integer i(start = 1) = if time > 0.5 then 2 else 1; Real z = s[i].y; end M;");
  EXPECT_EQ(chosen.equations.size(), chosen.variables.size());
  const System before = FlattenOk(
      "model M Boolean g[2](each start = false); Integer n(start = 1); equation when sample(0.1, 0.1) then "
      "n = if pre(n) < 2 then pre(n) + 1 else 1; g[1] = pre(g[pre(n)]); g[2] = not pre(g[2]); end when; end "
      "M;");
  EXPECT_EQ(before.hybrid.equations.size(), before.hybrid.discretes.size());
}

// ---- Redeclarations ----

// Whether a default fits does not matter where everybody who has the component redeclares it.
TEST(Redeclarations, AreLookedAtWhereTheyAreMet) {
  const std::string_view classes =
      "package P end P; package Q extends P; constant Real c = 1; end Q; package R extends Q(c = 2); end R;"
      "model W replaceable package Medium = Q; parameter Real x = Medium.c; end W;"
      "model T replaceable package Medium = P; W w(redeclare package Medium = Medium); end T;";
  const System system =
      FlattenOk(fmt::format("{} model M T t(redeclare package Medium = R); end M;", classes));
  EXPECT_EQ(ParameterValue(system, "t.w.x"), 2.0);
  EXPECT_NE(FlattenText(fmt::format("{} model M T t; end M;", classes)).Messages().find("D0255"),
            std::string::npos);
}

// The constraining clause hands its package to whatever replaces the component.
TEST(Redeclarations, ConstrainingClausesHandOnTheirPackages) {
  const System system = FlattenOk(
      "package P replaceable record St end St; end P;"
      "package Q extends P; redeclare replaceable record extends St Real p = 1; end St; end Q;"
      "partial model Part replaceable package Medium = P; parameter Boolean show = false; Medium.St s if "
      "show; "
      "end Part;"
      "model W1 extends Part(redeclare replaceable package Medium = Q); end W1;"
      "model W2 extends Part; parameter Real k = 2; end W2;"
      "model B package Medium = Q; replaceable W1 w constrainedby W1(redeclare package Medium = Medium, show "
      "= true);"
      "end B; model M extends B(redeclare W2 w(k = 3)); end M;");
  EXPECT_EQ(system.variables.size(), 1u);
  EXPECT_EQ(ParameterValue(system, "w.k"), 3.0);
}

// ---- What the specification forbids and the established tools read: accepted with a warning ----

System ReadWithWarning(const std::string& text, std::string_view warning) {
  Flattened read = FlattenText(text);
  EXPECT_TRUE(read.system) << read.Messages();
  EXPECT_NE(read.Messages().find(warning), std::string::npos) << read.Messages();
  return read.system ? std::move(*read.system) : System();
}

TEST(Lenience, OneAttributeForAllElements) {
  const System system =
      ReadWithWarning("model M Real x[2](start = 3, fixed = true); equation der(x) = -x; end M;",
                      "D0222 `fixed` of `x` is Boolean[2], but this is Boolean");
  ASSERT_EQ(system.variables.size(), 2u);
  for (const Variable& variable : system.variables) {
    EXPECT_TRUE(variable.fixed);
    EXPECT_EQ(system.graph.constant_value(variable.start), 3.0);
  }
}

TEST(Lenience, EachOfAScalar) {
  const System system = ReadWithWarning("model M parameter Integer n(each min = 1) = 2; Real x = n; end M;",
                                        "D0239 `each` is for the elements of an array, but `n` is a scalar");
  EXPECT_EQ(ParameterValue(system, "n"), 2.0);
}

TEST(Lenience, ParametersAreComparedToTheLastBit) {
  constexpr std::string_view kText =
      "model M parameter Real R = 0; Real x = if {} == 0 then 1 else 2; end M;";
  constexpr std::string_view kMessage = "D0221 Real values cannot be compared by `==`";
  ReadWithWarning(fmt::format(kText, "R"), kMessage);
  const Flattened varying = FlattenText(fmt::format(kText, "time"));
  EXPECT_FALSE(varying.system);
  EXPECT_NE(varying.Messages().find(kMessage), std::string::npos) << varying.Messages();
}

TEST(Lenience, AConstantOfAFunctionIsNoArgument) {
  const System system = ReadWithWarning(
      "model M function f input Real u; output Real y; constant Real a = 3; algorithm y := a * u; end f;"
      "parameter Real p = f(2); end M;",
      "D0256 a public component of a function is an input or an output");
  EXPECT_EQ(ParameterValue(system, "p"), 6.0);
}

TEST(Lenience, AValueOfAnEnumerationIsImported) {
  const System system = ReadWithWarning(
      "package P type E = enumeration(a, b); end P;"
      "model M import P.E.b; parameter P.E e = b; parameter Real p = if e == b then 2 else 1; end M;",
      "D0005 `P.E.b` is a value of an enumeration");
  EXPECT_EQ(ParameterValue(system, "p"), 2.0);
}

TEST(Lenience, AMediumMayLackAFunctionThatNobodyCalls) {
  constexpr std::string_view kText =
      "package P replaceable function f input Real u; output Real y; algorithm y := u; end f; "
      "constant Real c = 1; end P; package Q constant Real c = 2; end Q;"
      "model W replaceable package Medium = P; parameter Real p = {}; end W;"
      "model M W w(redeclare package Medium = Q); end M;";
  const System system =
      ReadWithWarning(fmt::format(kText, "Medium.c"), "D0255 `Medium` is a `Q`, which has no `f`");
  EXPECT_EQ(ParameterValue(system, "w.p"), 2.0);
  EXPECT_FALSE(FlattenText(fmt::format(kText, "Medium.f(1)")).system);
}

}  // namespace
}  // namespace daedalus::semantics
