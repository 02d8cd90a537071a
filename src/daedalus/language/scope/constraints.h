// What a replaceable element asks of whatever replaces it (Modelica 3.6, section 7.3.2).
#pragma once

#include <vector>

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

// The modifiers that hold for whatever replaces the member, outermost first: those that others have for the
// element, and those of constraining clauses. Without a clause, also those of the original declaration; those
// of a redeclaration never.
std::vector<const Modifier*> ConstraintsOn(const Member& member);

// The redeclaration of a class by a modifier that is in force; null: the declaration is.
const Modifier* ClassRedeclaration(const Member& member);

// The type that everything that replaces a member has to fit, with the modifiers that hold for all of them:
// of the constraining clause, else that of its original declaration. Invalid after an error.
EnvId ConstrainingType(EnvTable& table, EnvId in, std::uint32_t member);

}  // namespace daedalus::scope
