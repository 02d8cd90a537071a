// The variables of a function: dimensions and first values from their declarations (Modelica 3.6, section
// 12.4.4). A record that is made of its fields is such a frame too: a default may refer to other fields.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Of a class in its environment; nothing is known of its variables yet.
FunctionFrame MakeFrame(const Lowering& l, scope::EnvId env, NodeId node);

// Dimensions and first value are there; false after a mistake, which was reported.
bool EnsureLocal(Context& context, FunctionFrame& frame, std::uint32_t member);
// The declared dimensions, kUnknownSize for `:`. Nothing after a mistake.
std::optional<Dims> DeclaredDims(Context& context, FunctionFrame& frame, std::uint32_t member);
// The modifier, or the declaration itself, that gives a variable of a function its value; null: there is
// none.
const scope::Modifier* DeclaredValue(const scope::Member& member);
// Whether its declaration, or a modifier of it, gives it a value.
bool HasDefault(const Context& context, const FunctionFrame& frame, std::uint32_t member);

// The value as that of the variable: of its type, and its declared dimensions. Reported at `span` if it does
// not fit; then kError.
Value FitLocal(Lowering& l, FunctionFrame& frame, std::uint32_t member, Value value, Span span);

// How the names of a text are looked up that stands in the class of the frame, or in one around it.
TextScope FrameText(FunctionFrame& frame, const syntax::Tree& tree, scope::Scope scope);

}  // namespace daedalus::semantics
