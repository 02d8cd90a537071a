#include "daedalus/products/exported/c_interface.h"

#include <fmt/format.h>

#include <set>

#include "daedalus/products/exported/c_text.h"
#include "daedalus/system/top_level_name.h"

namespace daedalus::exported {
namespace {

std::string FieldFor(const std::string& name, std::set<std::string>& taken) {
  std::string field = Identifier(name);
  while (!taken.insert(field).second) field += '_';
  return field;
}

std::string TypeOf(const System& system, DeclarationId declaration) {
  return system.declarations[declaration].type == ValueType::kReal ? "double" : "int";
}

}  // namespace

std::string CInterface::Members() const {
  std::string out;
  const auto add = [&](const char* what, const auto& list, const char* remark) {
    if (list.empty()) return;
    out += "  struct {\n";
    for (const auto& field : list)
      out += fmt::format("    {} {}; /* {} */\n", field.type, field.field, Harmless(field.name));
    out += fmt::format("  }} {}; /* {} */\n", what, remark);
  };
  add("in", inputs, "set before a step");
  add("out", outputs, "written at its end");
  return out;
}

std::string CInterface::TakeInputs() const {
  std::string out;
  for (const Input& input : inputs)
    out += fmt::format("  set(m, {}, {}m->in.{});\n", input.place, input.type == "int" ? "(double)" : "",
                       input.field);
  return out;
}

std::string CInterface::BeginInputs() const {
  std::string out;
  for (const Input& input : inputs)
    out += fmt::format("  m->in.{} = {}m->held[{}];\n", input.field, input.type == "int" ? "(int)" : "",
                       input.place);
  return out;
}

std::string CInterface::InputsChanged() const {
  std::string out;
  for (const Input& input : inputs) {
    if (!out.empty()) out += " || ";
    out += fmt::format("{}m->in.{} != m->held[{}]", input.type == "int" ? "(double)" : "", input.field,
                       input.place);
  }
  return out;
}

std::string CInterface::WriteOutputs() const {
  std::string out;
  for (const Output& output : outputs)
    out +=
        fmt::format("  m->out.{} = {}{};\n", output.field, output.type == "int" ? "(int)" : "", output.value);
  return out;
}

CInterface ReadInterface(const System& system, std::span<const causal::Alias> aliases,
                         const std::function<std::string(const Quantity&)>& place,
                         const std::function<std::string(ExprId)>& constant) {
  CInterface out;
  std::set<std::string> taken_in, taken_out;
  for (const ModelInput& input : system.hybrid.inputs) {
    const DiscreteVariable& variable = system.hybrid.discretes[input.value];
    const std::string name = system.names.Text(input.name);
    out.inputs.push_back({FieldFor(name, taken_in), name, TypeOf(system, variable.declaration),
                          std::to_string(variable.value.index())});
  }
  const auto add = [&](ScalarName scalar, DeclarationId declaration, const std::string& value) {
    if (system.declarations[declaration].causality != Causality::kOutput || value.empty()) return;
    const std::string name = system.names.Text(scalar);
    if (!IsTopLevelName(name)) return;
    out.outputs.push_back({FieldFor(name, taken_out), name, TypeOf(system, declaration), value});
  };
  for (const VariableId v : IdRange<VariableId>(system.variables.size()))
    add(system.variables[v].name, system.variables[v].declaration, place({v, 0}));
  for (const causal::Alias& alias : aliases) {
    const std::string value = alias.kept.IsValid() ? place({alias.kept, 0}) : constant(alias.value);
    add(alias.removed.name, alias.removed.declaration,
        alias.kept.IsValid() && alias.sign < 0 ? "-" + value : value);
  }
  for (const DiscreteVariable& variable : system.hybrid.discretes) {
    if (variable.is_internal) continue;
    add(variable.name, variable.declaration, fmt::format("m->held[{}]", variable.value.index()));
  }
  return out;
}

}  // namespace daedalus::exported
