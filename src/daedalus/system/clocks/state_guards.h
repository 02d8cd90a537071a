// The states of state machines, as the equations of a clocked partition see them (Modelica 3.6, section
// 17.3): Booleans that say when the equations of a state hold, and which equations and variables are its own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::clocks {

using StateNumber = std::uint32_t;

struct StateGuard {
  ExprId active;  // leaf of a Boolean: its equations hold at this tick
  ExprId reset;   // leaf of a Boolean: previous() of its variables is their start value
  std::string name;
  Span span;
  std::uint32_t machine = 0;
  std::optional<StateNumber> parent;  // the state that contains it
  std::vector<ExprId> outputs;        // leaves of the variables around it that it may assign to
};

struct StateGuards {
  std::vector<StateGuard> states;
  std::unordered_map<ExprId, StateNumber> owners;  // by leaf of a variable: the innermost state around it
  std::map<std::pair<PathId, std::uint32_t>, StateNumber> of_instance;  // by component: the same
  // The variables by which machines decide about immediate transitions, and where that is written.
  std::map<ExprId, OriginId> decisions;

  std::optional<StateNumber> StateOf(const System& system, OriginId origin) const {
    if (!origin.IsValid()) return std::nullopt;
    const ScalarName instance = system.origins[origin].instance;
    const auto at = of_instance.find({instance.path, instance.element});
    return at == of_instance.end() ? std::nullopt : std::optional(at->second);
  }
};

}  // namespace daedalus::clocks
