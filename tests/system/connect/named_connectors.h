// Electrical connectors by name, and the equations of their connections as text: the tests read like the
// specification.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/connect/connection_sets.h"

namespace daedalus::connect {

// Each connector has a potential `v` and a flow `i`.
class NamedConnectors {
 public:
  explicit NamedConnectors(std::vector<std::string> names) : names_(std::move(names)) {}

  // "<p": the connector p of the model in which the statement stands, an outside connector.
  void Connect(std::string_view a, std::string_view b) {
    for (const VariableIndex variable : {0u, 1u})
      pairs_.push_back({Find(a, variable), Find(b, variable), num_statements_});
    ++num_statements_;
  }

  // A line each, with the statements they come from in braces.
  std::string Equations() const {
    std::vector<ConnectorVariable> variables;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      variables.push_back({VariableKind::kPotential});
      variables.push_back({VariableKind::kFlow});
    }
    const ConnectionSets sets = MakeConnectionSets(variables, pairs_, num_statements_);
    std::string text;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      for (const Equality& e : sets.equalities[s])
        text += fmt::format("{} = {} {{{}}}\n", Name(e.a), Name(e.b), e.statement);
      if (sets.kinds[s] == VariableKind::kFlow) text += Sum(sets.members[s]) + Statements(sets.statements[s]);
    }
    return text;
  }

 private:
  Slot Find(std::string_view name, VariableIndex variable) const {
    const bool outside = name.starts_with('<');
    if (outside) name.remove_prefix(1);
    const auto connector = static_cast<VariableIndex>(std::ranges::find(names_, name) - names_.begin());
    return outside ? Slot::Outside(2 * connector + variable) : Slot::Inside(2 * connector + variable);
  }
  std::string Name(Slot slot) const {
    return names_[slot.variable() / 2] + (slot.variable() % 2 == 0 ? ".v" : ".i");
  }
  std::string Sum(std::span<const Slot> members) const {
    std::string text = "0 =";
    const bool signs = std::ranges::any_of(members, [](Slot s) { return !s.is_inside(); });
    for (const Slot slot : members) {
      if (signs || slot != members.front()) text += slot.sign() > 0 ? " +" : " -";
      text += " " + Name(slot);
    }
    return text;
  }
  static std::string Statements(std::span<const StatementIndex> statements) {
    return fmt::format(" {{{}}}\n", fmt::join(statements, " "));
  }

  std::vector<std::string> names_;
  std::vector<SlotPair> pairs_;
  StatementIndex num_statements_ = 0;
};

}  // namespace daedalus::connect
