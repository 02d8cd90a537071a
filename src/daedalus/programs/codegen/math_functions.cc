#include "daedalus/programs/codegen/math_functions.h"

#include <fmt/format.h>

#include "daedalus/base/check.h"
#include "daedalus/system/expr/op_function.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

MathFunction Function(TapeOp tape_op, Op op, int num_arguments) {
  return {tape_op, fmt::format("daedalus_{}", expr::Name(op)), num_arguments, expr::FunctionOf(op)};
}

}  // namespace

std::vector<MathFunction> MathFunctions() {
  return {
      Function(TapeOp::kExp, Op::kExp, 1),     Function(TapeOp::kLog, Op::kLog, 1),
      Function(TapeOp::kLog10, Op::kLog10, 1), Function(TapeOp::kSin, Op::kSin, 1),
      Function(TapeOp::kCos, Op::kCos, 1),     Function(TapeOp::kTan, Op::kTan, 1),
      Function(TapeOp::kAsin, Op::kAsin, 1),   Function(TapeOp::kAcos, Op::kAcos, 1),
      Function(TapeOp::kAtan, Op::kAtan, 1),   Function(TapeOp::kSinh, Op::kSinh, 1),
      Function(TapeOp::kCosh, Op::kCosh, 1),   Function(TapeOp::kTanh, Op::kTanh, 1),
      Function(TapeOp::kPow, Op::kPow, 2),     Function(TapeOp::kAtan2, Op::kAtan2, 2),
  };
}

void* FunctionOf(TapeOp op) {
  switch (op) {
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return expr::FunctionOf(Op::name);
    DAEDALUS_TAPE_UNARY(DAEDALUS_X)
    DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
    default:
      break;
  }
  CheckFailed("is an operation of one or two registers", "only these are functions");
}

}  // namespace daedalus::codegen
