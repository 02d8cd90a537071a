// Copies expressions into a graph of their own, for a model that is made from another one. The new graph must
// not contain expressions of the old model, because many passes visit every expression of a graph.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

// Copies the roots and all below them into an empty graph, in their order; functions keep their ids. The
// result is the copy by id of the original; invalid if it was not needed.
std::vector<ExprId> CopyReachable(const Graph& from, std::span<const ExprId> roots, Graph& to);

}  // namespace daedalus::expr
