// The connections of a model, once all statements are collected (Modelica 3.6, chapters 9 and 15).
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Finds connection sets, roots and streams of all connectors below the node, on which equations may depend.
void ResolveConnections(Context& context, NodeId root);

// The number of statements with this connector (section 3.7.4.3). They are counted when first needed, since
// hardly any model needs them.
std::uint32_t CardinalityOf(ConnectionState& state, const ConnectionEnd& connector);

// Adds the equations of all connections to the System.
void EmitConnections(Context& context);

}  // namespace daedalus::semantics
