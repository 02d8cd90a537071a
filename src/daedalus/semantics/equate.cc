#include "daedalus/semantics/equate.h"

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/emit.h"
#include "daedalus/semantics/records.h"

namespace daedalus::semantics {
namespace {

// A constant as it is written.
std::string TextOf(const Lowering& l, Type type, const Scalar& constant) {
  if (type == BaseType::kBoolean) return constant.number != 0.0 ? "true" : "false";
  if (type == BaseType::kString) return fmt::format("\"{}\"", l.context.TextOf(constant));
  if (IsEnumeration(type)) {
    return fmt::format("{}.{}", l.types().Name(type),
                       l.types().Literals(type)[static_cast<std::size_t>(constant.number) - 1]);
  }
  return fmt::format("{}", constant.number);
}

bool ReportMismatch(Lowering& l, Code code, const Value& left, const Value& right, Span span) {
  l.Error(code, span, "the left side is {}, the right side {}", l.TypeText(left), l.TypeText(right));
  return false;
}

// The component whose equation it is.
ScalarName InstanceName(const Lowering& l) {
  if (!l.scope.node.IsValid()) return {};
  const Node& node = l.context.tree[l.scope.node];
  return {node.path, node.element};
}

// The first element in which constants differ, or as many as there are.
std::size_t FirstDifference(const Value& left, const Value& right) {
  std::size_t i = 0;
  while (i < left.size() && left[i].number == right[i].number) ++i;
  return i;
}

// An equation between values that do not change continuously is a check.
bool HoldsNow(Lowering& l, const Value& left, const Value& right, Span span) {
  if (!left.IsConstant() || !right.IsConstant()) {
    l.Error(Code::kBadEquation, span, "equations between values of type {} are not supported yet",
            l.types().Name(left.type));
    return false;
  }
  const std::size_t i = FirstDifference(left, right);
  if (i == left.size()) return true;
  l.Error(Code::kBadEquation, span, "the left side is {}, the right side {}", TextOf(l, left.type, left[i]),
          TextOf(l, right.type, right[i]));
  return false;
}

}  // namespace

bool Equate(Lowering& l, const Value& left, const Value& right, Span span, std::vector<Equation>& out) {
  const Type type = l.types().Unify(left.type, right.type);
  if (type == BaseType::kError) return ReportMismatch(l, Code::kTypeMismatch, left, right, span);
  if (!AreCompatible(left.dims, right.dims)) {
    return ReportMismatch(l, Code::kDimensionMismatch, left, right, span);
  }
  if (type == BaseType::kRecord) {
    bool ok = true;
    for (const RecordField& field : l.types().Record(type).fields) {
      ok = Equate(l, *FieldOf(l.types(), left, field.name), *FieldOf(l.types(), right, field.name), span,
                  out) &&
           ok;
    }
    return ok;
  }
  if (l.purpose.mode == Mode::kCheck) return true;
  if (!IsNumeric(type)) return HoldsNow(l, left, right, span);
  // What whole numbers do not fulfil stays, for the analysis to explain.
  const bool is_known = type == BaseType::kInteger && left.IsConstant() && right.IsConstant();
  if (is_known && FirstDifference(left, right) == left.size()) return true;
  for (std::size_t i = 0; i < left.size(); ++i) {
    out.push_back(
        MakeEquation(l.context.system, ToExpr(l, left[i]), ToExpr(l, right[i]), span, InstanceName(l)));
  }
  return true;
}

}  // namespace daedalus::semantics
