// What the name of a component means in the text of its class.
#pragma once

#include "daedalus/semantics/instance_tree.h"

namespace daedalus::semantics {

struct Context;

// The child, but for `inner outer`, which declares two: the inner one is what components below find, and is
// modified by the declaration; the name means the outer one (Modelica 3.6, section 5.4).
Child NamedChild(Context& context, NodeId node, std::uint32_t member);

}  // namespace daedalus::semantics
