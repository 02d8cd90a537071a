// Which initial conditions are the user's to choose, which follow, and which contradict each other?
//
// A model leaves as many initial values free as it has states. What the user says, by `fixed = true` and by
// initial equations, is *chosen*; what is still free then takes the start values of states, which is
// *assumed*; everything else is *implied*: by the block of the initial problem that determines it, for
// example y of a pendulum by the length of the rod once x is chosen. A condition that finds nothing free any
// more is *conflicting*: with the smallest set of other conditions and equations that already determine what
// it speaks of, its fundamental circuit (structure/singular_sets.h). Any condition of the set may be the
// wrong one.
//
// Of what is implied, those variables are listed that a user might take for free: the differential ones, also
// those that were it before the index was reduced, and those that were given a start value, which is only a
// guess for them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/initial_structure.h"

namespace daedalus::initialize {

// What is solved together, and the equations and initial equations that it is solved from.
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
  std::vector<VariableId> assumed;     // in the order of their right
  std::vector<ImpliedValues> implied;  // by their first variables; empty where conditions conflict
  std::vector<Conflict> conflicts;     // the first few
  std::size_t num_conflicts = 0;       // all of them
};

// `incidence` is that of the equations, of structural index 0 or 1. Fails where an initial equation speaks of
// a derivative that no equation of the model contains (D0402). `ignored` are wishes that are not heard
// (start_wishes.h). Cost: as MatchInitialConditions, and linear.
Result<InitialConditions> ExplainInitialConditions(const System& system,
                                                   const causal::SystemIncidence& incidence,
                                                   std::span<const VariableId> ignored = {});

}  // namespace daedalus::initialize
