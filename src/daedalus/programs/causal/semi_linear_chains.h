// What flows through several ports in a row: y = semiLinear(x, sa, s1), y = semiLinear(x, s1, s2), ..., y =
// semiLinear(x, sN, sb).
//
// semiLinear(x, a, b) is a*x where x >= 0, and b*x else: the enthalpy y that a flow x carries with the
// specific enthalpy of where it comes from. Without a change these equations are a loop, and where x = 0
// nothing determines s1, ..., sN. The specification of the language recommends (section 3.7.4.5, rule 1) to
// take
//
//   s1 = if x >= 0 then sa else sb,   s2 = s1, ..., sN = s1,   y = semiLinear(x, sa, sb)
//
// in their place: the same where x is not 0, no loop, and one meaningful solution where it is. If a port is
// closed, x = 0 and y = 0, and y = semiLinear(x, sa, sb) becomes 0 = 0. An unknown then has no equation; sa =
// sb takes its place (rule 2).
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::causal {

// Rule 2, before alias removal, which makes numbers of x and y.
void EquateWhereNothingFlows(System& system);

// Rule 1, after alias removal, where the ports of a connection have one y and one x.
void JoinSemiLinearChains(System& system);

}  // namespace daedalus::causal
