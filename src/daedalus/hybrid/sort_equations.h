// Which discrete equation determines which discrete variable, and in which order they are computed.
//
// An equation can be solved for a discrete variable that stands alone on one of its sides, as m, -m or not m:
// there is no other way to solve for a Boolean. Which of two candidates it is (a connection says a = b, and
// not who gives the value) is a matching; the order is that of the block triangular form.
//
// Equations of a block of several need each other. They stand in their order, and the event iteration repeats
// the whole until nothing changes (event_iteration.h).
//
// The conditions of relations are seen through: r in an equation, with m in r's sides, is a need for m. What
// depends on a discrete variable through continuous unknowns is no matter of order.
#pragma once

#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::hybrid {

struct DiscreteAssignment {
  DiscreteId target;
  ExprId value;
  OriginId origin;
  std::uint32_t level = 0;  // needs only what has a lower level, but for what is in its own block
};

// In the order in which they are computed. Expressions are built in the graph of the system. An error where
// some variable has no equation, or some equation no variable.
Result<std::vector<DiscreteAssignment>> SortDiscreteEquations(System& system);

// The variable that an equation of the start determines is the one on a side alone, or its pre value. Where
// others pass a value on (`active = localActive`, `localActive = pre(next)`) it is what they pass on: `active
// = true` determines pre(next).
struct InitialAssignment {
  DiscreteId target;  // its value before the first event
  ExprId value;
};
// `sorted`: what determines each variable.
Result<std::vector<InitialAssignment>> ReadInitialDiscreteEquations(
    System& system, std::span<const DiscreteAssignment> sorted);

}  // namespace daedalus::hybrid
