#include "daedalus/language/semantics/expressions/reductions.h"

#include <limits>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/overload.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/unit_check.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

Scalar ReduceScalars(Lowering& l, Reduction reduction, std::span<const Scalar> items) {
  if (reduction == Reduction::kSum) return SumOf(l, items);
  if (reduction == Reduction::kProduct) return ProductOf(l, items);
  Scalar result = items[0];
  for (const Scalar& item : items.subspan(1)) {
    result = Apply(l, reduction == Reduction::kMin ? Op::kMin : Op::kMax, result, item);
  }
  return result;
}

bool IsReducible(Reduction reduction, const Value& value) {
  if (reduction == Reduction::kSum) return IsNumeric(value.type);
  if (!value.IsScalar()) return false;
  if (IsNumeric(value.type)) return true;
  const bool is_order = reduction == Reduction::kMin || reduction == Reduction::kMax;
  return is_order && (value.type == BaseType::kBoolean || IsEnumeration(value.type));
}

// The largest and the smallest value of a type, with which `min` and `max` start (section 10.3.4, table of
// reductions).
double Extreme(const Lowering& l, Type type, bool is_largest) {
  if (type == BaseType::kBoolean) return is_largest ? 1.0 : 0.0;
  if (IsEnumeration(type)) return is_largest ? static_cast<double>(l.types().Literals(type).size()) : 1.0;
  constexpr double kLargestInteger = 2147483647.0;
  const double largest = type == BaseType::kInteger ? kLargestInteger : std::numeric_limits<double>::max();
  return is_largest ? largest : -largest;
}

}  // namespace

Value ReduceNothing(Lowering& l, Reduction reduction, const Value& like, Span span) {
  if (!IsReducible(reduction, like))
    return l.Error(Code::kWrongArgumentType, span, "{} cannot be reduced so", l.TypeText(like));
  const auto start = [&] {
    if (reduction == Reduction::kSum) return 0.0;
    if (reduction == Reduction::kProduct) return 1.0;
    return Extreme(l, like.type, reduction == Reduction::kMin);
  };
  Value result = ArrayValue(like.type, like.dims);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = Constant(start());
  return result;
}

std::optional<Reduction> FindReduction(std::string_view name) {
  if (name == "sum") return Reduction::kSum;
  if (name == "product") return Reduction::kProduct;
  if (name == "min") return Reduction::kMin;
  if (name == "max") return Reduction::kMax;
  if (name == "array") return Reduction::kArray;
  return std::nullopt;
}

Value Reduce(Lowering& l, Reduction reduction, std::span<const Value> items, Span span) {
  const Type type = UnifyTypes(l, items, span, "a reduction");
  if (type == BaseType::kError) return {};
  if (reduction == Reduction::kSum && IsOverloaded(l, items[0]))
    return SumOverloaded(l, StackRows(l, items, span), span);
  Variability variability = Variability::kConstant;
  Dims dims = items[0].dims;
  bool is_known = true;
  for (const Value& item : items) {
    if (!IsReducible(reduction, item)) {
      return l.Error(Code::kWrongArgumentType, span, "{} cannot be reduced so", l.TypeText(item));
    }
    if (!AreCompatible(item.dims, dims)) {
      return l.Error(Code::kDimensionMismatch, span, "a reduction of {} and {}", l.TypeText(items[0]),
                     l.TypeText(item));
    }
    if (item.HasUnknownSize()) is_known = false;
    if (!is_known) dims = Merged(dims, item.dims);
    variability = Max(variability, item.variability);
  }
  Value result = ArrayValue(type, std::move(dims), variability);
  if (reduction != Reduction::kProduct) result.unit = CommonUnit(l.context, items);
  if (!is_known) return result;
  std::vector<Scalar> column(items.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t k = 0; k < items.size(); ++k) column[k] = items[k][i];
    result[i] = ReduceScalars(l, reduction, column);
  }
  return CheckedInteger(l, std::move(result), span);
}

}  // namespace daedalus::semantics
