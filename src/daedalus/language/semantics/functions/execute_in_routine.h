// Statements of a function that becomes byte code: what depends on the run becomes jumps (routine_writer.h).
#pragma once

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/functions/execute_statements.h"

namespace daedalus::semantics {

// Each returns false after a reported mistake, or a refusal.
bool WriteIf(Execution& x, std::span<const syntax::StatementBranch> branches);
bool WriteFor(Execution& x, const syntax::Statement& statement);
bool WriteWhile(Execution& x, const syntax::Statement& statement);
bool WriteAssert(Execution& x, const syntax::Expression& e, const Builtin& function);
// Leaves the loop, or the function.
void WriteBreak(Execution& x);
void WriteReturn(Execution& x);
// The function fails with this message.
bool WriteFailure(Execution& x, syntax::ExpressionId message);

}  // namespace daedalus::semantics
