// The equations of a state machine (Modelica 3.6, section 17.3.4), over variables of our own.
//
// With the states 1..n and the transitions in ascending order of their importance:
//
//   selected   = if reset then initial else previous(next)
//   immediate  = the last i with from(i) = selected, c(i), immediate(i); 0: none
//   delayed    = the last i with from(i) = next, c(i), not immediate(i); 0: none
//   fired      = max(previous(delayed), immediate)
//   current    = if reset then initial elseif fired > 0 then to(fired) else selected
//   next       = if active then current else previous(next)
//   waiting(s) = reset or previous(waits(s))             a reset that the state has not seen yet
//   waits(s)   = if active then current <> s and waiting(s) else previous(waits(s))
//
// The machine is active where the state around it is, and reset with it; without one it is active at all
// ticks, and reset at the first. We differ in two things. A delayed transition, too, waits while the machine
// is suspended: delayed = previous(delayed) then. The `nextReset` of the specification is false for ever, and
// left out.
#pragma once

#include "daedalus/language/semantics/machines/machine.h"
#include "daedalus/system/clocks/state_guards.h"

namespace daedalus::semantics {

// Adds the equations of all machines. The guards are those of their states, without outputs and owners.
clocks::StateGuards WriteMachines(Context& context, const std::vector<Machine>& machines);

}  // namespace daedalus::semantics
