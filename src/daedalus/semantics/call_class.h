// Calls of what classes define: functions and constructors of records.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// The first result. `function` is a class (Meaning::Kind::kClass), or a variable of the type of a function.
Value CallClass(Lowering& l, const Meaning& function, const syntax::Expression& e);

// All results of a call, which is no built-in one; kError for those that got no value. Nothing after a
// mistake.
std::optional<std::vector<Value>> CallForAll(Lowering& l, const syntax::Expression& e);
// One for each of the targets on the left side; those that are left out (invalid ids) may be kError. Nothing
// after a mistake.
std::optional<std::vector<Value>> CallForSome(Lowering& l, syntax::ExpressionId call,
                                              std::span<const syntax::ExpressionId> targets);

}  // namespace daedalus::semantics
