// Statements of a function that becomes byte code: what depends on the run becomes jumps (routine_writer.h).
#pragma once

#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/execute_statements.h"

namespace daedalus::semantics {

// Each is false after a mistake, which was reported, or a refusal.
bool WriteIf(Execution& x, std::span<const syntax::StatementBranch> branches);
bool WriteFor(Execution& x, const syntax::Statement& statement);
bool WriteWhile(Execution& x, const syntax::Statement& statement);
bool WriteAssert(Execution& x, const syntax::Expression& e, const Builtin& function);
// The rest of the loop, or of the function, is left out.
void WriteBreak(Execution& x);
void WriteReturn(Execution& x);
// The function fails with this message.
bool WriteFailure(Execution& x, syntax::ExpressionId message);

}  // namespace daedalus::semantics
