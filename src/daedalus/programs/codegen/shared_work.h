// Do expressions share so much that each should not be computed for itself?
//
// Shapes (shape.h) compute each expression from its leaves. That is right for the equations of a model, which
// share little. Inner unknowns of a torn loop are written into each other: the last of a thousand contains
// all others, and a thousand expressions do a million operations where a thousand would do.
#pragma once

#include <span>

#include "daedalus/system/expr/graph.h"

namespace daedalus::codegen {

// True if the expressions, one by one, have more than `times` as many operations as together. Takes at most
// `times` visits of each operation.
bool ShareWork(const expr::Graph& graph, std::span<const expr::ExprId> expressions, std::size_t times);

}  // namespace daedalus::codegen
