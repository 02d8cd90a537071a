// The connections of a model, once all statements are collected (Modelica 3.6, chapters 9 and 15).
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Finds connection sets, roots and streams of all connectors below the node, for those who ask while
// equations are made.
void ResolveConnections(Context& context, NodeId root);

// In how many statements a connector stands (section 3.7.4.3). They are counted at the first question: hardly
// any model asks.
std::uint32_t CardinalityOf(ConnectionState& state, const ConnectionEnd& connector);

// The equations of all connections, into the System.
void EmitConnections(Context& context);

}  // namespace daedalus::semantics
