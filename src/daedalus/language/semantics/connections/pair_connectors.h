// Pairs the members of two connected connectors by their names.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Adds the pairs to the statement. False if the connectors do not match; the report names both declarations.
bool PairConnectors(Context& context, ConnectStatement& statement, const ConnectionEnd& a,
                    const ConnectionEnd& b);

}  // namespace daedalus::semantics
