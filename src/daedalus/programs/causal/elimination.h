// Elimination: a smaller system for an integrator in residual form.
//
// An algebraic variable that the Program (program.h) computes by an assignment need not be an unknown of the
// integrator: its value replaces it. In an RC line the currents i[k] = (v[k-1] - v[k])/R disappear, and the
// tridiagonal system of the voltages remains. A variable that is only an output, like an energy, disappears
// too, unless it must stay to keep substituted expressions short. Unknowns and equations decrease by the same
// number; states and solutions stay the same. The index is still at most 1, since no divisor can vanish.
//
// 1. Choose the variables (elimination_choice.h). These stay: states, variables whose derivative appears
//    anywhere, fixed ones (v = start is an initial condition on v), inputs, and tearing variables. So do the
//    unknowns of loops that the Program leaves whole; ask BuildProgram for kTorn to shrink these.
// 2. Put the values into each other in the order of execution.
// 3. Put them into equations, initial equations and assertions, drop the equations that were solved for them,
//    and number the rest densely (system_rewriter.h).
//
// If all variables are functions of time alone, the result is empty. An equation loses all its unknowns only
// if the given system has no unique solution, although its structure suggests one.
//
// The cost is nearly linear: 0.5 s of processor time for an RC line of 2*10^5 equations, 3.5 s for 10^6 (one
// core of the development machine, 2026), nearly all of it to build the renumbered expressions.
#pragma once

#include <vector>

#include "daedalus/programs/causal/elimination_choice.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct Elimination {
  System system;
  // Per variable of the given system.
  std::vector<VariableId> kept_as;  // its id in `system`; invalid: eliminated
  std::vector<ExprId> values;       // of an eliminated one, over what is left of `system`; invalid: kept
  // Per equation of `system`: the given one that it was.
  std::vector<EquationId> equation_of;
};

// `incidence` and `program` are those of the system. An equation that a value was put into gets one Operation
// kSubstituted for each eliminated variable that stood in it. Its detail is the place of that variable among
// all removed ones: `options.num_removed_before` aliases, then the eliminated ones in their order.
Elimination EliminateExplicit(System system, const SystemIncidence& incidence, const Program& program,
                              const EliminationOptions& options = {});

}  // namespace daedalus::causal
