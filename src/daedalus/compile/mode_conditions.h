// Modes: conditions that decide which unknowns an equation has at all.
//
//   0 = if closed then v1 - v2 else i        a perfect switch between two capacitors
//
// The equation of the open switch says something about the current; that of the closed one about the
// voltages, which are states of the open circuit. With every such condition decided, the equations are those
// of a *mode*, a system with an index, states and blocks of its own. A condition that only chooses between
// expressions of the same unknowns changes no structure, and is no matter of modes.
//
// What is looked at: conditions made of held values alone (system/hybrid.h), so that they are constant
// between events; initial() and the like are not among them, they have systems of their own
// (hybrid/free_system.h). A branch that is zero with the values that parameters have differs from one that is
// not: s*(if open then 1 else Ron), Ron = 0.
#pragma once

#include <span>
#include <vector>

#include "daedalus/expr/leaves.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// Whether a condition is of that kind.
bool IsHeldCondition(const System& system, ExprId condition, expr::LeafCollector& collector);

// Each once, in the order in which the equations have them.
std::vector<ExprId> FindModeConditions(const System& system, std::span<const double> parameters);

// All conditions of the kind that stand in some equations, whatever they choose between: where the numbers of
// one branch make equations depend on each other, and those of the other do not, the structure of a mode lies
// (causal/structure_conversion.h).
std::vector<ExprId> ConditionsIn(const System& system, std::span<const EquationId> equations);

// The equations with each condition decided: the variables are the same. `conditions` are of that system.
System InMode(const System& system, std::span<const ExprId> conditions, std::span<const char> values,
              std::span<const double> parameters);

}  // namespace daedalus::compile
