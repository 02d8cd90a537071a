// Tests whether the equations of a System can jump between events: by a condition, a rounded number or a sign
// of something that varies. Held values do not: their jumps are events.
#pragma once

#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

// Operations whose result is constant except for jumps. Relations and calls are not among them.
bool IsStep(expr::Op op);

bool MayJump(const System& system);

// By expression, whether it has a variable or time in it.
std::vector<bool> FindVarying(const expr::Graph& graph);

}  // namespace daedalus
