// Checks the classes of a run against the rules for their kind, their base classes, redeclarations and
// modifications. A class is in use if its members were requested. Other classes are not checked, so a mistake
// in one part of a library does not stop the users of another part.
//
//   check_kinds.h           what a record, a connector, a function, ... may contain, and what it may inherit
//                           from
//   check_names.h           reserved names, enumeration literals, names that are inherited twice
//   check_modifications.h   modifiers of what is final, protected, outer or not there
//   check_redeclarations.h  what may be redeclared, and by what
//   check_prefixes.h        parameter, input, flow, ... where they have no meaning
//   check_statements.h      break and return where they have none
//
// All checks report to the table's Report. The collector drops a repeated message at the same place.
#pragma once

#include <functional>

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

// Call it at the end. It takes linear time in the number of classes in use and the size of their texts.
//
// `is_met`: true if components have this class in this environment. Where they have it only in others, what
// it hands to its own components is checked there: a default that everybody redeclares need not fit.
void CheckClasses(EnvTable& table, const std::function<bool(EnvId)>& is_met = {});

}  // namespace daedalus::scope
