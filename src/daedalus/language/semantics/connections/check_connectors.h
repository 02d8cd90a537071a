// Rules for connectors that depend on instances, because they concern sizes and sides.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// A connector has as many flow variables as variables without a direction. If it has stream variables, it has
// one scalar flow variable (Modelica 3.6, sections 9.3.1 and 15.1). Each class is reported once.
void CheckConnectorSizes(Context& context, NodeId root);

// At most one variable of a connection set is a source: an output of a component, or a public input of the
// model that contains the statements (section 9.3). Call when the connection sets are known.
void CheckSignalSources(Context& context);

// True if the connector of the variable is protected in its class, so that nothing outside gives it a value.
bool IsProtectedConnector(Context& context, const Symbol& symbol);

}  // namespace daedalus::semantics
