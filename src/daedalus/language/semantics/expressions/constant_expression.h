// Evaluates an expression of literals and built-in functions, as in `--set l=1/2`.
#pragma once

#include <optional>
#include <string_view>

namespace daedalus::semantics {

// nullopt if the text is not such an expression, or has no finite value. It has the same meaning as the
// binding of a Real parameter in a model without anything else.
std::optional<double> EvaluateConstantExpression(std::string_view text);

}  // namespace daedalus::semantics
