// Calls of functions and constructors of records that classes define.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The first result. `function` is a class (Meaning::Kind::kClass), or a variable whose type is a function.
Value CallClass(Lowering& l, const Meaning& function, const syntax::Expression& e);

// All results of a call that is not a built-in one; kError for those without a value. nullopt after a
// mistake.
std::optional<std::vector<Value>> CallForAll(Lowering& l, const syntax::Expression& e);
// One result for each target on the left side; those of omitted targets (invalid ids) may be kError. nullopt
// after a mistake.
std::optional<std::vector<Value>> CallForSome(Lowering& l, syntax::ExpressionId call,
                                              std::span<const syntax::ExpressionId> targets);

}  // namespace daedalus::semantics
