// Many values become one: sum, product, min, max.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

enum class Reduction : std::uint8_t { kSum, kProduct, kMin, kMax, kArray };

std::optional<Reduction> FindReduction(std::string_view name);
// There is at least one item. All must be of one type (numbers; Booleans and enumerations have min and max)
// and, but for sums, scalars. Reported at `span`.
Value Reduce(Lowering& l, Reduction reduction, std::span<const Value> items, Span span);
// Of no items, which would be like this one: 0, 1, the largest or the smallest value of the type.
Value ReduceNothing(Lowering& l, Reduction reduction, const Value& like, Span span);
}  // namespace daedalus::semantics
