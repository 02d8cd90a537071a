// The types that classes represent, and their annotations.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// The type of a predefined type, an enumeration, a record or another class with members, an external object,
// or a function.
Type TypeOfClass(Context& context, scope::EnvId env);

// The text of the annotation `name` of the class itself, `annotation(name = "text")`; nullopt if there is
// none.
std::string AnnotationText(Context& context, scope::EnvId env, std::string_view name);

}  // namespace daedalus::semantics
