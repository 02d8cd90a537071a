// The meaning of the name of a component in the text of its class.
#pragma once

#include "daedalus/language/semantics/instances/instance_tree.h"

namespace daedalus::semantics {

struct Context;

// The child, except for `inner outer`, which declares two components. Components below find the inner one,
// and the declaration modifies it; the name means the outer one (Modelica 3.6, section 5.4).
Child NamedChild(Context& context, NodeId node, std::uint32_t member);

}  // namespace daedalus::semantics
