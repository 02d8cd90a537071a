// assert(condition, message, level) and terminate(message), in equations and in algorithms.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/expressions/builtin_functions.h"

namespace daedalus::semantics {

// If it is known to be reached only under the condition `guard`, that becomes part of the assertion. The
// caller sets its origin. nullopt after a reported mistake.
std::optional<Assertion> LowerAssert(Lowering& l, const Builtin& function, const syntax::Expression& e,
                                     const Scalar& guard = Constant(1.0));

// Of an initial section: judged by the values of the start, not by later ones.
void HoldToStart(Context& context, std::vector<Assertion>& assertions);

// The message of terminate(message).
std::optional<TextTemplate> LowerTerminate(Lowering& l, const syntax::Expression& e);

}  // namespace daedalus::semantics
