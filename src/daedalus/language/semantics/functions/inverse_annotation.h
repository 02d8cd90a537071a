// annotation(inverse(x = f_inv(y, a))) of y = f(x, a): the inverse of a function, as its author declares it
// (Modelica 3.6, section 12.8).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

struct InverseAnnotation {
  std::string input;      // the result of the inverse
  scope::EnvId function;  // the inverse
  std::vector<std::pair<std::string, std::string>>
      arguments;  // of the inverse: by name, or empty for its position; an input or the output
};

// The annotations in the order of the text. Inverses that are not found, or have arguments other than names,
// are left out.
std::vector<InverseAnnotation> InversesOf(Context& context, scope::EnvId function);

}  // namespace daedalus::semantics
