// annotation(derivative(order = 2, noDerivative = x, zeroDerivative = y) = f_der): the derivative of a
// function, as its author declares it (Modelica 3.6, section 12.7.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

struct DerivativeAnnotation {
  scope::EnvId function;
  int order = 1;
  std::vector<std::string> without;  // inputs that are not differentiated
  std::vector<std::string> zero;     // inputs whose derivative must be 0 for this annotation to hold
};

// The annotations in the order of the text. Functions that are not found are left out.
std::vector<DerivativeAnnotation> DerivativesOf(Context& context, scope::EnvId function);

// How often the function can be differentiated according to its author (section 18.3); 0: not declared.
int SmoothOrderOf(Context& context, scope::EnvId function);

// The value of an annotation of the function, for example `LateInline`; nullopt: it has none.
std::optional<bool> MarkOf(Context& context, scope::EnvId function, std::string_view annotation);
inline bool IsMarked(Context& context, scope::EnvId function, std::string_view annotation) {
  return MarkOf(context, function, annotation).value_or(false);
}

}  // namespace daedalus::semantics
