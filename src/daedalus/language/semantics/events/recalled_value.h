// A value that is read from a record of the past at a varying place (Recall, system/hybrid.h), as an
// expression.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

ExprId RecalledValue(Lowering& l, std::uint32_t record, ExprId place, OriginId origin);
// The origin of a call in the present instance.
OriginId OriginOfCall(Lowering& l, Span span);

}  // namespace daedalus::semantics
