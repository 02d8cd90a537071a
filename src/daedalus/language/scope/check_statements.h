// Statements where they have no meaning: `break` outside of a loop, `return` outside of a function
// (Modelica 3.6, sections 11.2.4 and 12.1.2). This checks the text: a branch that is never taken must be
// right too.
#pragma once

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

void CheckStatements(EnvTable& table, ClassId cls);

}  // namespace daedalus::scope
