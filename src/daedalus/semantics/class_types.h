// The types that classes stand for, and what their annotations say.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Of a predefined type, an enumeration, a record or another class with members, an external object, a
// function.
Type TypeOfClass(Context& context, scope::EnvId env);

// The text that the annotation `name` of the class itself has: `annotation(name = "text")`; else nothing.
std::string AnnotationText(Context& context, scope::EnvId env, std::string_view name);

}  // namespace daedalus::semantics
