#include "daedalus/language/semantics/equate.h"

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/unit_check.h"

namespace daedalus::semantics {
namespace {

// A constant as it is written.
std::string TextOf(const Lowering& l, Type type, const Scalar& constant) {
  if (type == BaseType::kBoolean) return constant.number != 0.0 ? "true" : "false";
  if (type == BaseType::kString) return fmt::format("\"{}\"", l.context.strings.TextOf(constant));
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

// The component of the equation.
ScalarName InstanceName(const Lowering& l) {
  if (!l.scope.node.IsValid()) return {};
  const Node& node = l.context.tree[l.scope.node];
  return {node.path, node.element};
}

// The first element in which constants differ, or the number of elements.
std::size_t FirstDifference(const Value& left, const Value& right) {
  std::size_t i = 0;
  while (i < left.size() && left[i].number == right[i].number) ++i;
  return i;
}

bool HasUnknowns(Lowering& l, const Scalar& scalar) {
  return scalar.kind == Scalar::Kind::kExpression &&
         !l.context.leaves.Collect(l.graph(), scalar.expr).variables.empty();
}

// True if the equation holds now; for constants of a type without arithmetic.
bool HoldsNow(Lowering& l, const Value& left, const Value& right, Span span) {
  const std::size_t i = FirstDifference(left, right);
  if (i == left.size()) return true;
  l.Error(Code::kBadEquation, span, "the left side is {}, the right side {}", TextOf(l, left.type, left[i]),
          TextOf(l, right.type, right[i]));
  return false;
}

// A when-clause may only assign a value to a variable.
bool IsTarget(Lowering& l, const Value& left, Span span) {
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool is_leaf =
        left[i].kind == Scalar::Kind::kExpression && l.graph().op(left[i].expr) == expr::Op::kHeld;
    if (is_leaf && DiscreteIn(l.context.system, left[i].expr).IsValid()) continue;
    l.context.reporter.Report(
        Error(Code::kBadEquation, span,
              "the left side of an equation in a when-clause is the variable that gets a value")
            .Note("it is `v = expression`, or `(a, b) = f(x)` (section 8.3.5.1 of the specification)"));
    return false;
  }
  return true;
}

bool HasNoElements(const Dims& dims) {
  return std::find(dims.begin(), dims.end(), 0) != dims.end();
}

// An Integer cannot get the value of a Real expression (section 6.7); a Real can get that of an Integer
// expression.
bool GivesRealToInteger(Lowering& l, const Value& to, const Value& from) {
  if (to.type != BaseType::kInteger || from.type != BaseType::kReal) return false;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const auto discrete_in = [&](const Scalar& s) {
      return s.kind == Scalar::Kind::kExpression && DiscreteIn(l.context.system, s.expr).IsValid();
    };
    // `n = x` and `n = 2*x` determine the Real.
    if (discrete_in(to[i]) && !discrete_in(from[i]) && !HasUnknowns(l, from[i])) return true;
  }
  return false;
}

struct Sides {
  const Value& left;
  const Value& right;
  Span span;
  bool is_assignment = false;
  bool is_field = false;  // of records
};

bool EquateSides(Lowering& l, const Sides& sides, FlatEquations& out) {
  const auto& [left, right, span, is_given, is_field] = sides;
  const Type type = l.types().Unify(left.type, right.type);
  if (type == BaseType::kError) return ReportMismatch(l, Code::kTypeMismatch, left, right, span);
  // The number of dimensions of a member without components is not always known, and does not matter.
  const bool is_nothing = HasNoElements(left.dims) && HasNoElements(right.dims);
  if (!is_nothing && !AreCompatible(left.dims, right.dims)) {
    return ReportMismatch(l, Code::kDimensionMismatch, left, right, span);
  }
  bool ok = true;
  if (type == BaseType::kRecord) {
    for (const RecordField& field : l.types().Record(type).fields) {
      const Value *first = FieldOf(l.types(), left, field.name),
                  *second = FieldOf(l.types(), right, field.name);
      // A mistake in a field was reported.
      ok = first != nullptr && second != nullptr &&
           EquateSides(l, {*first, *second, span, is_given, true}, out) && ok;
    }
    return ok;
  }
  CheckSides(l, left, right, span);
  if (l.purpose.mode == Mode::kCheck) return true;
  if (l.purpose.place == Place::kWhen && !IsTarget(l, left, span)) return false;
  const bool is_known = left.IsConstant() && right.IsConstant();
  if (is_known && !IsNumeric(type)) return HoldsNow(l, left, right, span);
  if (is_known && type == BaseType::kInteger && FirstDifference(left, right) == left.size()) return true;
  if (!CanVary(type) && type != BaseType::kClock) {
    l.Error(Code::kBadEquation, span, "values of type {} cannot be in equations", l.types().Name(type));
    return false;
  }
  const bool is_assignment = is_given || l.purpose.place == Place::kWhen;
  const bool is_rounded = is_assignment
                              ? left.type == BaseType::kInteger && right.type == BaseType::kReal
                              : GivesRealToInteger(l, left, right) || GivesRealToInteger(l, right, left);
  if (is_rounded) return ReportMismatch(l, Code::kTypeMismatch, left, right, span);
  const bool is_real = IsContinuous(type) || is_known;
  for (std::size_t i = 0; i < left.size(); ++i) {
    ok = AddEquation(l.context, l.purpose.place,
                     {ToExpr(l, left[i]), ToExpr(l, right[i]), span, InstanceName(l), is_real, is_assignment,
                      is_assignment, is_field},
                     out) &&
         ok;
  }
  return ok;
}

}  // namespace

bool Equate(Lowering& l, const Value& left, const Value& right, Span span, FlatEquations& out,
            bool is_assignment) {
  return EquateSides(l, {left, right, span, is_assignment}, out);
}

bool EquateResult(Lowering& l, const Value& left, const Value& right, Span span, FlatEquations& out) {
  return EquateSides(l, {left, right, span, false, true}, out);
}

}  // namespace daedalus::semantics
