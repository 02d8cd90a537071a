// The types of expressions as text. The graph contains only numbers, since the types were checked before. A
// part that is written as a separate variable needs its type again.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

// "Real", "Integer", "Boolean", "String".
std::string_view TypeName(ValueType type);

// True for a String, which is an Integer everywhere else.
ValueType TypeInText(const System& system, DeclarationId declaration);

// The type of a held leaf; nullopt for the left limit of an expression, which has the type of that
// expression.
std::optional<ValueType> TypeOfHeld(const System& system, HeldId held);

// The type of each expression when its flat text (print_system.h) is read. The result of a function counts as
// Real.
std::vector<ValueType> FindTextTypes(const System& system);

}  // namespace daedalus
