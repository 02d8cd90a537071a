// Statements where they have no meaning: `break` outside of a loop, `return` outside of a function
// (Modelica 3.6, sections 11.2.4 and 12.1.2). Asked of the text, since a branch that is never taken must be
// right as well.
#pragma once

#include "daedalus/scope/env_table.h"

namespace daedalus::scope {

void CheckStatements(EnvTable& table, ClassId cls);

}  // namespace daedalus::scope
