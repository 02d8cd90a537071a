// Clocked partitions become discrete equations that act at the ticks of their clocks
// (docs/decisions/026-clocks.md).
//
// A clocked Real is a discrete variable, whatever its type was before:
//
//   x = if tick then value else pre(x)       previous(x) is pre(x)
//   sample(u)                                the left limit of u, pre(u)
//   subSample(x), noClock(x), ...            x: between its ticks it keeps its value
//   hold(x)                                  the same; of a Real pre(x), one round later
//
// Relations in clocked equations make no events: they are evaluated when the clock ticks. Algebraic loops are
// left to the solver of the continuous part: its unknowns z get continuous equations over values that stay
// the same between ticks, and at a tick x = z. Before the first tick a loop sees start values.
#pragma once

#include <unordered_map>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/clocks/clocked_text.h"

namespace daedalus::clocks {

// What became of the variables of the system. A variable that stands in neither map, such as a clock, is
// gone.
struct MovedVariables {
  std::unordered_map<VariableId, VariableId> kept;      // with their new numbers
  std::unordered_map<VariableId, DiscreteId> discrete;  // the clocked ones
};

// The errors; if there are none, no clocks are left in the system. Fills `moved` if it is given.
std::vector<Diagnostic> ResolveClocks(System& system, const ClockedText& text,
                                      MovedVariables* moved = nullptr);

}  // namespace daedalus::clocks
