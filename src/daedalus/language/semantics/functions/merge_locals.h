// Merges the variables after two paths, between which a condition of the run decides.
#pragma once

#include "daedalus/language/semantics/functions/execute_statements.h"

namespace daedalus::semantics {

// True for the same expression or constant; two unknown values count as the same.
bool AreSame(const Scalar& a, const Scalar& b);

// Everything that statements change.
struct ExecutionState {
  std::vector<Local> locals;
  Scalar returned, broken;
};

ExecutionState StateOf(const Execution& x);
void Restore(Execution& x, ExecutionState state);
// The state becomes that of `then_state` if the condition holds, and otherwise stays. `span` is that of the
// statement. False after a mistake or refusal.
bool MergeInto(Execution& x, const Value& condition, const ExecutionState& then_state, Span span);

}  // namespace daedalus::semantics
