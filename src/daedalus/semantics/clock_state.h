// What one flattening knows about clocks: what the text says of them, and the unknowns that calls of their
// operators became.
#pragma once

#include <map>
#include <tuple>
#include <unordered_set>

#include "daedalus/clocks/clocked_text.h"

namespace daedalus::semantics {

struct ClockState {
  clocks::ClockedText text;
  std::unordered_set<ExprId> leaves;  // the results of operators
  ExprId tick;  // of the equation whose text is read (acting_equation.h); invalid: it has none yet
  // The same call of an operator whose clock follows from that of its argument is made once.
  std::map<std::tuple<clocks::Conversion::Kind, ExprId, clocks::Fraction>, ExprId> results;
};

}  // namespace daedalus::semantics
