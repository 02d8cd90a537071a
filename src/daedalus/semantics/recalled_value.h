// A value that is read from a record of the past at a place that varies (Recall, system/hybrid.h), as an
// expression.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

ExprId RecalledValue(Lowering& l, std::uint32_t record, ExprId place, OriginId origin);
// Of a call in the instance at hand.
OriginId OriginOfCall(Lowering& l, Span span);

}  // namespace daedalus::semantics
