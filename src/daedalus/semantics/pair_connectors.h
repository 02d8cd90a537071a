// What a connection says about the members of two connectors: those of the same name correspond.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Adds the pairs to the statement. False when the connectors do not fit together, which was reported with
// both declarations.
bool PairConnectors(Context& context, ConnectStatement& statement, const ConnectionEnd& a,
                    const ConnectionEnd& b);

}  // namespace daedalus::semantics
