// Constraints that follow from others: a parallelogram that is held by a third bar.
//
// At most points such constraints are independent, so neither structure nor a probe at random points sees
// anything wrong; they are dependent where they all hold, and structure then takes away a motion that is
// free. It shows on their common solutions only, so the question is asked there, once, at the start.
//
// Steps. (1) Constraints are the equations without derivatives that are differentiated. From the start values
// a point is found where all hold, by the shortest Gauss-Newton steps. (2) Where they are not independent
// there beyond doubt, the rank of the highest derivatives is taken (causal/rank_probe.h). A constraint that
// depends on others is under suspicion; four-bar linkages have singular positions. (3) So a second point is
// found a little further, at which the *other* constraints hold. If the one under suspicion holds there too,
// it is redundant: (4) it gives way to `f = start` for an unknown f that is not determined without it, a
// force mostly, and stays as an assertion. Unknowns without a start value get that of the point. From (1) on
// until there are no more.
//
// Constraints of velocities, which have derivatives, are left out in the same way where what they say is a
// combination of what others say, as expressions (a ring of gears that roll on each other); these need no
// second point, and so it is with constraints that are too many to be solved.
//
// Cost: none for a system of index 1, nor where all constraints hold at start values that are regular beyond
// doubt; else one decomposition for each step (shortest_step.h) and one more, for each group of up to 20,000
// constraints that have unknowns in common.
#pragma once

#include <span>
#include <vector>

#include "daedalus/causal/offsets.h"
#include "daedalus/causal/pivot_selector.h"
#include "daedalus/causal/rank_probe.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// Changes equations and guesses, and adds assertions; a warning (D0562) for each constraint that was left
// out. `offsets`: of the system as it is given. `at_guess`: what is known of it
// (causal/structure_conversion.h); where all blocks are regular there is no doubt about constraints that hold
// there.
std::vector<Diagnostic> LeaveOutRedundantConstraints(System& system, const causal::Offsets& offsets,
                                                     const causal::PivotPoint& guess,
                                                     const causal::AtGuess& at_guess);

// Constraints of which there are more than unknowns in them (a block on three guides, whose forces have too
// few equations): the system is structurally singular, and it shows at once which constraints may be too
// many. One that holds wherever the others do, at three times, is left out as above; until there are no more.
// Nothing is changed, and there are no warnings, where one of them contradicts the others or has derivatives.
std::vector<Diagnostic> LeaveOutRepeatedConstraints(System& system, const causal::PivotPoint& guess);

}  // namespace daedalus::compile
