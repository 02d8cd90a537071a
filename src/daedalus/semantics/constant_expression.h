// The number that an expression of literals and built-in functions stands for, as `--set l=1/2` has it.
#pragma once

#include <optional>
#include <string_view>

namespace daedalus::semantics {

// Nothing where the text is no such expression, or has no finite value. It means what it would mean as the
// binding of a Real parameter in a model that has nothing else.
std::optional<double> EvaluateConstantExpression(std::string_view text);

}  // namespace daedalus::semantics
