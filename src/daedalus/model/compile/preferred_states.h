// Algebraic variables that the user prefers as states (stateSelect = prefer or always).
//
// Index reduction chooses states among variables whose derivatives occur. A volume of liquid has its mass as
// the only such variable:
//
//   m = V rho0 (1 + beta (p - p0)),   der(m) = inflow - outflow
//
// The user prefers p, because a small error of m is a large one of p. So p gets a derivative as well
// (causal/index_reduction.h, also_states). Pantelides then finds that the first equation relates two states
// and differentiates it, and the dummy derivatives leave p as a state and compute m.
//
// A preference is met if that makes the variable a state at the start values, and if all equations that are
// differentiated for it are continuous and have a derivative. An equation that depends on events is not
// differentiated: its value may jump, and then p would have to jump with it.
#pragma once

#include <vector>

#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// In ascending order. `guess`: the point at which states are chosen.
std::vector<VariableId> FindPreferredStates(const System& system, const causal::PivotPoint& guess);

}  // namespace daedalus::compile
