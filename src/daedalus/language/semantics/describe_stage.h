// The stages between text and System as text, for people: `daedalus flatten --stage NAME`.
#pragma once

#include <string>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// The components below the model with their classes, sizes and known values, indented by depth.
std::string DescribeInstances(Context& context, NodeId root);
// The sets of connected variables, each followed by the statements that made it.
std::string DescribeConnections(Context& context);

}  // namespace daedalus::semantics
