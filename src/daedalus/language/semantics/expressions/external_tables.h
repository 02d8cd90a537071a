// Lookups in tables with values of the run, as expressions: a table is known, and so is its column.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The result of the C function of that name; nullopt: it is not a lookup, or its table or column is not
// known.
std::optional<Scalar> LookUpInTable(Lowering& l, std::string_view name, std::span<const Value> arguments);

}  // namespace daedalus::semantics
