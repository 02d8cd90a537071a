// Which conditions hold at the start, besides the equations?
//
// The unknowns of the initial problem are all variables and the derivatives of the differential ones, n + d
// in number. The n equations hold; d conditions are the user's to choose. They are, in this order of
// preference:
//   1. the initial equations
//   2. v = start for each variable with fixed = true
//   3. v = start for differential variables that are not fixed, as far as there is still room: first those
//      with a start value; then start preferences, start values of other variables (start_preferences.h);
//      then v = 0 for those without one
// The structure decides whether there is room (initial_structure.h). Excess conditions of kind 1 and 2 are
// left out. Libraries fix the start values of all capacitors, even of those in parallel, and the language
// allows conditions that follow from others. They must hold for the values that are found
// (redundant_conditions.h). If one does not, the error names it and the conditions that it contradicts.
// Excess conditions of kind 3 are not used.
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
  // True if there are no initial equations, and the conditions are the start values of exactly the
  // differential variables. Then these are given, and IDA's own calculation finds the rest.
  bool given_by_states = false;
  std::vector<EquationId> initial_equations;  // of kind 1, those that hold
  // Of kind 1 and 2, those that follow from the others by structure; and the error for each if it does not
  // hold.
  std::vector<InitialRow> redundant;
  std::vector<Diagnostic> conflicts;
  std::vector<VariableId> ignored;  // start preferences that were left out
};

// `incidence` is that of the equations, of structural index 0 or 1. Start preferences in
// `ignored` are not conditions.
Result<InitialPlan> PlanInitialization(const System& system, const causal::SystemIncidence& incidence,
                                       std::vector<VariableId> ignored = {});

// The assumptions of kind 3 as a note for the user, if there are any.
std::vector<Diagnostic> DescribeAssumptions(const System& system, const InitialPlan& plan);

}  // namespace daedalus::initialize
