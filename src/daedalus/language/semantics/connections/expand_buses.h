// Gives expandable connectors their members (Modelica 3.6, section 9.1.3), before anything is connected. Then
// they are connectors like all others, with ordinary connections.
//
// connect/expandable.h finds the members, over numbers. Here the buses of the instance tree become numbers,
// and the members that it finds become components of the tree (InstanceTree::added).
#pragma once

#include <vector>

#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// What a connect statement means for buses.
struct BusStatement {
  BusSide left, right;
  Span span;
};

// Expands all buses below the node. Members that their classes declare and no statement names do not exist
// afterwards.
void ExpandBuses(Context& context, NodeId root, const std::vector<BusStatement>& statements);

}  // namespace daedalus::semantics
