// Turns calls of short functions without branches into expressions of their arguments.
//
// A function stays a function if its author gives its derivative, because index reduction needs the call for
// that. Afterwards the call hides facts about the equations: that they are linear, that factors are zero, and
// that functions of the same arguments share terms. So the call is expanded then (InlineAfterIndexReduction,
// Modelica 3.6, section 18.3).
#pragma once

#include <optional>
#include <span>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// The result `output` of a call as an expression. nullopt if the function is long, or has jumps, arrays,
// checks, or operations that are not smooth. Functions that it calls are expanded too, or stay calls.
std::optional<expr::ExprId> WriteOut(expr::Graph& graph, const Routine& routine,
                                     std::span<const expr::ExprId> operands, std::size_t output);

}  // namespace daedalus::routine
