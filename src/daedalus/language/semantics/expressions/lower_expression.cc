#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

Value LowerInteger(Lowering& l, const syntax::Expression& e) {
  const auto value = l.tree().IntegerValue(e);
  const double number = value ? static_cast<double>(*value) : l.tree().Number(e);
  return CheckedInteger(l, ScalarValue(BaseType::kInteger, Constant(number)), l.tree().SpanOf(e));
}

Value RealNumber(double number) {
  Value value = ScalarValue(BaseType::kReal, Constant(number));
  value.unit = UnitOfNumber(number);
  return value;
}

// ---- {a, b}, [a, b; c, d] ----

// Converts all to one type, with Integers as Reals beside a Real; empty after an error.
std::optional<std::vector<Value>> LowerAll(Lowering& l, std::span<const ExpressionId> ids) {
  std::vector<Value> values;
  values.reserve(ids.size());
  bool ok = true;
  for (const ExpressionId id : ids) {
    values.push_back(Lower(l, id));
    ok = ok && !values.back().IsError();
  }
  if (!ok) return std::nullopt;
  return values;
}

Value LowerArray(Lowering& l, const syntax::Expression& e) {
  const auto ids = l.tree().Elements(e);
  const auto values = LowerAll(l, ids);
  if (!values) return {};
  // Reported at the element, if it is known; StackRows checks the types.
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (AreCompatible((*values)[i].dims, values->front().dims)) continue;
    return l.Error(Code::kDimensionMismatch, l.SpanOf(ids[i]), "this element is {}, the first one {}",
                   l.TypeText((*values)[i]), l.TypeText(values->front()));
  }
  return StackRows(l, *values, l.tree().SpanOf(e));
}

// Each row joins its elements along dimension 2, the matrix its rows along dimension 1 (section 10.4.2.1).
Value LowerMatrix(Lowering& l, const syntax::Expression& e) {
  const Span span = l.tree().SpanOf(e);
  std::vector<std::vector<Value>> rows;
  std::size_t rank = 2;
  for (const syntax::MatrixRow& row : l.tree().Rows(e)) {
    auto values = LowerAll(l, l.tree().List(row.elements));
    if (!values) return {};
    for (const Value& v : *values) rank = std::max(rank, v.dims.size());
    rows.push_back(std::move(*values));
  }
  std::vector<Value> joined;
  for (std::vector<Value>& row : rows) {
    const Type type = UnifyTypes(l, row, span, "a matrix");
    if (type == BaseType::kError) return {};
    if (type == BaseType::kRecord) {
      return l.Error(Code::kTypeMismatch, span, "a matrix of {} cannot be written with brackets",
                     l.types().Name(type));
    }
    for (Value& v : row) v = Promote(std::move(v), rank);
    joined.push_back(Concatenate(l, row, 2, span));
    if (joined.back().IsError()) return {};
  }
  if (UnifyTypes(l, joined, span, "a matrix") == BaseType::kError) return {};
  return Concatenate(l, joined, 1, span);
}

Value LowerEnd(Lowering& l, const syntax::Expression& e) {
  if (l.end != nullptr) {
    const auto& [size, type, of_run] = *l.end;
    if (size == kUnknownSize && !of_run.IsUnknown())
      return ScalarValue(type, of_run, Variability::kContinuous);
    if (size == kUnknownSize) return ScalarValue(type, Scalar(), Variability::kParameter);
    return ScalarValue(type, Constant(static_cast<double>(type == BaseType::kBoolean ? size - 1 : size)));
  }
  return l.Error(Code::kMisplacedSubscript, l.tree().SpanOf(e), "`end` has a meaning in subscripts only");
}

Value LowerKind(Lowering& l, ExpressionId id) {
  const syntax::Tree& tree = l.tree();
  const syntax::Expression& e = tree[id];
  switch (e.kind) {
    case ExpressionKind::kInvalid:
      return {};
    case ExpressionKind::kInteger:
      return LowerInteger(l, e);
    case ExpressionKind::kReal:
      return RealNumber(tree.Number(e));
    case ExpressionKind::kString:
      return ScalarValue(BaseType::kString, l.context.strings.ConstantOf(tree.StringValue(e)));
    case ExpressionKind::kBoolean:
      return ScalarValue(BaseType::kBoolean, Constant(tree.BooleanValue(e) ? 1.0 : 0.0));
    case ExpressionKind::kReference:
      return LowerReference(l, tree.ReferenceIdOf(e));
    case ExpressionKind::kCall:
      return LowerCall(l, e);
    case ExpressionKind::kComprehension:
      return LowerComprehension(l, e);
    case ExpressionKind::kArray:
      return LowerArray(l, e);
    case ExpressionKind::kMatrix:
      return LowerMatrix(l, e);
    case ExpressionKind::kRange:
      return LowerRange(l, e);
    case ExpressionKind::kUnary:
      return LowerUnary(l, e);
    case ExpressionKind::kInfix:
      return LowerInfix(l, e);
    case ExpressionKind::kIf:
      return LowerIf(l, e);
    case ExpressionKind::kSubscripted:
      return LowerSubscripted(l, tree.Elements(e));
    case ExpressionKind::kEnd:
      return LowerEnd(l, e);
    case ExpressionKind::kColon:
      return l.Error(Code::kMisplacedSubscript, tree.SpanOf(e),
                     "`:` has a meaning in subscripts and dimensions only");
    case ExpressionKind::kTuple:
      return l.Error(Code::kUnsupportedExpression, tree.SpanOf(e),
                     "several values are allowed only on the left side of the call of a function");
    case ExpressionKind::kPartialApplication:
      return l.Error(Code::kUnsupportedExpression, tree.SpanOf(e),
                     "a function is a value as argument of another function only");
  }
  return {};
}

}  // namespace

Value Lower(Lowering& l, ExpressionId id) {
  Value value = LowerKind(l, id);
  // So no caller has to check whether a value has elements at all.
  if (value.HasUnknownSize() && !HasElements(value) && WritesCode(l)) {
    value = l.RefuseSize(l.SpanOf(id),
                         "this is not possible with arrays whose size is known during the run only");
  }
  // A declaration that reads what has no value yet is no mistake (function_frame.cc).
  const bool* const reads_nothing = l.scope.frame != nullptr ? l.scope.frame->reads_nothing : nullptr;
  const bool has_reason = l.context.functions.refusal || (reads_nothing != nullptr && *reads_nothing);
  if (value.IsError() && !has_reason) l.context.reporter.GiveUp(l.SpanOf(id));
  return value;
}

Value LowerStructural(Lowering& l, ExpressionId id, std::string_view what,
                      std::span<const syntax::NameId> further) {
  const Purpose outer = l.purpose;
  if (outer.mode != Mode::kCheck) l.purpose.mode = Mode::kStructural;
  l.purpose.what = what;
  l.purpose.limit = std::min(outer.limit, Variability::kParameter);
  Value value =
      further.empty() ? Lower(l, id) : LowerReference(l, l.tree().ReferenceIdOf(l.tree()[id]), further);
  l.purpose = outer;
  if (value.IsError() || value.IsConstant() || outer.mode == Mode::kCheck) return value;
  if (l.scope.frame != nullptr)
    return l.RefuseSize(l.SpanOf(id), "{} depends on values of the run here", what);
  return l.Error(Code::kNotEvaluable, l.SpanOf(id), "{} must have a value here, but this cannot be evaluated",
                 what);
}

namespace {

bool IsInteger(Lowering& l, const Value& value, ExpressionId id, std::string_view what) {
  if (value.type == BaseType::kInteger && value.IsScalar()) return true;
  if (!value.IsError())
    l.Error(Code::kTypeMismatch, l.SpanOf(id), "{} is an Integer, but this is {}", what, l.TypeText(value));
  return false;
}

std::int64_t SizeIn(const Scalar& scalar) {
  return scalar.IsConstant() ? static_cast<std::int64_t>(scalar.number) : kUnknownSize;
}

}  // namespace

std::optional<std::int64_t> LowerInteger(Lowering& l, ExpressionId id, std::string_view what) {
  const Value value = LowerStructural(l, id, what);
  if (!IsInteger(l, value, id, what)) return std::nullopt;
  return SizeIn(value.scalar);
}

std::optional<Dimension> LowerSizeNumber(Lowering& l, ExpressionId id, std::string_view what) {
  const auto value = LowerSizing(l, id, what);
  if (!value || !IsInteger(l, *value, id, what)) return std::nullopt;
  return Dimension{SizeIn(value->scalar), BaseType::kInteger, value->scalar};
}

std::optional<Dimension> LowerDimension(Lowering& l, ExpressionId id) {
  if (const Type type = TypeNamedBy(l, id); IsIndexType(type))
    return Dimension{l.types().NumValues(type), type};
  const auto dimension = LowerSizeNumber(l, id, "a dimension");
  if (!dimension || !AreSizes(l, {dimension->size}, l.SpanOf(id))) return std::nullopt;
  return dimension;
}

bool IsCondition(Lowering& l, const Value& value, ExpressionId id) {
  if (value.IsError()) return false;
  if (value.type == BaseType::kBoolean && value.IsScalar()) return true;
  l.Error(Code::kTypeMismatch, l.SpanOf(id), "a condition is a Boolean, but this is {}", l.TypeText(value));
  return false;
}

std::optional<Value> LowerCondition(Lowering& l, ExpressionId id) {
  Value condition = Lower(l, id);
  if (!IsCondition(l, condition, id)) return std::nullopt;
  return condition;
}

}  // namespace daedalus::semantics
