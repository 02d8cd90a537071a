// Whether the classes of a run keep the rules for their kind, their base classes, what they redeclare and
// what they modify. A class is in use when somebody asked for its members; the others are not looked at, so
// that a mistake in one part of a library does not stop the user of another.
//
//   check_kinds.h           what a record, a connector, a function, ... may contain, and what it may inherit
//                           from
//   check_names.h           reserved names, enumeration literals, names that are inherited twice
//   check_modifications.h   modifiers of what is final, protected, outer or not there
//   check_redeclarations.h  what may be redeclared, and by what
//   check_prefixes.h        parameter, input, flow, ... where they have no meaning
//   check_statements.h      break and return where they have none
//
// All report to the table's Report; the same message at the same place is said once by whoever collects.
#pragma once

#include <functional>

#include "daedalus/scope/env_table.h"

namespace daedalus::scope {

// After all questions were asked: linear in the number of classes in use and the size of their texts.
//
// `is_met`: whether components have this class in this environment. Where they have it in others only, what
// it hands to its own components is looked at there: a default that everybody redeclares need not fit.
void CheckClasses(EnvTable& table, const std::function<bool(EnvId)>& is_met = {});

}  // namespace daedalus::scope
