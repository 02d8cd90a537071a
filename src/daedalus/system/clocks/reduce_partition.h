// Clocked equations with derivatives that constrain each other: an inverted plant as a controller, whose
// output is prescribed by a filter, so that c = filter.y holds between two states.
//
// Then not every x of a der(x) can take a step of its own. As for continuous equations, those that constrain
// states are differentiated (structure/pantelides.h), and of the states as many become ordinary unknowns
// (structure/dummy_derivatives.h). What is left is discretized as before (solver_methods.h).
//
// What comes from outside of the partition has values at the ticks and no derivative: an equation with it
// cannot be differentiated, and is an error.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/clocks/internal_variables.h"
#include "daedalus/system/clocks/solver_methods.h"

namespace daedalus::clocks {

// `preferences`, one for each state: larger ones stay states first. Without a constraint nothing changes;
// otherwise the partition gets the derivatives of its equations, and the states are those that are left. A
// system without a unique solution is left to OrderPartition, which explains it.
Result<Unit> ReducePartition(System& system, InternalVariables& variables,
                             const std::vector<std::int32_t>& preferences, std::vector<ClockedState>& states,
                             PartitionEquations& partition);

}  // namespace daedalus::clocks
