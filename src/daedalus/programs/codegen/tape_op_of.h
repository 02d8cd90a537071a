// The instruction with the meaning of an operation of the graph or of byte code.
#pragma once

#include "daedalus/base/check.h"
#include "daedalus/programs/codegen/tape.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::codegen {

inline TapeOp TapeOpOf(expr::Op op) {
  switch (op) {
#define DAEDALUS_X(name) \
  case expr::Op::name:   \
    return TapeOp::name;
    DAEDALUS_TAPE_UNARY(DAEDALUS_X)
    DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
    case expr::Op::kIf:
      return TapeOp::kSelect;
    default:
      CheckFailed("op", "leaves, calls and noEvent make no instruction of their own");
  }
}

}  // namespace daedalus::codegen
