#include "daedalus/language/semantics/expressions/infix_terms.h"

namespace daedalus::semantics {

using syntax::InfixOperator;
using syntax::InfixTerm;

std::string_view Spelling(InfixOperator op) {
  switch (op) {
    case InfixOperator::kNone:
      return "";
    case InfixOperator::kOr:
      return "or";
    case InfixOperator::kAnd:
      return "and";
    case InfixOperator::kLess:
      return "<";
    case InfixOperator::kLessEqual:
      return "<=";
    case InfixOperator::kGreater:
      return ">";
    case InfixOperator::kGreaterEqual:
      return ">=";
    case InfixOperator::kEqual:
      return "==";
    case InfixOperator::kNotEqual:
      return "<>";
    case InfixOperator::kAdd:
      return "+";
    case InfixOperator::kSubtract:
      return "-";
    case InfixOperator::kElementwiseAdd:
      return ".+";
    case InfixOperator::kElementwiseSubtract:
      return ".-";
    case InfixOperator::kMultiply:
      return "*";
    case InfixOperator::kDivide:
      return "/";
    case InfixOperator::kElementwiseMultiply:
      return ".*";
    case InfixOperator::kElementwiseDivide:
      return "./";
    case InfixOperator::kPower:
      return "^";
    case InfixOperator::kElementwisePower:
      return ".^";
  }
  return "";
}

Span SpanUpTo(const Lowering& l, std::span<const InfixTerm> terms, const InfixTerm& last) {
  return Cover(l.SpanOf(terms[0].operand), l.SpanOf(last.operand));
}

Value WrongOperand(Lowering& l, const InfixTerm& term, InfixOperator op, const Value& operand,
                   std::string_view wanted) {
  return l.Error(Code::kTypeMismatch, l.SpanOf(term.operand), "`{}` needs {}, but this is {}", Spelling(op),
                 wanted, l.TypeText(operand));
}

std::optional<std::vector<Value>> LowerTerms(Lowering& l, std::span<const InfixTerm> terms) {
  std::vector<Value> values;
  values.reserve(terms.size());
  bool ok = true;
  for (const InfixTerm& term : terms) {
    values.push_back(Lower(l, term.operand));
    ok = ok && !values.back().IsError();
  }
  if (!ok) return std::nullopt;
  return values;
}

}  // namespace daedalus::semantics
