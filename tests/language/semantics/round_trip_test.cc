// Flattening, printing, parsing and flattening again gives the same System.
#include <algorithm>
#include <map>

#include "language/semantics/models.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

// A flat name is quoted when it is printed: v[1] becomes 'v[1]'.
std::string Unquoted(std::string text) {
  std::erase(text, '\'');
  return text;
}

std::vector<std::string> Describe(const System& system) {
  std::vector<std::string> lines;
  const auto text = [&](ExprId id) {
    return id.IsValid() ? ExpressionText(system, id, 100000) : std::string("none");
  };
  // Of a String it is a number, which depends on the texts that were read before.
  const auto start = [&](const DiscreteVariable& v) {
    const EnumerationId enumeration = system.declarations[v.declaration].enumeration;
    const bool is_text =
        v.start.IsValid() && enumeration.IsValid() && system.enumerations[enumeration].is_string();
    return is_text ? std::string(system.texts->TextOf(system.graph.constant_value(v.start)).value())
                   : text(v.start);
  };
  for (const Variable& v : system.variables) {
    lines.push_back(fmt::format("variable {} start {} min {} max {} nominal {} fixed {}", NameOf(system, v),
                                text(v.start), text(v.min), text(v.max), text(v.nominal), v.fixed));
  }
  for (const Parameter& p : system.parameters) {
    lines.push_back(fmt::format("parameter {} = {} start {} constant {}", NameOf(system, p), text(p.value),
                                text(p.start), p.is_constant));
  }
  for (const Equation& e : system.equations) lines.push_back("equation " + text(e.residual));
  for (const Equation& e : system.initial_equations) lines.push_back("initial " + text(e.residual));
  for (const Assertion& a : system.assertions)
    lines.push_back(fmt::format("assert {} {}", text(a.condition), MessageOf(system, a, 0.25)));
  const Hybrid& hybrid = system.hybrid;
  for (const DiscreteVariable& v : hybrid.discretes) {
    lines.push_back(
        fmt::format("discrete {} start {} fixed {}", system.names.Text(v.name), start(v), v.fixed));
  }
  for (const DiscreteEquation& e : hybrid.equations) lines.push_back(text(e.left) + " = " + text(e.right));
  for (const DiscreteEquation& e : hybrid.initial_equations)
    lines.push_back("initial " + text(e.left) + " = " + text(e.right));
  for (const Relation& r : hybrid.relations) lines.push_back("relation " + HeldText(system, r.value));
  for (const Sample& s : hybrid.samples) lines.push_back("event " + HeldText(system, s.value));
  for (const Reinit& r : hybrid.reinits)
    lines.push_back(fmt::format("when {} reinit {} = {}", text(r.active), text(r.variable), text(r.value)));
  for (const Termination& t : hybrid.terminations) lines.push_back("terminate " + text(t.active));
  for (std::string& line : lines) line = Unquoted(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(RoundTrip, FlatModelicaFlattensToTheSameSystem) {
  for (const std::string_view text : kRightModels) {
    const System first = FlattenOk(std::string(text));
    const std::string flat = FlatModelica(first);
    const System second = FlattenOk(flat);
    EXPECT_EQ(Describe(first), Describe(second)) << flat;
    EXPECT_EQ(first.experiment.stop_time, second.experiment.stop_time);
  }
}

TEST(RoundTrip, VariablesKeepTheirEnumerations) {
  const System first = FlattenOk(
      "model M\n"
      "  type Mode = enumeration(off, on, 'out, of (order)');\n"
      "  Mode wish \"what is wanted\";\n"
      "  discrete Mode mode(start = Mode.on, fixed = true);\n"
      "  Integer count(start = 0, fixed = true);\n"
      "equation\n"
      "  wish = if time < 2 then Mode.off else Mode.on;\n"
      "  when time > 1 then\n"
      "    mode = wish;\n"
      "    count = pre(count) + 1;\n"
      "  end when;\n"
      "end M;\n");
  const System second = FlattenOk(FlatModelica(first));
  ASSERT_EQ(second.enumerations.size(), 1u);
  const Enumeration& mode = second.enumerations[EnumerationId(0)];
  EXPECT_EQ(mode.name, "M.Mode");
  EXPECT_EQ(mode.literals, (std::vector<std::string>{"off", "on", "'out, of (order)'"}));
  std::map<std::string, bool> is_marked;
  for (const DiscreteVariable& v : second.hybrid.discretes)
    is_marked[second.names.Text(v.name)] = second.declarations[v.declaration].enumeration.IsValid();
  EXPECT_TRUE(is_marked["wish"] && is_marked["mode"]);
  EXPECT_FALSE(is_marked["count"]);
}

}  // namespace
}  // namespace daedalus::semantics
