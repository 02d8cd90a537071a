// What may be redeclared, and by what (Modelica 3.6, section 7.3).
#pragma once

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

// Redeclaring elements (`redeclare model M`, `redeclare model extends M`), and names that are inherited
// twice.
void CheckEncounters(EnvTable& table, EnvId env);

// Checks that replaceable elements fit their own constraining clauses.
void CheckConstraints(EnvTable& table, EnvId env);

// A modifier that redeclares member number `member` of `target`: `A a(redeclare model M = X)`.
void CheckRedeclaration(EnvTable& table, const Modifier& node, EnvId target, std::uint32_t member);

}  // namespace daedalus::scope
