// The variables after two ways of going on, of which a condition of the run decides.
#pragma once

#include "daedalus/semantics/execute_statements.h"

namespace daedalus::semantics {

// The same expression or constant; two that are unknown count as the same.
bool AreSame(const Scalar& a, const Scalar& b);

// All that statements change.
struct ExecutionState {
  std::vector<Local> locals;
  Scalar returned, broken;
};

ExecutionState StateOf(const Execution& x);
void Restore(Execution& x, ExecutionState state);
// The state becomes that of `then_state` where the condition holds, and stays where it does not. `span` is
// that of the statement. False after a mistake or refusal.
bool MergeInto(Execution& x, const Value& condition, const ExecutionState& then_state, Span span);

}  // namespace daedalus::semantics
