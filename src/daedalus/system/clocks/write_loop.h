// An algebraic loop of a clocked partition, handed to the solver of the continuous part.
//
// Each of its unknowns z gets a continuous variable, and its equations hold always, over values that stay the
// same between ticks: all that could change meanwhile, time too, is remembered at the tick. So the solution
// moves at ticks only.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/clocks/internal_variables.h"
#include "daedalus/system/clocks/order_partition.h"

namespace daedalus::clocks {

// What the unknowns are at a tick. `own` are all unknowns of the partition, `like` gives start value and
// bounds of those of the loop.
std::vector<ClockedAssignment> WriteLoop(System& system, InternalVariables& variables, ExprId active,
                                         const ClockedLoop& loop, std::span<const DiscreteId> own,
                                         std::span<const Variable> like);

}  // namespace daedalus::clocks
