// Impure functions are called where the language says when, and nowhere else (section 12.3); stages as text.
#include "support.h"

namespace daedalus::semantics {
namespace {

const std::string kDraw = "impure function draw input Real x; output Real y; algorithm y := 2*x; end draw;\n";

std::string Messages(const std::string& declarations, const std::string& equations = "") {
  return FlattenText("model M " + kDraw + declarations + "\nequation\n" + equations + "\nend M;").Messages();
}

TEST(Purity, AnImpureFunctionIsNotCalledByAnEquation) {
  EXPECT_EQ(Messages("Real x;", "x = draw(time);"),
            "4:5-15 D0270 `M.draw` is impure, and cannot be called here\n");
  EXPECT_EQ(Messages("Real x = draw(time);"),
            "2:10-20 D0270 `M.draw` is impure, and cannot be called here\n");
}

TEST(Purity, ItIsCalledAtEventsAtTheStartAndForParameters) {
  EXPECT_EQ(Messages("discrete Real x(start = 0);", "when time > 1 then x = draw(time); end when;"), "");
  EXPECT_EQ(Messages("Real x; initial equation x = draw(1);", "der(x) = 1;"), "");
  EXPECT_EQ(Messages("parameter Real p = draw(3); Real x = p;"), "");
  EXPECT_EQ(Messages("impure function pair output Real y[2]; algorithm y := {1, 2}; end pair;"
                     "final parameter Real p[:] = pair(); Real x = p[2];"),
            "");
}

TEST(Purity, APureFunctionCallsPureOnes) {
  const std::string calls = "input Real x; output Real y; algorithm y := draw(x); end f;\n";
  EXPECT_EQ(Messages("function f " + calls + "parameter Real p = f(3); Real x = p;"),
            "2:56-63 D0270 `M.draw` is impure, and cannot be called by a pure function\n");
  EXPECT_EQ(Messages("impure function f " + calls + "parameter Real p = f(3); Real x = p;"), "");
}

TEST(Purity, PureIsAPromise) {
  EXPECT_EQ(Messages("Real x = pure(draw(time));"), "");
  EXPECT_EQ(Messages("Real x = pure(time);"), "2:15-19 D0228 `pure` takes the call of a function\n");
}

std::string StageText(const std::string& text, Stage stage) {
  Parsed parsed(text);
  Diagnostics warnings;
  std::string described;
  FlattenOptions options;
  options.stage_text = &described;
  options.stage = stage;
  EXPECT_TRUE(Flatten(parsed.Store(), *FindModel(parsed.Store()), options, warnings));
  return described;
}

TEST(Stages, InstancesAndConnections) {
  const char* const text =
      "model M\n"
      "  connector Pin Real v; flow Real i; end Pin;\n"
      "  model Ground Pin p; equation p.v = 0; end Ground;\n"
      "  model Source Pin p; parameter Real k = 2; equation p.i = k; end Source;\n"
      "  Ground g; Source s[2](k = {1, 3}); Real x if false;\n"
      "equation\n  connect(g.p, s[1].p);\n  connect(s[1].p, s[2].p);\nend M;";
  EXPECT_EQ(
      StageText(text, Stage::kInstances),
      "M\n"
      "  M.Ground g\n    M.Pin p\n      Real v\n      flow Real i\n"
      "  M.Source s[2]\n"
      "    M.Source s[1]\n      M.Pin p\n        Real v\n        flow Real i\n      parameter Real k = 1\n"
      "    M.Source s[2]\n      M.Pin p\n        Real v\n        flow Real i\n      parameter Real k = 3\n"
      "  x (does not exist: its condition is false)\n");
  const std::string connections = StageText(text, Stage::kConnections);
  EXPECT_NE(connections.find(
                "equal: g.p.v s[1].p.v s[2].p.v\n  by connect(g.p, s[1].p)\n  by connect(s[1].p, s[2].p)\n"),
            std::string::npos)
      << connections;
  EXPECT_NE(connections.find("sum is zero: g.p.i s[1].p.i s[2].p.i\n"), std::string::npos) << connections;
}

TEST(Stages, WhatAuthorsSayIsKept) {
  const System system =
      FlattenOk("model M Real x = 1 annotation(unassignedMessage = \"x floats\"); Real y = 2; end M;");
  EXPECT_EQ(system.declarations[system.variables[VariableId(0)].declaration].unassigned_message, "x floats");
  EXPECT_EQ(system.declarations[system.variables[VariableId(1)].declaration].unassigned_message, "");
}

}  // namespace
}  // namespace daedalus::semantics
