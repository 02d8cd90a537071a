// annotation(inverse(x = f_inv(y, a))) of y = f(x, a): what the author of a function says of its inverse
// (Modelica 3.6, section 12.8).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

struct InverseAnnotation {
  std::string input;      // what the inverse gives
  scope::EnvId function;  // the inverse
  std::vector<std::pair<std::string, std::string>>
      arguments;  // of it: by name, or empty for its place; an input or the output
};

// In the order of the text. Those that are not found, or have arguments that are more than a name, are left
// out.
std::vector<InverseAnnotation> InversesOf(Context& context, scope::EnvId function);

}  // namespace daedalus::semantics
