// Stream connectors (Modelica 3.6, chapter 15).
#include <cmath>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kPorts =
    "connector Port Real p; flow Real m; stream Real h; end Port;\n"
    "model Source parameter Real h = 1; Port c; Real y; equation c.p = 1; c.h = h; y = inStream(c.h); end "
    "Source;\n"
    "model Sink Port c(m(min = 0)); Real y; equation c.p = 2; c.h = 7; y = inStream(c.h); end Sink;\n";

std::string WithPorts(std::string_view model) {
  return fmt::format("{}{}", kPorts, model);
}

TEST(Streams, AloneItIsItsOwnValue) {
  const System system = FlattenOk(WithPorts("model M Source a; end M;"));
  EXPECT_EQ(Count(system, "a.y = a.c.h"), 1u) << All(system);
  EXPECT_EQ(system.equations.size(), system.variables.size());
}

TEST(Streams, OfTwoConnectorsEachGetsWhatTheOtherSends) {
  const System system = FlattenOk(WithPorts("model M Source a, b; equation connect(a.c, b.c); end M;"));
  EXPECT_EQ(Count(system, "a.y = b.c.h"), 1u) << All(system);
  EXPECT_EQ(Count(system, "b.y = a.c.h"), 1u) << All(system);
}

TEST(Streams, AModelPassesOnWhatIsInIt) {
  const System system =
      FlattenOk(WithPorts("model Box Port c; Source s; equation connect(c, s.c); end Box;"
                          "model M Box x; Source a; equation connect(x.c, a.c); end M;"));
  EXPECT_EQ(Count(system, "x.c.h = x.s.c.h"), 1u) << All(system);
  EXPECT_EQ(Count(system, "x.s.y = a.c.h"), 1u) << All(system);
  EXPECT_EQ(Count(system, "a.y = x.c.h"), 1u) << All(system);
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
}

TEST(Streams, WhoNeverSendsIsNotInTheMixture) {
  const System system = FlattenOk(
      WithPorts("model M Source a, b; Sink s; equation connect(a.c, b.c); connect(a.c, s.c); end M;"));
  EXPECT_EQ(Count(system, "a.y = b.c.h"), 1u) << All(system);
  EXPECT_EQ(Count(system, "b.y = a.c.h"), 1u) << All(system);
}

// The value of the right side of the equation for `name`, with the variables at these values and all others
// 0.
double RightSide(const System& system, std::string_view name,
                 const std::vector<std::pair<std::string_view, double>>& values) {
  std::vector<double> variables(system.variables.size()), derivatives(system.variables.size());
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    for (const auto& [variable, value] : values) {
      if (NameOf(system, system.variables[VariableId(v)]) == variable) variables[v] = value;
    }
  }
  const auto parameters = EvaluateParameters(system).value().values;
  for (const Equation& equation : system.equations) {
    if (system.graph.op(equation.left) != expr::Op::kVariable) continue;
    if (NameOf(system, system.graph.variable(equation.left)) == name)
      return expr::Evaluate(system.graph, equation.right, {0.0, variables, derivatives, parameters});
  }
  ADD_FAILURE() << "no equation for " << name;
  return NAN;
}

TEST(Streams, ThreeMixByTheirFlows) {
  const System system =
      FlattenOk(WithPorts("model M Source a, b, c; equation connect(a.c, b.c); connect(b.c, c.c); end M;"));
  // b sends 1, c sends 3: (1 * 10 + 3 * 20) / 4.
  EXPECT_DOUBLE_EQ(RightSide(system, "a.y", {{"b.c.m", -1}, {"c.c.m", -3}, {"b.c.h", 10}, {"c.c.h", 20}}),
                   17.5);
  // c receives: only b counts.
  EXPECT_DOUBLE_EQ(RightSide(system, "a.y", {{"b.c.m", -1}, {"c.c.m", 3}, {"b.c.h", 10}, {"c.c.h", 20}}),
                   10.0);
  // Nobody sends: both alike.
  EXPECT_DOUBLE_EQ(RightSide(system, "a.y", {{"b.c.h", 10}, {"c.c.h", 20}}), 15.0);
  // Half of the small flow, alpha = 1/2: weights 1/4 + 1/2 and 1/2 of it.
  EXPECT_NEAR(RightSide(system, "a.y", {{"b.c.m", -0.5e-6}, {"b.c.h", 10}, {"c.c.h", 20}}),
              (0.75 * 10 + 0.5 * 20) / 1.25, 1e-12);
}

TEST(Streams, TheActualOneFollowsTheFlow) {
  const System system =
      FlattenOk(WithPorts("model A extends Source; Real z = actualStream(c.h); end A;"
                          "model M A a; Source b; equation connect(a.c, b.c); end M;"));
  EXPECT_DOUBLE_EQ(RightSide(system, "a.z", {{"a.c.m", 1}, {"a.c.h", 10}, {"b.c.h", 20}}), 20.0);
  EXPECT_DOUBLE_EQ(RightSide(system, "a.z", {{"a.c.m", -1}, {"a.c.h", 10}, {"b.c.h", 20}}), 10.0);
}

TEST(Streams, ArraysSlicesAndLoops) {
  const System system = FlattenOk(
      "connector Port Real p; flow Real m; stream Real x[2]; end Port;"
      "model A parameter Integer n = 2; Port c[n]; Real y[n, 2] = inStream(c.x), z[n], w[2] = "
      "inStream(c[1].x); "
      "equation for i in 1:n loop c[i].p = 1; c[i].x = {i, 2 * i}; z[i] = inStream(c[i].x[2]); end for; end "
      "A;"
      "model M A a, b; equation connect(a.c, b.c); end M;");
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "a.y[2,1] = b.c[2].x[1]") + Count(system, "a.y[2, 1] = b.c[2].x[1]"), 1u)
      << All(system);
  EXPECT_EQ(Count(system, "a.z[2] = b.c[2].x[2]"), 1u) << All(system);
}

TEST(Streams, OnlyStreamVariablesFlowIn) {
  EXPECT_EQ(
      FlattenText(WithPorts("model M Source a; Real x = time;\nReal y = inStream(x); end M;")).Messages(),
      "5:19-20 D0228 `inStream` needs a stream variable of a connector here\n");
}

TEST(Streams, AStreamNeedsAFlow) {
  EXPECT_EQ(FlattenText("connector Port Real p; stream Real h; end Port;"
                        "model M Port c; equation c.p = 1; c.h = 1; end M;")
                .Messages(),
            "1:36-37 D0258 a connector with stream variables has one flow variable, and this has none\n");
}

}  // namespace
}  // namespace daedalus::semantics
