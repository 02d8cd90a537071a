// The state machines of a model: clusters of states that transitions join (Modelica 3.6, section 17.1).
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

struct MachineTransition {
  std::uint32_t from = 0, to = 0;  // numbers of states within the machine
  const TransitionText* text = nullptr;
};

struct Machine {
  std::vector<NodeId> states;
  std::uint32_t initial = 0;
  std::vector<MachineTransition> transitions;  // those that count more stand later
  NodeId parent;                               // the state that contains it; invalid: none does
  Span span;                                   // of its initialState
};

// Machines come before those in their states. nullopt after a reported mistake.
std::optional<std::vector<Machine>> FindMachines(Context& context);

}  // namespace daedalus::semantics
