// Expressions in a graph of their own: that of a model which is made of another one and must not carry what
// only that one needs, for many passes look at each expression of a graph.
#pragma once

#include <span>
#include <vector>

#include "daedalus/expr/graph.h"

namespace daedalus::expr {

// Copies the roots and all below them into an empty graph, in their order; functions keep their ids. The
// result says, by id of the given expression, which the copy is; invalid if it was not needed.
std::vector<ExprId> CopyReachable(const Graph& from, std::span<const ExprId> roots, Graph& to);

}  // namespace daedalus::expr
