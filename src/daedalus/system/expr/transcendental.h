// The operations that are powers or elementary functions: analytic, except for branches of roots, and as
// expensive as many additions.
#pragma once

#include "daedalus/system/expr/op.h"

namespace daedalus::expr {

constexpr bool IsTranscendental(Op op) {
  return op == Op::kPow || (op >= Op::kExp && op <= Op::kTanh);
}

}  // namespace daedalus::expr
