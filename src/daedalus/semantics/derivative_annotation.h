// annotation(derivative(order = 2, noDerivative = x, zeroDerivative = y) = f_der): what the author of a
// function says of its derivative (Modelica 3.6, section 12.7.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

struct DerivativeAnnotation {
  scope::EnvId function;
  int order = 1;
  std::vector<std::string> without;  // inputs whose derivative is not asked for, and does not count
  std::vector<std::string> zero;     // inputs whose derivative is 0 where this one holds
};

// In the order of the text; those of functions that are not found are left out.
std::vector<DerivativeAnnotation> DerivativesOf(Context& context, scope::EnvId function);

// How often the author says that the function can be differentiated (section 18.3); 0: nothing is said.
int SmoothOrderOf(Context& context, scope::EnvId function);

// What an annotation of the function, `LateInline` for instance, is; nothing: it has none.
std::optional<bool> MarkOf(Context& context, scope::EnvId function, std::string_view annotation);
inline bool IsMarked(Context& context, scope::EnvId function, std::string_view annotation) {
  return MarkOf(context, function, annotation).value_or(false);
}

}  // namespace daedalus::semantics
