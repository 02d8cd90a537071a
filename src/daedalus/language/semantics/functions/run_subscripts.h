// Elements of arrays whose subscripts are known only during the run, in a function that becomes byte code:
// loads and stores.
#pragma once

#include <optional>
#include <span>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The elements that the subscripts select, after the first `leading` dimensions. nullopt: all subscripts are
// known, and no load is needed. kError after a mistake or a refusal.
std::optional<Value> LoadPart(Lowering& l, const Value& array, std::size_t leading,
                              std::span<const syntax::ExpressionId> subscripts);

// Assigns to the part of the variable. nullopt: all subscripts are known. False after a mistake or a refusal.
std::optional<bool> StorePart(Lowering& l, Local& local, std::span<const syntax::ReferencePart> parts,
                              const Value& value, Span span);

}  // namespace daedalus::semantics
