// Leaves that are held between events, made where the text asks for them (system/hybrid.h says what they
// mean).
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Whether relations and rounding make events here: not in noEvent, and not in functions (section 3.7.5).
bool MakesEvents(const Lowering& l);

// With an unknown of the model or with time in it.
bool VariesBetweenEvents(Context& context, ExprId e);
inline bool VariesBetweenEvents(Context& context, const Scalar& scalar) {
  return scalar.kind == Scalar::Kind::kExpression && VariesBetweenEvents(context, scalar.expr);
}

// a < b, or a <= b. In an initial equation and in the body of a when-clause, which are looked at in events
// only, no further events are needed: there it is a relation if some equation has it as one.
Scalar RelationOf(Lowering& l, const Scalar& a, const Scalar& b, bool or_equal, Span span);

// initial(), terminal()
Scalar InitialFlag(Lowering& l);
Scalar TerminalFlag(Lowering& l);

ExprId PreOf(Context& context, DiscreteId discrete);
ExprId ValueOf(Context& context, DiscreteId discrete);

// A discrete variable of ours, which is no part of the results.
DiscreteId AddInternal(Context& context, std::string_view kind, ValueType type, Span span);

// x rounded down, with an event whenever it changes. As an internal Integer d with
//
//   d = if initial() then floor(x) else if pre(d) + 1 <= x then max(floor(x), pre(d) + 1)
//       else if x < pre(d) then min(floor(x), pre(d) - 1) else pre(d)
//
// so that it does not matter on which side of the whole number rounding leaves x at the event.
Scalar FloorOf(Lowering& l, const Scalar& x, Span span);

}  // namespace daedalus::semantics
