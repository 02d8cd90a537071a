// Continuous equations in a clocked partition: der(x) replaced by one step of a method from tick to tick
// (Modelica 3.6, section 16.8.2).
//
// With h = interval(), x- = previous(x), f = der(x) by the equations of the partition at this tick, f- at the
// one before:
//
//   ExplicitEuler        x = x- + h f-
//   ExplicitMidPoint2    x = x- + h f(x- + h/2 f-)
//   ExplicitRungeKutta4  the classical one, with f- as its first slope
//   ImplicitEuler        x = x- + h f
//   ImplicitTrapezoid    x = x- + h/2 (f- + f)
//
// and x = start at the first tick. The slopes between ticks come from copies of all equations of the
// partition, in which the inputs, that is what comes from outside, have the mean of their values at both
// ticks.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "daedalus/system/clocks/internal_variables.h"
#include "daedalus/system/clocks/order_partition.h"
#include "daedalus/system/clocks/ticks.h"

namespace daedalus::clocks {

struct ClockedState {
  DiscreteId value;
  DiscreteId derivative;
  OriginId origin;
  // Of a state of a state machine: when it takes a step at all, and when it begins anew. Invalid: at each
  // tick, at the first one.
  ExprId active = {}, reset = {};
};

struct PartitionEquations {
  std::vector<DiscreteId> unknowns;
  std::vector<PartitionEquation> equations;
};

// "ExplicitEuler, ...", for messages.
std::string_view SolverMethodNames();
bool IsSolverMethod(std::string_view method);
// Whether it evaluates the equations between two ticks.
bool HasStages(std::string_view method);

// Adds what determines the states, and the copies.
void Discretize(System& system, InternalVariables& variables, std::string_view method, const Tick& tick,
                std::span<const ClockedState> states, PartitionEquations& partition);

}  // namespace daedalus::clocks
