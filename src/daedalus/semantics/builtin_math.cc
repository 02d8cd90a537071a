#include <cmath>

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/reductions.h"

namespace daedalus::semantics {

using expr::Op;

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

Value EnumerationToInteger(Lowering& l, const CallSite& call) {
  Value x = Lower(l, call.arguments[0]);
  if (x.IsError()) return {};
  if (!IsEnumeration(x.type)) return WrongArgument(l, call, 0, "a value of an enumeration", x);
  x.type = BaseType::kInteger;
  return x;
}

Value Atan2(Lowering& l, const CallSite& call) {
  const NumericPair pair = NumericArguments(l, call);
  return pair.type == BaseType::kError ? Value()
                                       : Elementwise(l, Op::kAtan2, BaseType::kReal, pair.a, pair.b);
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
  const Value like = ScalarValue(array.type, Scalar(), array.variability);
  if (array.size() == 0 && !array.HasUnknownSize()) return ReduceNothing(l, reduction, like, call.span);
  std::vector<Value> items;
  // One item stands for all.
  if (array.HasUnknownSize()) items.push_back(like);
  items.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i)
    items.push_back(ScalarValue(array.type, array[i], array.variability));
  return Reduce(l, reduction, items, call.span);
}

}  // namespace daedalus::semantics
