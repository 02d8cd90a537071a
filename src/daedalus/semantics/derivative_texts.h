// Derivatives of functions that stay functions, as flat text: what der(f(x)) or a call of der(f, x) has
// become in the graph is a function of the arguments and of their derivatives, df/dx * dx (expr/function.h).
// The language has words for its parts: function fx = der(f, x) (section 12.7.2).
#pragma once

#include <string>

#include "daedalus/semantics/declare_text.h"

namespace daedalus::semantics {

// How the derivative is called of what is called so itself.
CallTexts DerivativeCallTexts(TextDeclarer& declarer, const std::string& name, const CallTexts& of);

}  // namespace daedalus::semantics
