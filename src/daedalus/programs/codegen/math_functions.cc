#include "daedalus/programs/codegen/math_functions.h"

#include <fmt/format.h>

#include "daedalus/base/check.h"
#include "daedalus/system/expr/apply.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

template <Op op>
double Call1(double x) {
  const double operands[] = {x};
  return expr::ApplyOp(op, operands);
}

template <Op op>
double Call2(double x, double y) {
  const double operands[] = {x, y};
  return expr::ApplyOp(op, operands);
}

template <Op op>
MathFunction Function1(TapeOp tape_op) {
  return {tape_op, fmt::format("daedalus_{}", expr::Name(op)), 1, reinterpret_cast<void*>(&Call1<op>)};
}

}  // namespace

std::vector<MathFunction> MathFunctions() {
  return {
      Function1<Op::kExp>(TapeOp::kExp),
      Function1<Op::kLog>(TapeOp::kLog),
      Function1<Op::kLog10>(TapeOp::kLog10),
      Function1<Op::kSin>(TapeOp::kSin),
      Function1<Op::kCos>(TapeOp::kCos),
      Function1<Op::kTan>(TapeOp::kTan),
      Function1<Op::kAsin>(TapeOp::kAsin),
      Function1<Op::kAcos>(TapeOp::kAcos),
      Function1<Op::kAtan>(TapeOp::kAtan),
      Function1<Op::kSinh>(TapeOp::kSinh),
      Function1<Op::kCosh>(TapeOp::kCosh),
      Function1<Op::kTanh>(TapeOp::kTanh),
      {TapeOp::kPow, "daedalus_pow", 2, reinterpret_cast<void*>(&Call2<Op::kPow>)},
      {TapeOp::kAtan2, "daedalus_atan2", 2, reinterpret_cast<void*>(&Call2<Op::kAtan2>)},
  };
}

void* FunctionOf(TapeOp op) {
  switch (op) {
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return reinterpret_cast<void*>(&Call1<Op::name>);
    DAEDALUS_TAPE_UNARY(DAEDALUS_X)
#undef DAEDALUS_X
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return reinterpret_cast<void*>(&Call2<Op::name>);
    DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
    default:
      break;
  }
  CheckFailed("is an operation of one or two registers", "only these are functions");
}

}  // namespace daedalus::codegen
