// Derivatives of functions that stay functions, as flat text. In the graph, der(f(x)) or a call of der(f, x)
// is a function of the arguments and their derivatives, df/dx * dx (expr/function.h). The language has a
// notation for its parts: function fx = der(f, x) (section 12.7.2).
#pragma once

#include <string>

#include "daedalus/language/semantics/instances/declare_text.h"

namespace daedalus::semantics {

// The name of the derivative of a function with this name.
CallTexts DerivativeCallTexts(TextDeclarer& declarer, const std::string& name, const CallTexts& of);

}  // namespace daedalus::semantics
