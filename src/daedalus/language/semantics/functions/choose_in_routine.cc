#include "daedalus/language/semantics/functions/choose_in_routine.h"

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_record.h"

namespace daedalus::semantics {
namespace {

using routine::Register;
using syntax::InfixOperator;

// The common type of both branches; reported if they do not fit.
bool FitTogether(Lowering& l, const Value& a, const Value& b, Span span) {
  const Type type = l.types().Unify(a.type, b.type);
  if (type != BaseType::kError && AreCompatible(a.dims, b.dims)) return true;
  l.Error(type == BaseType::kError ? Code::kTypeMismatch : Code::kDimensionMismatch, span,
          "the branches of an if-expression are {} and {}", l.TypeText(a), l.TypeText(b));
  return false;
}

}  // namespace

Value LowerIfInRoutine(Lowering& l, std::span<const syntax::ExpressionBranch> branches, Span span) {
  RoutineWriter& w = *l.writer();
  if (!branches[0].condition.IsValid()) return Lower(l, branches[0].value);
  const auto condition = LowerCondition(l, branches[0].condition);
  if (!condition) return {};
  if (condition->scalar.IsConstant()) {
    return condition->scalar.number != 0.0 ? Lower(l, branches[0].value)
                                           : LowerIfInRoutine(l, branches.subspan(1), span);
  }
  const std::size_t start = w.code.size();
  const std::size_t otherwise = w.code.JumpIfFalse(w.Write(l, condition->scalar));
  const std::size_t first = w.code.size();
  Value then_value = Lower(l, branches[0].value);
  if (then_value.IsError()) return {};
  const bool then_writes = w.code.size() != first;
  const Value result = w.InRegisters(then_value);
  if (!w.Assign(l, result, then_value, span)) return {};
  const std::size_t end = w.code.Jump();
  w.code.Land(otherwise);
  const std::size_t second = w.code.size();
  Value else_value = LowerIfInRoutine(l, branches.subspan(1), span);
  if (else_value.IsError() || !FitTogether(l, then_value, else_value, span)) return {};
  const bool is_of_run = HasArrayOfRun(then_value) || HasArrayOfRun(else_value);
  if (is_of_run && !LieAlike(then_value, else_value))
    return l.Refuse(
        span,
        "the size of one branch of an if-expression is known during the run only, that of the other before");
  if (!is_of_run && !then_writes && w.code.size() == second) {
    // Both are expressions, and so is the choice.
    w.code.Truncate(start);
    return ChooseValue(l, *condition, then_value, else_value, span);
  }
  const Type type = l.types().Unify(then_value.type, else_value.type);
  if (!w.Assign(l, result, Coerced(l.types(), std::move(else_value), result.type), span)) return {};
  w.code.Land(end);
  return type == BaseType::kRecord ? result : Coerced(l.types(), result, type);
}

Value LowerLogicalInRoutine(Lowering& l, std::span<const syntax::InfixTerm> terms) {
  RoutineWriter& w = *l.writer();
  const bool is_and = terms[1].op == InfixOperator::kAnd;
  const expr::Op op = is_and ? expr::Op::kAnd : expr::Op::kOr;
  Value result;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    // From the second operand on: evaluated only if it matters.
    std::optional<std::size_t> skip;
    std::size_t start = w.code.size();
    std::optional<Register> decided;
    if (i > 0 && result.IsScalar() && !result.scalar.IsConstant()) {
      const Scalar goes_on = is_and ? result.scalar : Apply(l, expr::Op::kNot, result.scalar);
      decided = w.code.NewRegister();
      const expr::ExprId known = w.ExprOf(l, result.scalar);
      w.code.Assign({&*decided, 1}, {&known, 1});
      skip = w.code.JumpIfFalse(w.Write(l, goes_on));
    } else if (i > 0 && result.IsScalar() && (result.scalar.number != 0.0) != is_and) {
      return result;  // decided before the run
    }
    const std::size_t first = w.code.size();
    const Value term = Lower(l, terms[i].operand);
    if (term.IsError()) return {};
    if (term.type != BaseType::kBoolean)
      return WrongOperand(l, terms[i], terms[1].op, term, "Boolean operands");
    if (i == 0) {
      result = term;
      continue;
    }
    if (!AreCompatible(result.dims, term.dims)) {
      return l.Error(Code::kDimensionMismatch, SpanUpTo(l, terms, terms[i]), "`{}` of {} and {}",
                     Spelling(terms[1].op), l.TypeText(result), l.TypeText(term));
    }
    if (!skip || w.code.size() == first) {
      if (skip) w.code.Truncate(start);
      result = Elementwise(l, op, BaseType::kBoolean, result, term);
      continue;
    }
    const expr::ExprId value = w.ExprOf(l, term.scalar);
    w.code.Assign({&*decided, 1}, {&value, 1});
    w.code.Land(*skip);
    result = ScalarValue(BaseType::kBoolean, w.Leaf(*decided), Variability::kContinuous);
  }
  return result;
}

}  // namespace daedalus::semantics
