// Reductions of many values to one: sum, product, min, max.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

enum class Reduction : std::uint8_t { kSum, kProduct, kMin, kMax, kArray };

std::optional<Reduction> FindReduction(std::string_view name);
// At least one item. All must have one type (numbers; Booleans and enumerations have min and max) and, except
// for sums, be scalars. Reported at `span`.
Value Reduce(Lowering& l, Reduction reduction, std::span<const Value> items, Span span);
// The result for no items, which would be like this one: 0, 1, the largest or the smallest value of the type.
Value ReduceNothing(Lowering& l, Reduction reduction, const Value& like, Span span);
}  // namespace daedalus::semantics
