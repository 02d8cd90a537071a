// Copies a component to another place of the instance tree: a connection to a bus adds a member like the
// connector at the other end.
//
// The copy has the types, sizes and prefixes of the original, and the values of its parameters as constants.
// Modifiers are not copied, since they refer to the scope of the original. Attributes of its type remain.
#pragma once

#include "daedalus/language/semantics/connections/connection_ends.h"

namespace daedalus::semantics {

// Copies one connector or an array of them. kBroken after a reported mistake.
Child CloneConnectors(Context& context, const ConnectionEnds& original, NodeId parent, syntax::NameId name);
Child CloneComponent(Context& context, Child original, NodeId parent, syntax::NameId name);
// Makes a bus of the same class without members.
Child CloneEmptyBus(Context& context, NodeId original, NodeId parent, syntax::NameId name);

}  // namespace daedalus::semantics
