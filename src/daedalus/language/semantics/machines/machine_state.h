// What the text of a model says about state machines (Modelica 3.6, chapter 17), before it is known which
// states belong together.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "daedalus/language/semantics/instances/instance_tree.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// transition(from, to, condition, immediate, reset, synchronize, priority)
struct TransitionText {
  NodeId from, to;
  ExprId condition;
  bool is_immediate = true;
  bool resets = true;
  bool synchronizes = false;
  std::int64_t priority = 1;
  OriginId origin;
};

// initialState(state)
struct InitialStateText {
  NodeId state;
  Span span;
};

// A call of ticksInState() or timeInState(). Its result is an unknown of its own.
struct DurationText {
  enum class Kind : std::uint8_t { kTicks, kTime };
  Kind kind = Kind::kTicks;
  NodeId state;  // the state whose activity is measured, or a component inside of it
  // In the condition of an immediate transition, which decides whether its own state stays active: the
  // duration if it does.
  bool if_it_stays = false;
  ExprId result;
  Span span;
};

struct StateMachineText {
  std::vector<TransitionText> transitions;
  std::vector<InitialStateText> initial_states;
  std::vector<DurationText> durations;
  std::map<NodeId, ExprId> active;   // by component: the unknown that activeState() is
  std::map<NodeId, Span> asked;      // the first call of activeState() for it
  std::map<NodeId, Span> mentioned;  // all states, by their first transition or initialState
  // While the condition of a transition is read: where it starts.
  NodeId leaves;
  bool is_immediate = false;
};

}  // namespace daedalus::semantics
