// Calls of what classes define: functions and constructors of records.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// `function` is a class (Meaning::Kind::kClass).
Value CallClass(Lowering& l, const Meaning& function, const syntax::Expression& e);

}  // namespace daedalus::semantics
