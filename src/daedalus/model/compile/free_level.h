// Why an equation is left over: the circuit has no ground.
//
// Without a ground only differences of potentials occur, and the last current balance follows from the
// others. The message about that equation is no help to a user who forgot the ground. So we look for
// variables that can all grow by the same amount without a change of any residual: vectors of ones and zeros
// in the null space of the partial derivatives.
//
// Cost: the cube of the number of unknowns, for small models and after a mistake only.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// Two or more algebraic variables of which the equations determine differences only; empty if there are none,
// or if the model is too large. The graph of the system grows.
std::vector<VariableId> FindFreeLevel(System& system, const causal::PivotPoint& guess);

// Completes a message about an equation that says nothing new.
void ExplainFreeLevel(System& system, const causal::PivotPoint& guess, Diagnostic& message);

}  // namespace daedalus::compile
