// Integer fields of records that vary between events.
//
//   record State Integer phase; Real p, h; end State;
//   State s = setState_ph(p, h);
//
// Libraries of media write so, and others write (y, index) = sort(u), whose results are like fields. An
// Integer variable changes at events only (Modelica 3.6, section 3.8), but a function makes no events, and
// s.phase may change at any time. The established tools compute such a field with the other fields, and so do
// we: it becomes a continuous unknown whose values happen to be whole numbers.
//
// Steps. (1) While equations are made, those between fields are noted, and are taken as equations between
// discrete variables whatever they contain. (2) When all are there, each field whose value varies becomes
// continuous, and with it the fields that are equal to it.
#pragma once

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/flat_equations.h"

namespace daedalus::semantics {

// (1). True if the equation went to `out`, because it would be no equation of a discrete variable otherwise.
bool TakeField(Context& context, Place place, const ScalarEquation& equation, FlatEquations& out);

// (2). Reports other discrete variables that depend on such a field, for which the rule of the language
// holds.
void SettleFields(Context& context);

}  // namespace daedalus::semantics
