// assert(condition, message, level) and terminate(message): of equations and algorithms alike.
#pragma once

#include <optional>

#include "daedalus/semantics/builtin_functions.h"

namespace daedalus::semantics {

// Where it is known to hold only under the condition `guard`, it is an assertion about that. Its origin is
// left to the caller. Nothing after a mistake, which was reported.
std::optional<Assertion> LowerAssert(Lowering& l, const Builtin& function, const syntax::Expression& e,
                                     const Scalar& guard = Constant(1.0));

// The message of terminate(message).
std::optional<TextTemplate> LowerTerminate(Lowering& l, const syntax::Expression& e);

}  // namespace daedalus::semantics
