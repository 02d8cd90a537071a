// Why equations and unknowns do not fit together, in the user's terms: smallest sets of equations with fewer
// unknowns than equations, and unknowns left without an equation (structure/singular_sets.h).
#pragma once

#include <span>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/system_incidence.h"

namespace daedalus::causal {

// D0310, of a system with as many equations as unknowns.
Diagnostic ExplainSingular(const System& system, const SystemIncidence& incidence);

// For a system whose numbers of equations and unknowns differ: completes the message D0301.
void ExplainImbalance(const System& system, Diagnostic& message);

// "`a`, `b` and 7 more", for notes.
std::string ListOfVariables(const System& system, std::span<const structure::ColumnId> variables);

}  // namespace daedalus::causal
