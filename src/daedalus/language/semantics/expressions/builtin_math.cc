#include <cmath>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/reductions.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {

using expr::Op;

Value RealFunction(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  if (x.IsError()) return {};
  Value result = Elementwise(l, call.function.op, BaseType::kReal, x);
  result.unit = UnitOfFunction(l, call, x);
  return result;
}

Value Abs(Lowering& l, const CallSite& call) {
  const Value x = NumericArgument(l, call, 0);
  if (x.IsError()) return {};
  Value result = Elementwise(l, Op::kAbs, x.type, x);
  result.unit = x.unit;
  return result;
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
  if (pair.type == BaseType::kError) return {};
  CheckArguments(l, call, pair.a, pair.b);
  Value angle = Elementwise(l, Op::kAtan2, BaseType::kReal, pair.a, pair.b);
  angle.unit = units::kRatio;
  return angle;
}

Value MinMax(Lowering& l, const CallSite& call) {
  const Reduction reduction = call.function.op == Op::kMin ? Reduction::kMin : Reduction::kMax;
  if (call.arguments.size() == 2) {
    const Value both[] = {Lower(l, call.arguments[0]), Lower(l, call.arguments[1])};
    if (both[0].IsError() || both[1].IsError()) return {};
    CheckArguments(l, call, both[0], both[1]);
    return Reduce(l, reduction, both, call.span);
  }
  const Value array = Lower(l, call.arguments[0]);
  if (array.IsError()) return {};
  if (array.IsScalar() || array.IsRecord())
    return WrongArgument(l, call, 0, "an array, or two scalars", array);
  Value like = ScalarValue(array.type, Scalar(), array.variability);
  like.unit = array.unit;
  if (array.IsOfRun() && WritesCode(l)) {
    const ArrayReader reader(l, array);
    const Value nothing = ReduceNothing(l, reduction, like, call.span);
    if (nothing.IsError()) return {};
    like.scalar = FoldOfRun(l, call.function.op, ProductOf(l, SizesOf(array)), nothing.scalar.number,
                            [&](const Scalar& k) { return reader.At(k); });
    like.variability = Variability::kContinuous;
    return like;
  }
  if (array.size() == 0 && !array.HasUnknownSize()) return ReduceNothing(l, reduction, like, call.span);
  std::vector<Value> items;
  // One item represents all.
  if (array.HasUnknownSize()) items.push_back(like);
  items.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    items.push_back(like);
    items.back().scalar = array[i];
  }
  return Reduce(l, reduction, items, call.span);
}

}  // namespace daedalus::semantics
