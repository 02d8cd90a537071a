#include <cmath>

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/reductions.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

struct Pair {
  Value a, b;
  BaseType type = BaseType::kError;  // of both together; kError after a mistake
};

// Two numbers, or arrays of them with the same dimensions: functions of scalars apply to each element
// (section 12.4.6).
Pair NumericPair(Lowering& l, const CallSite& call) {
  Pair pair{NumericArgument(l, call, 0), NumericArgument(l, call, 1)};
  if (pair.a.IsError() || pair.b.IsError()) return pair;
  if (!AreBroadcastable(pair.a, pair.b)) {
    l.Error(Code::kDimensionMismatch, call.span, "`{}` of {} and {}", call.function.name, l.TypeText(pair.a),
            l.TypeText(pair.b));
    return pair;
  }
  pair.type = UnifyNumbers(pair.a.type, pair.b.type);
  return pair;
}

}  // namespace

Value RealFunction(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  return x.IsError() ? Value() : Elementwise(l, call.function.op, BaseType::kReal, x);
}

Value Abs(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  return x.IsError() ? Value() : Elementwise(l, Op::kAbs, x.type, x);
}

Value Sign(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  return x.IsError() ? Value() : Elementwise(l, Op::kSign, BaseType::kInteger, x);
}

Value ToInteger(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  return x.IsError() ? Value()
                     : CheckedInteger(l, Elementwise(l, Op::kFloor, BaseType::kInteger, x), call.span);
}

Value EnumerationToInteger(Lowering& l, const CallSite& call) {
  Value x = Lower(l, call.arguments[0]);
  if (x.IsError()) return {};
  if (!IsEnumeration(x.type)) return WrongArgument(l, call, 0, "a value of an enumeration", x);
  x.type = BaseType::kInteger;
  return x;
}

Value Atan2(Lowering& l, const CallSite& call) {
  const Pair pair = NumericPair(l, call);
  return pair.type == BaseType::kError ? Value()
                                       : Elementwise(l, Op::kAtan2, BaseType::kReal, pair.a, pair.b);
}

Value IntegerDivision(Lowering& l, const CallSite& call) {
  const Pair pair = NumericPair(l, call);
  if (pair.type == BaseType::kError) return {};
  if (pair.type == BaseType::kInteger) {
    for (std::size_t i = 0; i < pair.b.size(); ++i) {
      if (!pair.b[i].IsConstant() || pair.b[i].number != 0.0) continue;
      return l.Error(Code::kDivisionByZero, l.SpanOf(call.arguments[1]), "`{}` by zero", call.function.name);
    }
  }
  return Elementwise(l, call.function.op, pair.type, pair.a, pair.b);
}

Value MinMax(Lowering& l, const CallSite& call) {
  const Reduction reduction = call.function.op == Op::kMin ? Reduction::kMin : Reduction::kMax;
  if (call.arguments.size() == 2) {
    const Value both[] = {Lower(l, call.arguments[0]), Lower(l, call.arguments[1])};
    if (both[0].IsError() || both[1].IsError()) return {};
    return Reduce(l, reduction, both, call.span);
  }
  const Value array = Lower(l, call.arguments[0]);
  if (array.IsError()) return {};
  if (array.IsScalar() || array.IsRecord())
    return WrongArgument(l, call, 0, "an array, or two scalars", array);
  std::vector<Value> items;
  // One item stands for all.
  if (array.HasUnknownSize()) items.push_back(ScalarValue(array.type, Scalar(), array.variability));
  items.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i)
    items.push_back(ScalarValue(array.type, array[i], array.variability));
  return Reduce(l, reduction, items, call.span);
}

}  // namespace daedalus::semantics
