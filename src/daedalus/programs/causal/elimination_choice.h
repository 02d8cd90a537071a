// Chooses the algebraic variables that are worth eliminating (elimination.h).
//
// To eliminate v := value means to replace v by its value in all u equations that use v. With r unknowns in
// the value, r + u + 1 entries of the Jacobian disappear and up to r*u new ones appear. This is the argument
// of Markowitz (Management Science 3, 1957) for the choice of pivots; here all pivots are safe. The
// expressions of the equations grow: each use of v, one node of an expression, becomes as many nodes as the
// value has.
//
// 1. Candidates: algebraic variables that an assignment of the Program computes, less those that must stay.
// 2. Output variables are those that no equation needs, or only equations of other output variables. They are
//    no unknowns at all, so they cause no fill.
// 3. In the order of execution, with the values of the eliminated ones put in: v goes if its fill and its
//    growth are within the limits. Unused variables always go.
//
// In that order all uses of v are known when v is decided. Values are measured as trees, because equations
// share no subexpressions with each other. A variable that stays cuts the chain of substitutions. So values
// of used variables exceed the user's expressions by at most the limit. The cost is linear in the size of the
// system, at worst times the limit.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct EliminationOptions {
  // r*u - (r + u + 1) may be as large: the entries that an elimination adds to the Jacobian, at most. With 0
  // none is ever added. But new entries often fall on old ones: on the models of models/ 2 leaves fewer
  // entries than 0 does, 3 to 8 change nothing, more help dense models only.
  int extra_fill = 2;
  // Nodes that all equations together may gain by one elimination.
  int max_growth = 60;
  // The limit of growth for an output variable, which is computed at output points only.
  int max_output_growth = 300;
  // The first place in the history of equations (elimination.h).
  std::uint32_t num_removed_before = 0;
};

// Per variable: whether it goes.
IdVector<VariableId, char> ChooseEliminated(const System& system, const SystemIncidence& incidence,
                                            const Program& program, const EliminationOptions& options);

}  // namespace daedalus::causal
