// Expandable connectors get their members (Modelica 3.6, section 9.1.3), before anything is connected: then
// they are connectors like all others, and what is said about them are ordinary connections.
//
// Which members a bus has is found by connect/expandable.h, over numbers; here the buses of the instance tree
// become numbers, and the members that come back become components of the tree (InstanceTree::added).
#pragma once

#include <vector>

#include "daedalus/semantics/bus_sides.h"
#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// What a connect statement says about buses.
struct BusStatement {
  BusSide left, right;
  Span span;
};

// For all buses below the node. What their classes declare and no statement names is not there afterwards.
void ExpandBuses(Context& context, NodeId root, const std::vector<BusStatement>& statements);

}  // namespace daedalus::semantics
