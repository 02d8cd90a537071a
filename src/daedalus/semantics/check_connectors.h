// Rules for connectors that can only be asked of instances, because they are about sizes and sides.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// A connector has as many flow variables as it has variables without a direction, and one scalar flow
// variable where it has stream variables (Modelica 3.6, sections 9.3.1 and 15.1). Each class is told of once.
void CheckConnectorSizes(Context& context, NodeId root);

// In a connection set at most one variable is a source: an output of a component, or a public input of the
// model in which the statements stand (section 9.3). Asked when the connection sets are known.
void CheckSignalSources(Context& context);

// Whether the connector that the variable belongs to is protected in its class: then nothing outside gives it
// a value.
bool IsProtectedConnector(Context& context, const Symbol& symbol);

}  // namespace daedalus::semantics
