#include "daedalus/system/expr/op_function.h"

#include "daedalus/base/check.h"
#include "daedalus/system/expr/apply.h"

namespace daedalus::expr {
namespace {

template <Op op>
double Call1(double x) {
  const double operands[] = {x};
  return ApplyOp(op, operands);
}

template <Op op>
double Call2(double x, double y) {
  const double operands[] = {x, y};
  return ApplyOp(op, operands);
}

template <Op op>
void* Address1() {
  return reinterpret_cast<void*>(&Call1<op>);
}

template <Op op>
void* Address2() {
  return reinterpret_cast<void*>(&Call2<op>);
}

}  // namespace

void* FunctionOf(Op op) {
  switch (op) {
#define DAEDALUS_CASE(arity, name) \
  case Op::name:                   \
    return Address##arity<Op::name>();
    DAEDALUS_CASE(1, kAbs)
    DAEDALUS_CASE(1, kSign)
    DAEDALUS_CASE(1, kSqrt)
    DAEDALUS_CASE(1, kExp)
    DAEDALUS_CASE(1, kLog)
    DAEDALUS_CASE(1, kLog10)
    DAEDALUS_CASE(1, kSin)
    DAEDALUS_CASE(1, kCos)
    DAEDALUS_CASE(1, kTan)
    DAEDALUS_CASE(1, kAsin)
    DAEDALUS_CASE(1, kAcos)
    DAEDALUS_CASE(1, kAtan)
    DAEDALUS_CASE(1, kSinh)
    DAEDALUS_CASE(1, kCosh)
    DAEDALUS_CASE(1, kTanh)
    DAEDALUS_CASE(1, kFloor)
    DAEDALUS_CASE(1, kCeil)
    DAEDALUS_CASE(1, kNot)
    DAEDALUS_CASE(2, kAdd)
    DAEDALUS_CASE(2, kMul)
    DAEDALUS_CASE(2, kDiv)
    DAEDALUS_CASE(2, kPow)
    DAEDALUS_CASE(2, kAtan2)
    DAEDALUS_CASE(2, kTruncDiv)
    DAEDALUS_CASE(2, kMod)
    DAEDALUS_CASE(2, kRem)
    DAEDALUS_CASE(2, kMin)
    DAEDALUS_CASE(2, kMax)
    DAEDALUS_CASE(2, kLess)
    DAEDALUS_CASE(2, kLessEqual)
    DAEDALUS_CASE(2, kEqual)
    DAEDALUS_CASE(2, kNotEqual)
    DAEDALUS_CASE(2, kAnd)
    DAEDALUS_CASE(2, kOr)
#undef DAEDALUS_CASE
    default:
      break;
  }
  CheckFailed("is an operation of one or two numbers", "only these are functions");
}

}  // namespace daedalus::expr
