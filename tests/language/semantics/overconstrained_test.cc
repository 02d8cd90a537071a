// Overconstrained connection graphs (Modelica 3.6, section 9.4) and cardinality.
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

// An angle as a direction in the plane: two numbers, one of them free.
constexpr std::string_view kFrames =
    "record Direction Real c, s;\n"
    "  function equalityConstraint input Direction a; input Direction b; output Real r[1];\n"
    "  algorithm r[1] := a.c * b.s - a.s * b.c; end equalityConstraint;\n"
    "end Direction;\n"
    "connector Frame Real x; flow Real f, t; Direction d; end Frame;\n"
    "model World Frame o; equation Connections.root(o.d); o.x = 0; o.d.c = 1; o.d.s = 0; end World;\n"
    "model Rod Frame a, b; equation Connections.branch(a.d, b.d); a.d = b.d; a.f + b.f = 0; a.t + b.t = 0; "
    "b.x = a.x + 1; "
    "end Rod;\n";

std::string WithFrames(std::string_view model) {
  return fmt::format("{}{}", kFrames, model);
}

TEST(Overconstrained, ATreeIsConnectedByEqualities) {
  const System system = FlattenOk(WithFrames("model M World w; Rod r; equation connect(w.o, r.a); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "w.o.d.c = r.a.d.c"), 1u) << All(system);
  EXPECT_EQ(Count(system, "w.o.d.s = r.a.d.s"), 1u) << All(system);
}

TEST(Overconstrained, ALoopIsCutOnceAndSaysOnlyWhatTheFunctionSays) {
  const System system = FlattenOk(WithFrames(
      "model M World w; Rod r, s; equation connect(w.o, r.a); connect(w.o, s.a); connect(r.b, s.b); "
      "end M;"));
  EXPECT_EQ(Count(system, "w.o.d.c = r.a.d.c"), 1u) << All(system);
  EXPECT_EQ(Count(system, "w.o.d.c = s.a.d.c"), 1u) << All(system);
  EXPECT_EQ(Count(system, "r.b.d.c = s.b.d.c"), 0u) << All(system);
  EXPECT_EQ(Count(system, "0 = r.b.d.c*s.b.d.s - r.b.d.s*s.b.d.c"), 1u) << All(system);
}

TEST(Overconstrained, ALoopIsCutAtTheTopOfTheHierarchy) {
  const System system =
      FlattenOk(WithFrames("model Pair Frame a, b; Rod r, s; equation connect(a, r.a); connect(r.b, s.a); "
                           "connect(s.b, b); end Pair;"
                           "model M World w; Pair p; Rod r; equation connect(w.o, r.a); connect(r.b, p.a); "
                           "connect(p.b, w.o); end M;"));
  EXPECT_EQ(Count(system, "p.r.b.d.c = p.s.a.d.c"), 1u) << All(system);
  std::size_t num_cut = 0;
  for (const std::string& line : Equations(system)) num_cut += line.starts_with("0 = ");
  EXPECT_EQ(num_cut, 1u) << All(system);
}

// Where the function has no results, a connection that is cut says nothing.
TEST(Overconstrained, AnEmptyConstraintSaysNothing) {
  const System system = FlattenOk(
      "record Angle Real g; function equalityConstraint input Angle a; input Angle b; output Real r[0]; "
      "algorithm assert(abs(a.g - b.g) < 1e-6, \"not equal\"); end equalityConstraint; end Angle;"
      "connector Pin Real v; flow Real i; Angle a; end Pin;"
      "model Two Pin p, n; equation Connections.branch(p.a, n.a); p.a = n.a; p.i + n.i = 0; end Two;"
      "model R extends Two; equation p.v - n.v = p.i; end R;"
      "model V extends Two; equation Connections.root(p.a); p.a.g = time; p.v - n.v = 1; end V;"
      "model G Pin p; equation p.v = 0; Connections.potentialRoot(p.a); end G;"
      "model M V v; R r; G g; equation connect(v.p, r.p); connect(r.n, v.n); connect(v.n, g.p); end M;");
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
}

TEST(Overconstrained, ComponentsKnowWhetherTheyAreTheRoot) {
  constexpr std::string_view kBody =
      "model Body parameter Integer p = 0; Frame a; equation Connections.potentialRoot(a.d, priority = p); "
      "a.f = 0; if Connections.isRoot(a.d) then a.d.c = 1; a.d.s = p; end if; end Body;";
  const System system = FlattenOk(fmt::format(
      "{}{}model M Body a(p = 2), b(p = 1); Rod r; equation connect(a.a, r.a); connect(r.b, b.a); end M;",
      kFrames, kBody));
  EXPECT_EQ(Count(system, "b.a.d.c = 1"), 1u) << All(system);
  EXPECT_EQ(Count(system, "a.a.d.c = 1"), 0u) << All(system);
}

TEST(Overconstrained, AComponentKnowsFromWhichSideTheRootIsSeen) {
  constexpr std::string_view kSide =
      "model Side Frame a, b; Real y; equation Connections.branch(a.d, b.d); a.d = b.d; a.f + b.f = 0; a.x = "
      "b.x; "
      "y = if Connections.rooted(a.d) then 1 else 2; end Side;";
  const System system = FlattenOk(
      fmt::format("{}{}model M World w; Side s, t; equation connect(w.o, s.a); connect(s.b, t.b); end M;",
                  kFrames, kSide));
  EXPECT_EQ(Count(system, "s.y = 1"), 1u) << All(system);
  EXPECT_EQ(Count(system, "t.y = 2"), 1u) << All(system);
}

TEST(Overconstrained, StatementsStandInLoopsAndConditions) {
  const System system = FlattenOk(
      WithFrames("model Many parameter Integer n = 2; parameter Boolean is_root = true; Frame f[n]; equation "
                 "if is_root then Connections.root(f[1].d); end if; "
                 "for i in 1:n - 1 loop Connections.branch(f[i].d, f[i + 1].d); end for; "
                 "for i in 1:n loop f[i].d.c = 1; f[i].d.s = 0; f[i].x = i; end for; end Many;"
                 "model M Many m(n = 3); Rod r; equation connect(m.f[3], r.a); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
}

TEST(Overconstrained, WithoutARootNothingIsDetermined) {
  EXPECT_EQ(FlattenText(WithFrames("model M Rod r, s; equation connect(r.a, s.a); end M;")).Messages(),
            "5:51-52 D0251 nothing that is connected with `r.a.d` is a root\n");
}

TEST(Overconstrained, TwoRootsJoinedByBranchesContradictEachOther) {
  const auto flattened = FlattenText(
      WithFrames("model Bad Frame a, b; equation\nConnections.root(a.d);\nConnections.root(b.d);\n"
                 "Connections.branch(a.d, b.d); a.d = b.d; a.x = b.x; a.d.c = 1; a.d.s = 0; a.x = 0; end Bad;"
                 "model M Bad m; end M;"));
  EXPECT_EQ(flattened.Messages(),
            "10:1-22 D0251 `m.a.d` and `m.b.d` are both roots, and branches join them\n");
  ASSERT_EQ(flattened.diagnostics.size(), 1u);
  EXPECT_EQ(flattened.diagnostics[0].secondary.size(), 2u);  // the other root, and the branch
}

TEST(Overconstrained, BranchesMustNotGoRoundInACircle) {
  const auto flattened = FlattenText(WithFrames(
      "model Bad Frame a, b; equation Connections.root(a.d);\nConnections.branch(a.d, b.d);\n"
      "Connections.branch(b.d, a.d);\na.d = b.d; a.x = b.x; a.d.c = 1; a.d.s = 0; a.x = 0; end Bad;"
      "model M Bad m; end M;"));
  EXPECT_EQ(flattened.Messages(),
            "10:1-29 D0251 this branch closes a loop: other branches join `m.b.d` and `m.a.d` already\n");
}

TEST(Overconstrained, OnlyWhatIsOverdeterminedCanBeARoot) {
  EXPECT_EQ(
      FlattenText(WithFrames("model M Frame a;\nequation Connections.root(a.x); a.x = 0; end M;")).Messages(),
      "9:29-30 D0251 `a.x` is not overdetermined: its class has no function `equalityConstraint`\n");
}

TEST(Overconstrained, RootedNeedsOneBranch) {
  EXPECT_EQ(
      FlattenText(
          WithFrames(
              "model M World w; Real y;\nequation y = if Connections.rooted(w.o.d) then 1 else 2; end M;"))
          .Messages(),
      "9:17-42 D0251 `Connections.rooted` needs exactly one `Connections.branch` whose first argument is the "
      "same\n");
}

TEST(Connections, CardinalityCountsStatements) {
  const System system = FlattenOk(
      "connector Pin Real v; flow Real i; end Pin;"
      "model A Pin p; Real n = cardinality(p); equation p.v = n; end A;"
      "model M A a, b, c; Pin q; equation connect(a.p, b.p); connect(b.p, q); q.i = 0; end M;");
  EXPECT_EQ(Count(system, "a.n = 1"), 1u) << All(system);
  EXPECT_EQ(Count(system, "b.n = 2"), 1u) << All(system);
  EXPECT_EQ(Count(system, "c.n = 0"), 1u) << All(system);
}

TEST(Connections, AConnectionCannotDependOnWhatVaries) {
  EXPECT_EQ(FlattenText("connector Pin Real v; flow Real i; end Pin;"
                        "model A Pin p; equation p.v = 1; end A;"
                        "model M A a, b; equation\nif time > 1 then connect(a.p, b.p); end if; end M;")
                .Messages(),
            "2:4-8 D0231 the condition around a connection cannot depend on the variable `time`\n");
}

TEST(Connections, NothingIsConnectedAmongInitialEquations) {
  EXPECT_EQ(FlattenText("connector Pin Real v; flow Real i; end Pin;"
                        "model A Pin p; equation p.v = 1; end A;"
                        "model M A a, b; initial equation\nconnect(a.p, b.p); end M;")
                .Messages(),
            "2:1-18 D0251 statements about connections are not allowed among initial equations\n");
}

}  // namespace
}  // namespace daedalus::semantics
