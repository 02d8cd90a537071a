// Rejects reserved names: those of predefined types, and literals of enumerations that would hide attributes
// (Modelica 3.6, sections 2.3.3 and 4.9.5).
#pragma once

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

void CheckNames(EnvTable& table, EnvId env);

}  // namespace daedalus::scope
