// The types of expressions as text. The graph has numbers only, since whoever made it has checked the types;
// what is written as a variable of its own needs one again.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

// "Real", "Integer", "Boolean", "String".
std::string_view TypeName(ValueType type);

// Where a String is an Integer for everybody else.
ValueType TypeInText(const System& system, DeclarationId declaration);

// Of what is held; nothing for the left limit of an expression, which has the type of that.
std::optional<ValueType> TypeOfHeld(const System& system, HeldId held);

// By expression, the type that its flat text (print_system.h) is read with. What a function returns counts as
// Real.
std::vector<ValueType> FindTextTypes(const System& system);

}  // namespace daedalus
