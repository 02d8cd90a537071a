// Which conditions hold at the start, besides the equations?
//
// The unknowns of the initial problem are all variables and the derivatives of the differential ones, n + d
// in number. The n equations hold; d conditions are the user's to choose. They are, in this order of
// preference:
//   1. the initial equations
//   2. v = start for each variable with fixed = true
//   3. v = start for differential variables that are not fixed, as far as there is still room: first those
//      with a start value; then wishes, start values of other variables (start_wishes.h); then v = 0 for
//      those without one
// Whether there is room is told by the structure (initial_structure.h). Excess of kind 1 and 2 is left out:
// libraries fix the start values of all capacitors, also of those that are connected in parallel, and the
// language allows what follows from other conditions. It must hold in the values that are found
// (redundant_conditions.h); if not, that is the error, which says what it collides with. Excess of kind 3 is
// simply not used.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/initial_structure.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

struct InitialPlan {
  std::vector<VariableId> start_conditions;  // v = start(v) holds; those of kind 2, then those of kind 3
  std::size_t num_fixed = 0;                 // how many of them are of kind 2
  // No initial equations, and the conditions are the start values of exactly the differential variables: then
  // the problem falls apart into what is given and what IDA's own calculation finds.
  bool given_by_states = false;
  std::vector<EquationId> initial_equations;  // of kind 1, those that hold
  // Of kind 1 and 2, found to follow from the others; and what to say of each if it does not hold.
  std::vector<InitialRow> redundant;
  std::vector<Diagnostic> conflicts;
  std::vector<VariableId> ignored;  // wishes that were not heard
};

// `incidence` is that of the equations, of structural index 0 or 1. Wishes that are `ignored` are no
// conditions.
Result<InitialPlan> PlanInitialization(const System& system, const causal::SystemIncidence& incidence,
                                       std::vector<VariableId> ignored = {});

// The assumptions of kind 3 as a note for the user, if there are any.
std::vector<Diagnostic> DescribeAssumptions(const System& system, const InitialPlan& plan);

}  // namespace daedalus::initialize
