// Modes are determined by conditions that decide which unknowns an equation has.
//
//   0 = if closed then v1 - v2 else i        a perfect switch between two capacitors
//
// The equation of the open switch is about the current. That of the closed one is about the voltages, which
// are states of the open circuit. If every such condition is decided, the equations are those of a *mode*, a
// system with its own index, states and blocks. A condition that only chooses between expressions of the same
// unknowns changes no structure, and gives no modes.
//
// Only conditions made of held values count (system/hybrid.h), so that they are constant between events.
// initial() and the like do not count; they have their own systems (hybrid/free_system.h). A branch that is
// zero with the present parameter values differs from one that is not: s*(if open then 1 else Ron), Ron = 0.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// True if a condition is of that kind.
bool IsHeldCondition(const System& system, ExprId condition, expr::LeafCollector& collector);

// Each condition once, in the order of the equations.
std::vector<ExprId> FindModeConditions(const System& system, std::span<const double> parameters);

// All such conditions in some equations, whatever they choose between. The numbers of one branch may make
// equations depend on each other, while those of the other do not. Then the structure of a mode is wrong
// (causal/structure_conversion.h).
std::vector<ExprId> ConditionsIn(const System& system, std::span<const EquationId> equations);

// The equations with each condition decided; the variables are the same. `conditions` belong to that system.
System InMode(const System& system, std::span<const ExprId> conditions, std::span<const char> values,
              std::span<const double> parameters);

}  // namespace daedalus::compile
