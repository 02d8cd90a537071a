// Which initial conditions are the user's to choose, which follow, and which contradict each other?
//
// A model leaves as many initial values free as it has states. Values that the user gives by `fixed = true`
// and by initial equations are *chosen*. What is still free takes the start values of states: these are
// *assumed*. Everything else is *implied* by the block of the initial problem that determines it: for example
// y of a pendulum by the length of the rod, once x is chosen. A condition is *conflicting* if no unknown is
// left for it to determine. It conflicts with the smallest set of other conditions and equations that already
// determine its unknowns, its fundamental circuit (structure/singular_sets.h). Any condition of the set may
// be the wrong one.
//
// Of the implied variables, those are listed that a user might take for free. These are the differential
// ones, including those before index reduction, and those with a start value, which is only a guess for them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/initial_structure.h"

namespace daedalus::initialize {

// Values that are solved together, and the equations and initial equations that determine them.
struct ImpliedValues {
  std::vector<VariableId> variables;  // those worth a mention, ascending
  std::vector<InitialRow> by;         // the block, then what the derivatives `der(v)` in it follow from
};

struct Conflict {
  InitialRow condition;               // the one that was considered last
  std::vector<InitialRow> others;     // conditions, in the order of preference
  std::vector<EquationId> equations;  // ascending
};

struct InitialConditions {
  std::size_t num_free = 0;            // how many values are to be chosen
  std::vector<InitialRow> chosen;      // initial equations, then fixed variables
  std::vector<VariableId> assumed;     // highest priority first
  std::vector<ImpliedValues> implied;  // by their first variables; empty where conditions conflict
  std::vector<Conflict> conflicts;     // the first few
  std::size_t num_conflicts = 0;       // all of them
};

// `incidence` is that of the equations, of structural index 0 or 1. Fails if an initial equation contains a
// derivative that no equation of the model contains (D0402). `ignored` are start preferences to leave out
// (start_preferences.h). Cost: as MatchInitialConditions, and linear.
Result<InitialConditions> ExplainInitialConditions(const System& system,
                                                   const causal::SystemIncidence& incidence,
                                                   std::span<const VariableId> ignored = {});

}  // namespace daedalus::initialize
