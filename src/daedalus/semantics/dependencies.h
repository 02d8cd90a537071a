// Which declarations need which others to be known first.
//
// A declaration has two things to be found out, its dimensions and (for constants and parameters) its value;
// they are the nodes of the graph, so that `n = size(a, 1)` and `a[:] = {1, 2}` can stand in any order. Edges
// come from the names in the expressions; size(x) and ndims(x) need the dimensions of x only.
#pragma once

#include <functional>
#include <vector>

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

struct DeclarationNode {
  SymbolId symbol;
  bool is_value = false;  // else its dimensions

  friend bool operator==(const DeclarationNode&, const DeclarationNode&) = default;
};

std::vector<DeclarationNode> DependenciesOf(const Context& context, DeclarationNode node);

// Calls `visit` for every node after those it depends on. Cycles are reported; their members are never
// visited.
void VisitInOrder(Context& context, const std::function<void(DeclarationNode)>& visit);

}  // namespace daedalus::semantics
