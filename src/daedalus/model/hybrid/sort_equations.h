// Which discrete equation determines which discrete variable, and in which order are they computed?
//
// An equation can be solved for a discrete variable that stands alone on one of its sides, as m, -m or not m.
// There is no other way to solve for a Boolean. If there are two candidates (a connection says a = b, but not
// which side gives the value), a matching decides. The order is that of the block triangular form.
//
// The equations of a block with several variables need each other. They keep their order, and the event
// iteration repeats all of them until nothing changes (event_iteration.h).
//
// Dependences pass through relations: if an equation contains r, and the sides of r contain m, the equation
// needs m. Dependences through continuous unknowns do not matter for the order.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::hybrid {

struct DiscreteAssignment {
  DiscreteId target;
  ExprId value;
  OriginId origin;
  std::uint32_t level = 0;  // needs only what has a lower level, but for what is in its own block
};

// The equations in the order of execution. Expressions are built in the graph of the system. An error if a
// variable has no equation, or an equation no variable.
Result<std::vector<DiscreteAssignment>> SortDiscreteEquations(System& system);

// The variable that an equation of the start determines: the one alone on a side, or its pre value. If other
// equations pass a value on (`active = localActive`, `localActive = pre(next)`), it is the variable at the
// end of the chain: `active = true` determines pre(next).
struct InitialAssignment {
  DiscreteId target;  // its value before the first event
  ExprId value;
};
// `sorted`: the equation that determines each variable.
Result<std::vector<InitialAssignment>> ReadInitialDiscreteEquations(
    System& system, std::span<const DiscreteAssignment> sorted);

}  // namespace daedalus::hybrid
