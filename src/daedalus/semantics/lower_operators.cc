#include <algorithm>

#include "daedalus/expr/build.h"
#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {
namespace {

using expr::Op;
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

bool IsSubtraction(InfixOperator op) {
  return op == InfixOperator::kSubtract || op == InfixOperator::kElementwiseSubtract;
}
bool IsElementwise(InfixOperator op) {
  return op == InfixOperator::kElementwiseAdd || op == InfixOperator::kElementwiseSubtract ||
         op == InfixOperator::kElementwiseMultiply || op == InfixOperator::kElementwiseDivide ||
         op == InfixOperator::kElementwisePower;
}

// From the first operand to this one: what the operator has joined so far.
Span SpanUpTo(Lowering& l, std::span<const InfixTerm> terms, const InfixTerm& last) {
  return Cover(l.SpanOf(terms[0].operand), l.SpanOf(last.operand));
}

Value WrongOperand(Lowering& l, const InfixTerm& term, InfixOperator op, const Value& operand,
                   std::string_view wanted) {
  return l.Error(Code::kTypeMismatch, l.SpanOf(term.operand), "`{}` needs {}, but this is {}", Spelling(op),
                 wanted, TypeText(operand));
}

// All operands, or nothing when one of them is an error. The operator of a term is that before it, for the
// first that after.
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

// ---- a + b - c ----

Value JoinStrings(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values) {
  std::string text;
  Variability variability = Variability::kConstant;
  bool is_known = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && terms[i].op != InfixOperator::kAdd) {
      return l.Error(Code::kTypeMismatch, SpanUpTo(l, terms, terms[i]), "Strings can be joined by `+` only");
    }
    if (values[i].type != BaseType::kString || !values[i].IsScalar()) {
      return WrongOperand(l, terms[i], InfixOperator::kAdd, values[i], "Strings on both sides");
    }
    variability = Max(variability, values[i].variability);
    is_known = is_known && values[i].scalar.IsConstant();
    if (is_known) text += l.context.TextOf(values[i].scalar);
  }
  return ScalarValue(BaseType::kString, is_known ? l.context.StringConstant(text) : Scalar(), variability);
}

Scalar SumElement(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values,
                  std::size_t i) {
  const auto element = [i](const Value& v) -> const Scalar& {
    return v.IsScalar() ? v.scalar : v.elements[i];
  };
  if (values.size() == 2) {
    return IsSubtraction(terms[1].op) ? Difference(l, element(values[0]), element(values[1]))
                                      : Apply(l, Op::kAdd, element(values[0]), element(values[1]));
  }
  std::vector<Scalar> signed_terms;
  signed_terms.reserve(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    signed_terms.push_back(IsSubtraction(terms[k].op) ? Negative(l, element(values[k])) : element(values[k]));
  }
  return SumOf(l, signed_terms);
}

Value LowerSum(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  if (values->front().type == BaseType::kString) return JoinStrings(l, terms, *values);
  Value result;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const Value& value = (*values)[i];
    if (!IsNumeric(value.type))
      return WrongOperand(l, terms[i], terms[std::max<std::size_t>(i, 1)].op, value, "numbers");
    if (i == 0) {
      result.type = value.type;
      result.dims = value.dims;
    } else if (!(IsElementwise(terms[i].op) && (value.IsScalar() || result.IsScalar())) &&
               value.dims != result.dims) {
      return l.Error(Code::kDimensionMismatch, SpanUpTo(l, terms, terms[i]), "`{}` of {} and {}",
                     Spelling(terms[i].op), TypeText(result), TypeText(value));
    } else {
      result.type = Unify(result.type, value.type);
      if (result.IsScalar()) result.dims = value.dims;
    }
    result.variability = Max(result.variability, value.variability);
  }
  if (!result.dims.empty()) result.elements.resize(static_cast<std::size_t>(NumElements(result.dims)));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = SumElement(l, terms, *values, i);
  return CheckedInteger(l, std::move(result), SpanUpTo(l, terms, terms.back()));
}

// ---- a * b / c ----

Value Divide(Lowering& l, const Value& a, const Value& b, InfixOperator op, Span span) {
  const bool fits = op == InfixOperator::kDivide ? b.IsScalar() : AreBroadcastable(a, b);
  if (!fits) {
    auto error =
        Error(Code::kDimensionMismatch, span, "`{}` of {} and {}", Spelling(op), TypeText(a), TypeText(b));
    if (op == InfixOperator::kDivide && AreBroadcastable(a, b)) error.Hint("element by element it is `./`");
    l.context.reporter.Report(std::move(error));
    return {};
  }
  return Elementwise(l, Op::kDiv, BaseType::kReal, a, b);
}

// Left to right. A run of scalar factors is collected and multiplied at once, so that a long product is one
// operation.
class ProductChain {
 public:
  ProductChain(Lowering& l, Value first) : l_(l), result_(std::move(first)) { StartRun(); }

  void Multiply(const Value& value, InfixOperator op, Span span) {
    if (result_.IsError()) return;
    if (result_.IsScalar() && value.IsScalar()) {
      result_.type = Unify(result_.type, value.type);
      result_.variability = Max(result_.variability, value.variability);
      run_.push_back(value.scalar);
      return;
    }
    EndRun(span);
    if (op == InfixOperator::kMultiply) {
      result_ = semantics::Multiply(l_, result_, value, span);
    } else if (AreBroadcastable(result_, value)) {
      result_ = CheckedInteger(l_, Elementwise(l_, Op::kMul, Unify(result_.type, value.type), result_, value),
                               span);
    } else {
      result_ =
          l_.Error(Code::kDimensionMismatch, span, "`.*` of {} and {}", TypeText(result_), TypeText(value));
    }
    StartRun();
  }

  void Divide(const Value& value, InfixOperator op, Span span) {
    EndRun(span);
    if (!result_.IsError()) result_ = semantics::Divide(l_, result_, value, op, span);
    StartRun();
  }

  Value Finish(Span span) {
    EndRun(span);
    return std::move(result_);
  }

 private:
  void StartRun() {
    run_.clear();
    if (!result_.IsError() && result_.IsScalar()) run_.push_back(result_.scalar);
  }
  void EndRun(Span span) {
    if (result_.IsError() || !result_.IsScalar()) return;
    if (run_.size() == 2) {
      result_.scalar = Apply(l_, Op::kMul, run_[0], run_[1]);
    } else {
      result_.scalar = ProductOf(l_, run_);
    }
    result_ = CheckedInteger(l_, std::move(result_), span);
  }

  Lowering& l_;
  Value result_;
  std::vector<Scalar> run_;
};

Value LowerProduct(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (IsNumeric((*values)[i].type)) continue;
    return WrongOperand(l, terms[i], terms[std::max<std::size_t>(i, 1)].op, (*values)[i], "numbers");
  }
  ProductChain chain(l, values->front());
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const Span span = SpanUpTo(l, terms, terms[i]);
    if (terms[i].op == InfixOperator::kMultiply || terms[i].op == InfixOperator::kElementwiseMultiply) {
      chain.Multiply((*values)[i], terms[i].op, span);
    } else {
      chain.Divide((*values)[i], terms[i].op, span);
    }
  }
  return chain.Finish(SpanUpTo(l, terms, terms.back()));
}

// ---- a ^ b ----

Value LowerPower(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!IsNumeric((*values)[i].type)) return WrongOperand(l, terms[i], terms[1].op, (*values)[i], "numbers");
  }
  const Value &base = (*values)[0], &exponent = (*values)[1];
  const Span span = SpanUpTo(l, terms, terms[1]);
  if (terms[1].op == InfixOperator::kPower) return RaiseToPower(l, base, exponent, span);
  if (AreBroadcastable(base, exponent)) return Elementwise(l, Op::kPow, BaseType::kReal, base, exponent);
  return l.Error(Code::kDimensionMismatch, span, "`.^` of {} and {}", TypeText(base), TypeText(exponent));
}

// ---- relations ----

bool HoldsFor(InfixOperator op, int order) {
  switch (op) {
    case InfixOperator::kLess:
      return order < 0;
    case InfixOperator::kLessEqual:
      return order <= 0;
    case InfixOperator::kGreater:
      return order > 0;
    case InfixOperator::kGreaterEqual:
      return order >= 0;
    case InfixOperator::kEqual:
      return order == 0;
    default:
      return order != 0;
  }
}

Scalar Relate(Lowering& l, InfixOperator op, const Scalar& a, const Scalar& b) {
  switch (op) {
    case InfixOperator::kLess:
      return Apply(l, Op::kLess, a, b);
    case InfixOperator::kLessEqual:
      return Apply(l, Op::kLessEqual, a, b);
    case InfixOperator::kGreater:
      return Apply(l, Op::kLess, b, a);
    case InfixOperator::kGreaterEqual:
      return Apply(l, Op::kLessEqual, b, a);
    case InfixOperator::kEqual:
      return Apply(l, Op::kEqual, a, b);
    default:
      return Apply(l, Op::kNotEqual, a, b);
  }
}

Value LowerRelation(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  const InfixOperator op = terms[1].op;
  const Value &a = (*values)[0], &b = (*values)[1];
  const Span span = SpanUpTo(l, terms, terms[1]);
  const BaseType type = Unify(a.type, b.type);
  if (type == BaseType::kError || !a.IsScalar() || !b.IsScalar()) {
    return l.Error(Code::kTypeMismatch, span,
                   "`{}` compares scalars of the same type, but these are {} and {}", Spelling(op),
                   TypeText(a), TypeText(b));
  }
  const bool is_equality = op == InfixOperator::kEqual || op == InfixOperator::kNotEqual;
  if (is_equality && type == BaseType::kReal) {
    l.context.reporter.Report(
        Error(Code::kTypeMismatch, span, "Real values cannot be compared by `{}`", Spelling(op))
            .Note("they change continuously, and are equal only by chance")
            .Hint("use `abs(a - b) < eps`, `<=` or `>=`"));
    return {};
  }
  const Variability variability = Max(a.variability, b.variability);
  if (type != BaseType::kString) {
    return ScalarValue(BaseType::kBoolean, Relate(l, op, a.scalar, b.scalar), variability);
  }
  Scalar result;
  if (a.scalar.IsConstant() && b.scalar.IsConstant()) {
    const int order = l.context.TextOf(a.scalar).compare(l.context.TextOf(b.scalar));
    result = Constant(HoldsFor(op, order) ? 1.0 : 0.0);
  }
  return ScalarValue(BaseType::kBoolean, result, variability);
}

// ---- and, or ----

Scalar LogicalElement(Lowering& l, Op op, std::span<const Value> values, std::size_t i) {
  // `false and x` is false, and `true or x` true, whatever x is: also when it is unknown.
  const double absorbing = op == Op::kAnd ? 0.0 : 1.0;
  std::vector<expr::ExprId> operands;
  bool has_unknown = false;
  for (const Value& value : values) {
    const Scalar& s = value[i];
    if (s.IsConstant() && (s.number != 0.0) == (absorbing != 0.0)) return Constant(absorbing);
    if (s.IsUnknown()) has_unknown = true;
    if (s.kind == Scalar::Kind::kExpression) operands.push_back(s.expr);
  }
  if (has_unknown) return {};
  if (operands.empty()) return Constant(1.0 - absorbing);
  return Expression(op == Op::kAnd ? expr::And(l.graph(), operands) : expr::Or(l.graph(), operands));
}

Value LowerLogical(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  const InfixOperator op = terms[1].op;
  Variability variability = Variability::kConstant;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Value& value = (*values)[i];
    if (value.type != BaseType::kBoolean) return WrongOperand(l, terms[i], op, value, "Boolean operands");
    if (value.dims != values->front().dims) {
      return l.Error(Code::kDimensionMismatch, SpanUpTo(l, terms, terms[i]), "`{}` of {} and {}",
                     Spelling(op), TypeText(values->front()), TypeText(value));
    }
    variability = Max(variability, value.variability);
  }
  Value result = ArrayValue(BaseType::kBoolean, values->front().dims, variability);
  const Op made = op == InfixOperator::kAnd ? Op::kAnd : Op::kOr;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = LogicalElement(l, made, *values, i);
  return result;
}

}  // namespace

Value LowerInfix(Lowering& l, const syntax::Expression& e) {
  const std::span<const InfixTerm> terms = l.context.tree.Terms(e);
  switch (terms[1].op) {
    case InfixOperator::kAdd:
    case InfixOperator::kSubtract:
    case InfixOperator::kElementwiseAdd:
    case InfixOperator::kElementwiseSubtract:
      return LowerSum(l, terms);
    case InfixOperator::kMultiply:
    case InfixOperator::kDivide:
    case InfixOperator::kElementwiseMultiply:
    case InfixOperator::kElementwiseDivide:
      return LowerProduct(l, terms);
    case InfixOperator::kPower:
    case InfixOperator::kElementwisePower:
      return LowerPower(l, terms);
    case InfixOperator::kAnd:
    case InfixOperator::kOr:
      return LowerLogical(l, terms);
    default:
      return LowerRelation(l, terms);
  }
}

Value LowerUnary(Lowering& l, const syntax::Expression& e) {
  const syntax::UnaryOperator op = l.context.tree.Operator(e);
  const syntax::ExpressionId operand_id = l.context.tree.Operand(e);
  Value operand = Lower(l, operand_id);
  if (operand.IsError()) return {};
  if (op == syntax::UnaryOperator::kNot) {
    if (operand.type == BaseType::kBoolean) return Elementwise(l, Op::kNot, BaseType::kBoolean, operand);
    return l.Error(Code::kTypeMismatch, l.SpanOf(operand_id), "`not` needs a Boolean, but this is {}",
                   TypeText(operand));
  }
  if (!IsNumeric(operand.type)) {
    return l.Error(Code::kTypeMismatch, l.SpanOf(operand_id), "a sign needs a number, but this is {}",
                   TypeText(operand));
  }
  if (op == syntax::UnaryOperator::kMinus || op == syntax::UnaryOperator::kElementwiseMinus) {
    for (std::size_t i = 0; i < operand.size(); ++i) operand[i] = Negative(l, operand[i]);
  }
  return operand;
}

}  // namespace daedalus::semantics
