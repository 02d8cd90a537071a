// A copy of a component at another place of the instance tree: what a connection puts on a bus is like the
// connector at its other end.
//
// The copy has the types, sizes and prefixes of the original, and the values of its parameters as constants.
// Modifiers are not taken along: they speak in the scope of the original, which the copy is not in.
// Attributes that its type gives remain.
#pragma once

#include "daedalus/semantics/connection_ends.h"

namespace daedalus::semantics {

// Of one connector or of an array of them. kBroken after a mistake, which was reported.
Child CloneConnectors(Context& context, const ConnectionEnds& original, NodeId parent, syntax::NameId name);
Child CloneComponent(Context& context, Child original, NodeId parent, syntax::NameId name);
// A bus of the same class with nothing on it.
Child CloneEmptyBus(Context& context, NodeId original, NodeId parent, syntax::NameId name);

}  // namespace daedalus::semantics
