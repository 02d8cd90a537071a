// The variables of a function, with dimensions and first values from their declarations (Modelica 3.6,
// section 12.4.4). A record that is made from its fields has such a frame too, since a default may refer to
// other fields.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The frame of a class in its environment; nothing is known of its variables yet.
FunctionFrame MakeFrame(const Lowering& l, scope::EnvId env, NodeId node);

// Finds dimensions and first value; false after a reported mistake.
bool EnsureLocal(Context& context, FunctionFrame& frame, std::uint32_t member);
// The declared dimensions, kUnknownSize for `:`. nullopt after a mistake.
std::optional<Dims> DeclaredDims(Context& context, FunctionFrame& frame, std::uint32_t member);
// The modifier, or the declaration itself, that gives a variable of a function its value; null if there is
// none.
const scope::Modifier* DeclaredValue(const scope::Member& member);
// True if its declaration, or a modifier of it, gives it a value.
bool HasDefault(const Context& context, const FunctionFrame& frame, std::uint32_t member);

// The value converted to the type and declared dimensions of the variable. A mismatch is reported at `span`;
// the result is then kError.
Value FitLocal(Lowering& l, FunctionFrame& frame, std::uint32_t member, Value value, Span span);

// How names are looked up in a text of the class of the frame, or of an enclosing class.
TextScope FrameText(FunctionFrame& frame, const syntax::Tree& tree, scope::Scope scope);

}  // namespace daedalus::semantics
