// Classes of every kind alone: what their users give may be missing, mistakes may not.
#include "daedalus/language/semantics/instances/check_class.h"

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

struct Checked {
  ClassCheck check;
  std::string messages;  // "D0201 `y` is not declared", one line each
};

Checked Check(std::string text, std::string_view name) {
  Parsed parsed(std::move(text));
  Diagnostics diagnostics;
  Checked checked;
  checked.check = CheckClass(parsed.Store(), parsed.Store().Find(name), {}, diagnostics);
  for (const Diagnostic& d : diagnostics.items())
    checked.messages += fmt::format("D{:04} {}\n", static_cast<int>(d.code), d.message);
  return checked;
}

void ExpectRight(std::string text, std::string_view name, std::string_view warnings = "") {
  const Checked checked = Check(text, name);
  EXPECT_TRUE(checked.check.is_right) << text;
  EXPECT_EQ(checked.messages, warnings) << text;
}

void ExpectWrong(std::string text, std::string_view name, std::string_view messages) {
  const Checked checked = Check(text, name);
  EXPECT_FALSE(checked.check.is_right) << text;
  EXPECT_EQ(checked.messages, messages) << text;
}

constexpr std::string_view kPinClass = "connector Pin Real v; flow Real i; end Pin; ";

std::string WithPin(std::string_view text) {
  return std::string(kPinClass) + std::string(text);
}

TEST(CheckClass, AModelThatCanBeSimulatedComesBackAsASystem) {
  const Checked checked = Check("model M Real x(start = 1); equation der(x) = -x; end M;", "M");
  ASSERT_TRUE(checked.check.is_right);
  ASSERT_TRUE(checked.check.system.has_value());
  EXPECT_EQ(checked.check.system->variables.size(), 1u);
}

// What an `inner outer` asks for is declared by those who use the class; its equations cannot be counted
// without.
TEST(CheckClass, AnInnerOuterIsGivenByTheUser) {
  const Checked checked = Check(
      "connector In input Boolean s; end In; connector Out output Boolean s; end Out;"
      "model State output Boolean s = false; Out port; equation s = port.s; end State;"
      "model M inner outer State state(s = u.s or here.port.s); In u;"
      "  model Here In port; end Here; Here here; Boolean b = here.port.s;"
      "equation connect(here.port, state.port); end M;",
      "M");
  EXPECT_TRUE(checked.check.is_right) << checked.messages;
  EXPECT_TRUE(checked.check.is_in_part);
}

TEST(CheckClass, BalanceIsAskedOfModelsAndBlocks) {
  ExpectRight(WithPin("class C Pin p; Real x; end C;"), "C");
  ExpectWrong(WithPin("model C Pin p; Real x; end C;"), "C", "D0301 `C` has 1 equations for 3 unknowns\n");
}

TEST(CheckClass, EveryKindIsRightAlone) {
  ExpectRight("package P constant Real c = 1; model M Real x = c; end M; end P;", "P");
  ExpectRight("partial model M Real x; end M;", "M");
  ExpectRight("record R Real x; parameter Integer n; Real y[n]; end R;", "R");
  ExpectRight("function f input Real x[:]; output Real y; algorithm y := sum(x); end f;", "f");
  ExpectRight("partial function f input Real x; output Real y; end f;", "f");
  ExpectRight("type T = Real(unit = \"m\");", "T");
  ExpectRight("type E = enumeration(a, b);", "E");
  ExpectRight("block B input Real u; output Real y; equation y = 2*u; end B;", "B");
  ExpectRight(std::string(kPinClass), "Pin");
  ExpectRight("record C Real re, im; end C; connector I = input C;", "I");
  ExpectRight(
      "partial package Medium constant Real c; end Medium; model M input Real u; replaceable package P = "
      "Medium; Real x = P.c*u;"
      " end M;",
      "M");
  ExpectRight("model M parameter Integer n; Real x[n]; equation x = fill(1, n); end M;", "M");
}

// A source whose table is empty by default, a block with an `outer` that nothing around it declares, switches
// that are made equal.
TEST(CheckClass, WhatTheUserOfAComponentGivesIsNotMissed) {
  ExpectRight("block B parameter Real t[:, 2] = fill(0.0, 0, 2); output Real y = t[1, 2]; end B;", "B");
  ExpectWrong("model B parameter Real t[:, 2] = fill(0.0, 0, 2); Real y = t[1, 2]; end B;", "B",
              "D0224 the subscript 1 is not between 1 and 0\n");
  ExpectRight(
      "model World parameter Real g = 9.81; end World; model M outer World world; Real x = world.g; end M;",
      "M", "D0248 nothing around `M` declares an `inner world`: one with all defaults is used\n");
  ExpectRight(
      "model World parameter Real g = 9.81; end World; model M outer World world; input Real u; Real x = "
      "world.g*u; end M;",
      "M");
  ExpectRight("connector C Boolean on; Integer n; end C;", "C",
              "D0256 the connector `C` has 0 flow variables, but 2 potential variables\n");
  ExpectRight(
      "connector C Real x[3]; flow Real f[3]; end C; model M parameter Integer n = 0; C c[n]; output Real y; "
      "equation "
      "y = 1; c.x = fill(zeros(3), n); end M;",
      "M");
}

TEST(CheckClass, MistakesAreTold) {
  ExpectWrong("partial model M Real x; equation x = y; end M;", "M", "D0201 `y` is not declared\n");
  ExpectWrong("function f input Real x; output Real y; algorithm y := z; end f;", "f",
              "D0201 `z` is not declared\n");
  ExpectWrong("connector C Real v; end C;", "C",
              "D0256 the connector `C` has 0 flow variables, but 1 potential variable\n");
  ExpectWrong("record R Real x; equation x = 1; end R;", "R", "D0256 a record has no equations\n");
  ExpectWrong("package P Real x; end P;", "P", "D0256 a package has only classes and constants\n");
}

// A resistor has four variables in its pins and two of its own, which the flows of its pins and four
// equations determine.
TEST(CheckClass, TheBalanceOfAComponentCountsItsConnectors) {
  const auto resistor = [](std::string_view equations) {
    return WithPin(fmt::format(
        "model R Pin p, n; Real v, i; parameter Real R; equation v = p.v - n.v; i = p.i; {} end R;",
        equations));
  };
  const Checked checked = Check(resistor("0 = p.i + n.i; v = R*i;"), "R");
  EXPECT_TRUE(checked.check.is_right) << checked.messages;
  EXPECT_EQ(checked.check.num_equations, 6u);
  EXPECT_EQ(checked.check.num_unknowns, 6u);
  ExpectWrong(resistor("0 = p.i + n.i;"), "R", "D0301 `R` has 5 equations for 6 unknowns\n");
  ExpectWrong(resistor("0 = p.i + n.i; v = R*i; v = 2;"), "R", "D0301 `R` has 7 equations for 6 unknowns\n");
}

TEST(CheckClass, InputsAreKnown) {
  ExpectWrong("block B input Real u; output Real y; equation y = 2*u; u = 3; y = 4; end B;", "B",
              "D0301 `B` has 3 equations for 2 unknowns\n");
}

TEST(CheckClass, WhatCannotBeSimulatedYetIsAWarning) {
  const Checked checked = Check(
      "model M function f input Real x; output Real y; external \"C\" y = mine(x); end f; Real x = f(time); "
      "end M;",
      "M");
  EXPECT_TRUE(checked.check.is_right);
  EXPECT_TRUE(checked.check.is_in_part);
  EXPECT_NE(checked.messages.find("`mine` is an external function"), std::string::npos) << checked.messages;
}

TEST(CheckClass, ASizeThatIsMissingIsNoMistakeButOtherMistakesAreFound) {
  const Checked checked =
      Check("model M parameter Integer n; Real x[n]; input Real u; equation x = fill(u + w, n); end M;", "M");
  EXPECT_FALSE(checked.check.is_right);
  EXPECT_NE(checked.messages.find("D0201 `w` is not declared"), std::string::npos) << checked.messages;
}

TEST(CheckClass, ARootMayBeOutside) {  // 9.4
  ExpectRight(
      "type T = Real; record R Real x[2]; function equalityConstraint input R a; input R b; output Real "
      "r[1]; algorithm "
      "r := {a.x[1] - b.x[1]}; end equalityConstraint; end R; connector C R r; flow Real f; end C;"
      "model M C a, b; equation Connections.branch(a.r, b.r); a.r = b.r; a.f + b.f = 0; end M;",
      "M");
}

// An overdetermined type may be a Real, and an array of it a member of a connector.
TEST(CheckClass, ARootOfAnglesMayBeOutside) {  // 9.4
  ExpectRight(
      "type Angle extends Real; function equalityConstraint input Angle a[:]; input Angle b[:]; output Real "
      "r[0]; algorithm end equalityConstraint; end Angle;"
      "connector T Real v; flow Real i; Angle theta[2]; end T;"
      "model M T p, n; equation Connections.branch(p.theta, n.theta); p.theta = n.theta; p.i + n.i = 0;"
      "p.v - n.v = 10 * p.i; end M;",
      "M");
}

}  // namespace
}  // namespace daedalus::semantics
