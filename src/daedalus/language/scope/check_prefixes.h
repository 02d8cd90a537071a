// Prefixes of components where they have no meaning: a constant model, an input with outputs in it, a stream
// outside of a connector (Modelica 3.6, sections 4.4.2 and 15.1).
#pragma once

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

void CheckPrefixes(EnvTable& table, EnvId env);

}  // namespace daedalus::scope
