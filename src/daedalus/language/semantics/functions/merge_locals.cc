#include "daedalus/language/semantics/functions/merge_locals.h"

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/records.h"

namespace daedalus::semantics {

bool AreSame(const Scalar& a, const Scalar& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == Scalar::Kind::kExpression) return a.expr == b.expr;
  return a.IsUnknown() || a.number == b.number;
}

namespace {

bool AreSame(const Value& a, const Value& b) {
  if (a.type != b.type || a.dims != b.dims || a.size() != b.size()) return false;
  if (a.IsRecord()) {
    for (std::size_t i = 0; i < a.fields.size(); ++i) {
      if (!AreSame(a.fields[i], b.fields[i])) return false;
    }
    return true;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!AreSame(a[i], b[i])) return false;
  }
  return true;
}

// A variable that gets a value in only one of the branches has none for certain, except while only sizes and
// types count.
void MergeUnassigned(const Lowering& l, const Local& assigned, Local& result) {
  const bool is_check = l.purpose.mode == Mode::kCheck;
  result.value = is_check ? assigned.value : Blank(assigned.value, assigned.value.dims);
  result.is_assigned = is_check;
  result.may_be_assigned = true;
}

// One Boolean or the other, without a choice between the constants `true` and `false`.
Scalar ChooseFlag(Lowering& l, const Scalar& condition, const Scalar& a, const Scalar& b) {
  if (AreSame(a, b)) return a;
  if (a.IsConstant() && a.number != 0.0) return Apply(l, expr::Op::kOr, condition, b);
  const Scalar opposite = Apply(l, expr::Op::kNot, condition);
  if (a.IsConstant()) return Apply(l, expr::Op::kAnd, opposite, b);
  if (b.IsConstant() && b.number == 0.0) return Apply(l, expr::Op::kAnd, condition, a);
  return Choose(l, condition, a, b);
}

}  // namespace

ExecutionState StateOf(const Execution& x) {
  return {x.frame.locals, x.returned, x.broken};
}

void Restore(Execution& x, ExecutionState state) {
  x.frame.locals = std::move(state.locals);
  x.returned = state.returned;
  x.broken = state.broken;
}

bool MergeInto(Execution& x, const Value& condition, const ExecutionState& then_state, Span span) {
  Lowering& l = x.l;
  for (std::size_t i = 0; i < x.frame.locals.size(); ++i) {
    const Local& a = then_state.locals[i];
    Local& b = x.frame.locals[i];
    if (a.value.IsError() || b.value.IsError()) continue;  // no component
    if (a.is_assigned != b.is_assigned) {
      MergeUnassigned(l, a.is_assigned ? a : Local(b), b);
      continue;
    }
    if (AreSame(a.value, b.value)) continue;
    const bool is_check = l.purpose.mode == Mode::kCheck;
    if (!is_check && a.value.dims != b.value.dims) {
      l.Refuse(span, "`{}` has the size {} or {} by a condition of the run",
               l.Text(l.context.envs.Members(x.frame.env)[i].name), ToString(a.value.dims),
               ToString(b.value.dims));
      return false;
    }
    b.value = ChooseValue(l, condition, a.value, b.value, span);
    if (b.value.IsError()) return false;
  }
  x.returned = ChooseFlag(l, condition.scalar, then_state.returned, x.returned);
  x.broken = ChooseFlag(l, condition.scalar, then_state.broken, x.broken);
  return true;
}

}  // namespace daedalus::semantics
