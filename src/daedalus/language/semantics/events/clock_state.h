// The clocks of one flattening: their text, and the unknowns for calls of their operators.
#pragma once

#include <map>
#include <tuple>
#include <unordered_set>

#include "daedalus/language/semantics/machines/machine_state.h"
#include "daedalus/system/clocks/clocked_text.h"

namespace daedalus::semantics {

struct ClockState {
  clocks::ClockedText text;
  StateMachineText machines;
  std::unordered_set<ExprId> leaves;  // the results of operators
  ExprId tick;  // of the equation whose text is being read (acting_equation.h); invalid: not made yet
  // An operator whose clock follows from its argument is called once for the same argument.
  std::map<std::tuple<clocks::Conversion::Kind, ExprId, clocks::Fraction>, ExprId> results;
};

}  // namespace daedalus::semantics
