// left = right, for values of any type: one equation of the System for each scalar.
#pragma once

#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Numbers become equations, but for whole ones that are known to be equal. Records are equated field by
// field, found by their names. Between values of the other types an equation is a check of what is known now;
// where something is not, it is refused. In Mode::kCheck only types and dimensions are looked at. False after a mistake, which was reported at `span`.
bool Equate(Lowering& l, const Value& left, const Value& right, Span span, std::vector<Equation>& out);

}  // namespace daedalus::semantics
