// The equations of states in a clocked partition, guarded and merged (Modelica 3.6, sections 17.3.3 and
// 17.3.5).
//
// The equations of a state hold while it is active. So they are solved for the variables of that state alone:
// its own ones, and those around it that it assigns to (`outer output`). With x = e one of them, the
// partition gets
//
//   x = if active then e else previous(x)        its own variable keeps its value while the state rests
//   y = if active then e else previous(y)        a copy of the variable v around it
//   v = if active(s1) then y1 elseif active(s2) then y2 ... else last(v)
//
// where last(v) is previous(v), or the start value if the state that declares v is reset. The same holds for
// previous() in the equations of that state and of states in it; outside, it is the value before. An equation
// without a symbolic solution is guarded as it is, and becomes part of an algebraic loop.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/clocks/internal_variables.h"
#include "daedalus/system/clocks/solver_methods.h"
#include "daedalus/system/clocks/state_guards.h"

namespace daedalus::clocks {

// What of a partition belongs to which state.
struct StateMembers {
  std::vector<StateNumber> states;                      // of the machines of this partition
  std::vector<std::optional<StateNumber>> of_equation;  // by equation of the partition
  std::unordered_map<DiscreteId, StateNumber> owners;   // of its unknowns
  std::unordered_map<StateNumber, std::vector<DiscreteId>> outputs;
  std::unordered_set<DiscreteId> integrated;  // unknowns that a solver method determines
};

Result<Unit> MergeStates(System& system, InternalVariables& variables, const StateGuards& guards,
                         const StateMembers& members, PartitionEquations& partition);

}  // namespace daedalus::clocks
