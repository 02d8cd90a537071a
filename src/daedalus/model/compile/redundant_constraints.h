// Finds constraints that follow from others: a parallelogram that is held by a third bar.
//
// At most points such constraints are independent, so neither structure nor a test at random points notices
// anything. They are dependent where they all hold. Structure then removes a motion that is free. The
// dependence shows only on their common solutions, so it is tested there, once, at the start.
//
// Steps. (1) Constraints are the differentiated equations without derivatives. The shortest Gauss-Newton
// steps lead from the start values to a point where all hold. (2) If they are not clearly independent there,
// compute the rank of the highest derivatives (causal/rank_probe.h). A constraint that depends on others is
// only suspect, since four-bar linkages have singular positions. (3) So find a second point a little further,
// at which the *other* constraints hold. If the suspect holds there too, it is redundant. (4) Replace it by
// `f = start` for an unknown f that is not determined without it, usually a force, and keep it as an
// assertion. Unknowns without a start value get that of the point. Repeat from (1) until there are no more.
//
// Constraints of velocities contain derivatives. They are left out in the same way if they are a combination
// of the others as expressions (a ring of gears that roll on each other). These need no second point.
// Constraints that are too many to be solved are treated in the same way.
//
// Cost: none for a system of index 1, or if all constraints hold at start values that are clearly regular.
// Otherwise one decomposition for each step (shortest_step.h) and one more, for each group of up to 20,000
// constraints with common unknowns.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/programs/causal/rank_probe.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// Changes equations and guesses, and adds assertions; returns a warning (D0562) for each constraint that was
// left out. `offsets` belong to the given system. `at_guess` is what is known of it
// (causal/structure_conversion.h): if all blocks are regular, constraints that hold there are not suspect.
std::vector<Diagnostic> LeaveOutRedundantConstraints(System& system, const causal::Offsets& offsets,
                                                     const causal::PivotPoint& guess,
                                                     const causal::AtGuess& at_guess);

// Handles more constraints than they have unknowns (a block on three guides, whose forces have too few
// equations). The system is structurally singular, which shows at once which constraints may be too many. A
// constraint that holds wherever the others do, at three times, is left out as above; this is repeated until
// there are no more. Changes nothing and returns no warnings if one of them contradicts the others or
// contains derivatives.
std::vector<Diagnostic> LeaveOutRepeatedConstraints(System& system, const causal::PivotPoint& guess);

}  // namespace daedalus::compile
