// Short functions without branches as expressions of their arguments.
//
// A function stays a function where its author gives its derivative: index reduction needs the call for that.
// Afterwards the call hides what equations are: that they are linear, that factors are zero, and that
// functions of the same arguments have common terms (InlineAfterIndexReduction, Modelica 3.6, section 18.3).
#pragma once

#include <optional>
#include <span>

#include "daedalus/system/expr/graph.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// The result `output` of a call. nullopt if the function is long, or has jumps, arrays, checks, or operations
// that are not smooth. Functions that it calls are written out as well, or stay calls.
std::optional<expr::ExprId> WriteOut(expr::Graph& graph, const Routine& routine,
                                     std::span<const expr::ExprId> operands, std::size_t output);

}  // namespace daedalus::routine
