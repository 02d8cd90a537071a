#include <algorithm>

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/lowering.h"
#include "daedalus/semantics/rearrange.h"
#include "daedalus/semantics/records.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

Value LowerInteger(Lowering& l, const syntax::Expression& e) {
  const auto value = l.tree().IntegerValue(e);
  const double number = value ? static_cast<double>(*value) : l.tree().Number(e);
  return CheckedInteger(l, ScalarValue(BaseType::kInteger, Constant(number)), l.tree().SpanOf(e));
}

// ---- {a, b}, [a, b; c, d] ----

// All of one type, with Integers taken as Real beside a Real; nothing after an error.
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
  // Told at the element, where it is known; StackRows checks the types.
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

// ---- if ----

std::optional<Value> LowerCondition(Lowering& l, ExpressionId id) {
  Value condition = Lower(l, id);
  if (condition.IsError()) return std::nullopt;
  if (condition.type == BaseType::kBoolean && condition.IsScalar()) return condition;
  l.Error(Code::kTypeMismatch, l.SpanOf(id), "a condition is a Boolean, but this is {}",
          l.TypeText(condition));
  return std::nullopt;
}

Value LowerBranch(Lowering& l, ExpressionId id, std::span<const Value> conditions) {
  const bool was_conditional = l.purpose.is_conditional;
  l.purpose.is_conditional =
      was_conditional || std::any_of(conditions.begin(), conditions.end(), [](const Value& condition) {
        return condition.variability <= Variability::kParameter;
      });
  Value value = Lower(l, id);
  l.purpose.is_conditional = was_conditional;
  return value;
}

// Branches that a constant condition rules out are not looked at, since `if i > 1 then x[i - 1] else x0` must
// be possible.
Value LowerBranches(Lowering& l, const syntax::Expression& e) {
  std::vector<Value> conditions, values;
  bool ok = true;
  for (const syntax::ExpressionBranch& branch : l.tree().Branches(e)) {
    bool is_last = !branch.condition.IsValid();
    if (!is_last) {
      auto condition = LowerCondition(l, branch.condition);
      if (!condition) {
        ok = false;
      } else if (condition->scalar.IsConstant()) {
        if (condition->scalar.number == 0.0) continue;
        is_last = true;
      } else {
        conditions.push_back(std::move(*condition));
      }
    }
    values.push_back(LowerBranch(l, branch.value, conditions));
    ok = ok && !values.back().IsError();
    if (is_last) break;
  }
  if (!ok) return {};
  const Span span = l.tree().SpanOf(e);
  Value result = std::move(values.back());
  values.pop_back();
  while (!values.empty()) {
    result = ChooseValue(l, conditions.back(), values.back(), result, span);
    if (result.IsError()) return {};
    values.pop_back();
    conditions.pop_back();
  }
  return result;
}

// The branch that the values of parameters choose now; an invalid id when something else decides.
ExpressionId ChosenBranch(Lowering& l, const syntax::Expression& e) {
  Lowering probe = l;
  probe.purpose.mode = Mode::kProbe;
  for (const syntax::ExpressionBranch& branch : l.tree().Branches(e)) {
    if (!branch.condition.IsValid()) return branch.value;
    const Value condition = Lower(probe, branch.condition);
    if (condition.type != BaseType::kBoolean || !condition.IsScalar() || !condition.scalar.IsConstant())
      return {};
    if (condition.scalar.number != 0.0) return branch.value;
  }
  return {};
}

// The parameters of its conditions are not to be changed afterwards.
void FixConditions(Lowering& l, const syntax::Expression& e, ExpressionId chosen) {
  for (const syntax::ExpressionBranch& branch : l.tree().Branches(e)) {
    if (branch.condition.IsValid()) LowerStructural(l, branch.condition, "the condition of an if-expression");
    if (branch.value == chosen) return;
  }
}

// A branch that parameters rule out may make no sense (a subscript out of bounds, other dimensions): then the
// choice is made now, and these parameters are structural.
Value LowerIf(Lowering& l, const syntax::Expression& e) {
  if (l.purpose.mode != Mode::kSymbolic || l.scope.frame != nullptr) return LowerBranches(l, e);
  Reporter& reporter = l.context.reporter;
  const std::size_t mark = reporter.Mark();
  Value value = LowerBranches(l, e);
  if (!value.IsError()) return value;
  std::vector<Diagnostic> mistakes = reporter.TakeSince(mark);
  const ExpressionId chosen = ChosenBranch(l, e);
  reporter.TakeSince(mark);  // what the attempt had to say
  if (!chosen.IsValid()) {
    reporter.ReportAll(std::move(mistakes));
    return {};
  }
  FixConditions(l, e, chosen);
  return Lower(l, chosen);
}

Value LowerEnd(Lowering& l, const syntax::Expression& e) {
  if (l.end != nullptr) {
    const auto [size, type] = *l.end;
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
      return ScalarValue(BaseType::kReal, Constant(tree.Number(e)));
    case ExpressionKind::kString:
      return ScalarValue(BaseType::kString, l.context.StringConstant(tree.StringValue(e)));
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
                     "several values stand on the left side of the call of a function only");
    case ExpressionKind::kPartialApplication:
      return l.Error(Code::kUnsupportedExpression, tree.SpanOf(e),
                     "a function is a value as argument of another function only");
  }
  return {};
}

}  // namespace

Value Lower(Lowering& l, ExpressionId id) {
  Value value = LowerKind(l, id);
  if (value.IsError() && !l.context.functions.refusal) l.context.reporter.GiveUp(l.SpanOf(id));
  return value;
}

Value LowerStructural(Lowering& l, ExpressionId id, std::string_view what) {
  const Purpose outer = l.purpose;
  if (outer.mode != Mode::kCheck) l.purpose.mode = Mode::kStructural;
  l.purpose.what = what;
  l.purpose.limit = std::min(outer.limit, Variability::kParameter);
  Value value = Lower(l, id);
  l.purpose = outer;
  if (value.IsError() || value.IsConstant() || outer.mode == Mode::kCheck) return value;
  if (l.scope.frame != nullptr) return l.Refuse(l.SpanOf(id), "{} depends on values of the run here", what);
  return l.Error(Code::kNotEvaluable, l.SpanOf(id), "{} must have a value here, but this cannot be evaluated",
                 what);
}

std::optional<std::int64_t> LowerInteger(Lowering& l, ExpressionId id, std::string_view what) {
  const Value value = LowerStructural(l, id, what);
  if (value.IsError()) return std::nullopt;
  if (value.type == BaseType::kInteger && value.IsScalar()) {
    return value.scalar.IsConstant() ? static_cast<std::int64_t>(value.scalar.number) : kUnknownSize;
  }
  l.Error(Code::kTypeMismatch, l.SpanOf(id), "{} is an Integer, but this is {}", what, l.TypeText(value));
  return std::nullopt;
}

std::optional<Dimension> LowerDimension(Lowering& l, ExpressionId id) {
  if (const Type type = TypeNamedBy(l, id); IsIndexType(type))
    return Dimension{l.types().NumValues(type), type};
  const auto size = LowerInteger(l, id, "a dimension");
  if (!size || !AreSizes(l, {*size}, l.SpanOf(id))) return std::nullopt;
  return Dimension{*size};
}

}  // namespace daedalus::semantics
