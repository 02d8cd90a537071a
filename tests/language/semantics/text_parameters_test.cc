// Parameters with texts and literals, which no equation contains.
#include <map>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

TEST(TextParameters, LeaveWithTheirNamesAndValues) {
  const System system = FlattenOk(
      "package P\n"
      "  type Kind = enumeration(a, b, c);\n"
      "  model Part parameter Kind kind = Kind.a \"which\"; parameter String label; end Part;\n"
      "  model M\n"
      "    Part parts[2](kind = {Kind.b, Kind.c}, label = {\"one\", \"two\"});\n"
      "    Part bare;\n"
      "    final parameter String fixed_text = \"f\";\n"
      "    constant String c = \"no parameter\";\n"
      "    parameter Kind kinds[Kind] = {Kind.c, Kind.b, Kind.a};\n"
      "    Real x = time;\n"
      "  end M;\n"
      "end P;\n");
  std::map<std::string, std::string> values;
  for (const TextParameter& p : system.text_parameters) values[system.names.Text(p.name)] = p.value;
  EXPECT_EQ(values, (std::map<std::string, std::string>{{"parts[1].kind", "b"},
                                                        {"parts[2].kind", "c"},
                                                        {"parts[1].label", "one"},
                                                        {"parts[2].label", "two"},
                                                        {"bare.kind", "a"},
                                                        {"fixed_text", "f"},
                                                        {"kinds[1]", "c"},
                                                        {"kinds[2]", "b"},
                                                        {"kinds[3]", "a"}}));
  for (const TextParameter& p : system.text_parameters) {
    const std::string name = system.names.Text(p.name);
    EXPECT_EQ(p.is_final, name == "fixed_text") << name;
    EXPECT_EQ(p.literals.empty(), p.type == "String") << name;
    if (name.ends_with("kind")) EXPECT_EQ(p.description, "which");
  }
}

TEST(TextParameters, AreWhatTheCommandLineSets) {
  const System system = FlattenOk("model M parameter String s = \"a\"; Real x = time; end M;", {{"s", "b"}});
  ASSERT_EQ(system.text_parameters.size(), 1u);
  EXPECT_EQ(system.text_parameters[0].value, "b");
}

// `n` decides about a dimension; `half` is what it is made of.
TEST(StructuralParameters, AreMarkedWithWhatTheyAreMadeOf) {
  const System system = FlattenOk(
      "model M parameter Integer half = 1; parameter Integer n = 2*half; final parameter Integer last = 2; "
      "constant "
      "Integer c = 2; parameter Real k = 2; Real x[n] = fill(k*time, last), y[c] = x; end M;");
  std::map<std::string, bool> structural;
  for (const Parameter& p : system.parameters) structural[NameOf(system, p)] = p.is_structural;
  EXPECT_EQ(structural, (std::map<std::string, bool>{
                            {"half", true}, {"n", true}, {"last", false}, {"c", false}, {"k", false}}));
}

}  // namespace
}  // namespace daedalus::semantics
