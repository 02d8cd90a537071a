// v := e, a[i].x := e, (a, , b) := f(x).
#pragma once

#include "daedalus/language/semantics/functions/execute_statements.h"

namespace daedalus::semantics {

// False after a reported mistake, or a refusal.
bool ExecuteAssignment(Execution& x, const syntax::Statement& statement);
bool ExecuteMultiple(Execution& x, const syntax::Statement& statement);
// Assigns the value to what the reference names; `span` is that of the value.
bool AssignTo(Execution& x, syntax::ReferenceId target, Value value, Span span);

}  // namespace daedalus::semantics
