// Leaves that are held between events, made where the text needs them (system/hybrid.h defines their
// meaning).
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// True if relations and rounding make events here: not in noEvent, and not in functions (section 3.7.5).
bool MakesEvents(const Lowering& l);

// True if it contains an unknown of the model or the time.
bool VariesBetweenEvents(Context& context, ExprId e);
inline bool VariesBetweenEvents(Context& context, const Scalar& scalar) {
  return scalar.kind == Scalar::Kind::kExpression && VariesBetweenEvents(context, scalar.expr);
}

// a < b, or a <= b. Initial equations and bodies of when-clauses are evaluated only at events and need no
// further ones. There it is a relation only if some equation has it as one.
Scalar RelationOf(Lowering& l, const Scalar& a, const Scalar& b, bool or_equal, Span span);

// initial(), terminal()
Scalar InitialFlag(Lowering& l);
Scalar TerminalFlag(Lowering& l);

ExprId PreOf(Context& context, DiscreteId discrete);
ExprId ValueOf(Context& context, DiscreteId discrete);

// An internal discrete variable, which is not in the results.
DiscreteId AddInternal(Context& context, std::string_view kind, ValueType type, Span span);

// x rounded down, with an event at each change. It becomes an internal Integer d with
//
//   d = if initial() then floor(x) else if pre(d) + 1 <= x then max(floor(x), pre(d) + 1)
//       else if x < pre(d) then min(floor(x), pre(d) - 1) else pre(d)
//
// so that it does not matter on which side of the whole number rounding leaves x at the event.
Scalar FloorOf(Lowering& l, const Scalar& x, Span span);

}  // namespace daedalus::semantics
