// connect(a, b) and the equations that it makes (Modelica 3.6, chapter 9).
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kPin = "connector Pin Real v; flow Real i; end Pin;\n";
constexpr std::string_view kParts =
    "model Two Pin p, n; end Two;\n"
    "model R extends Two; parameter Real r = 1; equation p.v - n.v = r * p.i; p.i + n.i = 0; end R;\n"
    "model G Pin p; equation p.v = 0; end G;\n"
    "model V extends Two; equation p.v - n.v = 1; p.i + n.i = 0; end V;\n";

std::string WithPins(std::string_view model) {
  return fmt::format("{}{}{}", kPin, kParts, model);
}

std::vector<std::string> LastEquations(const System& system, std::size_t count) {
  std::vector<std::string> lines = Equations(system);
  return {lines.end() - static_cast<std::ptrdiff_t>(count), lines.end()};
}

TEST(Connections, PotentialsAreEqualAndFlowsSumUpToZero) {
  const System system = FlattenOk(WithPins(
      "model M V v; R r; G g; equation connect(v.p, r.p); connect(r.n, v.n); connect(g.p, v.n); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size());
  EXPECT_EQ(LastEquations(system, 5),
            (std::vector<std::string>{"v.p.v = r.p.v", "v.p.i + r.p.i = 0", "r.n.v = v.n.v", "g.p.v = v.n.v",
                                      "v.n.i + r.n.i + g.p.i = 0"}));
}

TEST(Connections, AnOutsideConnectorCountsWithTheOtherSign) {
  const System system = FlattenOk(WithPins(
      "model Box Pin a, b; R r; equation connect(a, r.p); connect(r.n, b); end Box;\n"
      "model M V v; Box x; G g; equation connect(v.p, x.a); connect(x.b, v.n); connect(g.p, v.n); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size());
  const auto lines = Equations(system);
  EXPECT_TRUE(std::count(lines.begin(), lines.end(), "x.r.p.i - x.a.i = 0") == 1)
      << fmt::format("{}", fmt::join(lines, "\n"));
}

TEST(Connections, AFlowThatNothingIsConnectedToIsZero) {
  const System system = FlattenOk(WithPins("model M R r; G g; equation connect(g.p, r.p); end M;"));
  const auto lines = Equations(system);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "r.n.i = 0"), 1)
      << fmt::format("{}", fmt::join(lines, "\n"));
  EXPECT_EQ(system.equations.size(), system.variables.size());
}

TEST(Connections, ArraysOfConnectorsAndLoops) {
  const System system =
      FlattenOk(WithPins("model M parameter Integer n = 3; V v; R r[n]; G g; equation connect(v.p, r[1].p); "
                         "for k in 1:n - 1 loop connect(r[k].n, r[k + 1].p); end for; connect(r[n].n, v.n); "
                         "connect(g.p, v.n); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size());
}

// An output that depends on parameters alone is computed once; what it is connected to has an equation all
// the same.
TEST(Connections, AnOutputThatNeverChangesIsNoParameterOfItsConnector) {
  const System s = FlattenOk(
      "model M connector In = input Boolean; connector Out = output Boolean; block B Out y = false; end B; "
      "block S In u; Real v = if u then 1 else 2; end S; parameter Boolean p = true; B b(final y = not p); B "
      "c(y = p); S s; S "
      "t; equation connect(b.y, s.u); connect(c.y, t.u); end M;");
  const std::string text = FlatModelica(s);
  EXPECT_NE(text.find("'b.y' = 's.u'"), std::string::npos) << text;
  EXPECT_NE(text.find("'c.y' = 't.u'"), std::string::npos) << text;
}

TEST(Connections, ConnectorsCanBePredefinedTypes) {
  const System system = FlattenOk(
      "connector In = input Real; connector Out = output Real;"
      "model Gain parameter Real k = 2; In u; Out y; equation y = k * u; end Gain;"
      "model M Gain a, b(k = 3); Out y[2]; equation a.u = time; connect(a.y, b.u); connect(y[1], a.y); "
      "connect(b.y, y[2]); end M;");
  EXPECT_EQ(system.equations.size(), system.variables.size());
}

TEST(Connections, AConnectionToADisabledComponentIsNone) {
  const System system =
      FlattenOk(WithPins("model M parameter Boolean has = false; V v; R r; R s if has; G g; equation "
                         "connect(v.p, r.p); connect(r.n, v.n); "
                         "connect(g.p, v.n); connect(s.p, v.p); connect(s.n, v.n); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size());
}

TEST(Connections, ParametersInConnectorsMustBeEqual) {
  const std::string plug =
      "connector Plug parameter Integer m = 3; Real v; flow Real i; end Plug;"
      "model A parameter Integer m = 3; Plug p(m = m); equation p.v = p.i; end A;";
  EXPECT_EQ(FlattenText(plug + "model M A a, b; equation connect(a.p, b.p); end M;").Messages(), "");
  EXPECT_EQ(FlattenText(plug + "model M A a, b(m = 2); equation connect(a.p, b.p); end M;").Messages(),
            "1:177-194 D0251 `a.p.m` is 3, but `b.p.m` is 2\n");
}

// Connected or not, the declaration is wrong; that was found after the connection had been followed to no
// variable at all.
TEST(Connections, AnOuterVariableInAConnectorIsWrongAndNotFollowed) {
  const std::string text =
      "package P\n connector C\n  outer Real e;\n  flow Real f;\n end C;\n model A C c1, c2; inner Real e = "
      "1; end A;\n"
      " model M A a; equation connect(a.c1, a.c2); end M;\nend P;";
  const std::string messages = FlattenText(text).Messages();
  EXPECT_NE(messages.find("a component of a connector cannot be outer"), std::string::npos) << messages;
}

TEST(Connections, AnEquationKnowsItsStatement) {
  const std::string text = WithPins(
      "model M V v; R r; G g; equation connect(v.p, r.p); connect(r.n, v.n); connect(g.p, v.n); end M;");
  const System system = FlattenOk(text);
  const Span span = SpanOf(system, system.equations[EquationId(system.equations.size() - 5)]);
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "connect(v.p, r.p)");
}

}  // namespace
}  // namespace daedalus::semantics
