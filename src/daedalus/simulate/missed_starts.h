// Start values that the user gave and that count for nothing.
//
// A start value that is not fixed is a condition of the start where its variable is a state, and else a guess. Of a constraint between x,
// which has a start value, and y, which is the state and has none, y = 0 is assumed, and x comes out as it may. That is what the
// language says, and hardly what was meant.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

struct StartFacts {
  std::span<const double> values;                            // at the start, per variable
  std::function<bool(VariableId)> is_state, is_differentiated;  // the latter: whether it might have been a state
  double tolerance = 0;                                      // relative: what is nearer to its start value has it
};

// A warning that names both, for the first such pair in an equation of the system.
std::optional<Diagnostic> FindMissedStart(const System& system, const initialize::AttributeValues& attributes,
                                          const StartFacts& facts);

}  // namespace daedalus::simulate
