#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/infix_terms.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/overload.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

using expr::Op;
using syntax::InfixOperator;
using syntax::InfixTerm;

bool IsSubtraction(InfixOperator op) {
  return op == InfixOperator::kSubtract || op == InfixOperator::kElementwiseSubtract;
}
bool IsElementwise(InfixOperator op) {
  return op == InfixOperator::kElementwiseAdd || op == InfixOperator::kElementwiseSubtract ||
         op == InfixOperator::kElementwiseMultiply || op == InfixOperator::kElementwiseDivide ||
         op == InfixOperator::kElementwisePower;
}

// ---- Operator records ----

// From left to right, if an operand is an operator record; nullopt otherwise. `plain` combines the operands
// before the first such record.
template <class Plain>
std::optional<Value> FoldOverloaded(Lowering& l, std::span<const InfixTerm> terms,
                                    std::span<const Value> values, Plain plain) {
  const auto first =
      std::find_if(values.begin(), values.end(), [&](const Value& v) { return IsOverloaded(l, v); });
  if (first == values.end()) return std::nullopt;
  std::size_t next = std::max<std::size_t>(1, static_cast<std::size_t>(first - values.begin()));
  Value result = next == 1 ? values[0] : plain(terms.subspan(0, next), values.subspan(0, next));
  for (; next < values.size() && !result.IsError(); ++next) {
    result = ApplyOverloaded(l, terms[next].op, result, values[next], SpanUpTo(l, terms, terms[next]));
  }
  return result;
}

// ---- a + b - c ----

// A sum of scalars or of arrays of one size. Elementwise operators also add a scalar to each element.
bool FitsSum(Lowering& l, std::span<const InfixTerm> terms, std::size_t i, const Value& value,
             const Value& sum) {
  if (IsElementwise(terms[i].op) && (value.IsScalar() || sum.IsScalar())) return true;
  if (AreCompatible(value.dims, sum.dims)) return true;
  l.Error(Code::kDimensionMismatch, SpanUpTo(l, terms, terms[i]), "`{}` of {} and {}", Spelling(terms[i].op),
          l.TypeText(sum), l.TypeText(value));
  return false;
}

Scalar JoinTexts(Lowering& l, std::span<const Scalar> parts) {
  if (std::ranges::any_of(parts, [](const Scalar& part) { return part.IsUnknown(); })) return {};
  const bool is_constant = std::ranges::all_of(parts, [](const Scalar& part) { return part.IsConstant(); });
  TextTemplate text;
  for (const Scalar& part : parts) text.Append(l.context.strings.TemplateOf(part));
  return is_constant ? l.context.strings.ConstantOf(text.pieces[0].text)
                     : l.context.strings.Add(std::move(text));
}

Value JoinStrings(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values) {
  Value result;
  bool is_sized = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    const InfixOperator op = terms[std::max<std::size_t>(i, 1)].op;
    if (IsSubtraction(op))
      return l.Error(Code::kTypeMismatch, SpanUpTo(l, terms, terms[i]), "Strings can be joined by `+` only");
    if (value.type != BaseType::kString) return WrongOperand(l, terms[i], op, value, "Strings on both sides");
    if (i > 0 && !FitsSum(l, terms, i, value, result)) return {};
    if (result.IsScalar()) result.dims = value.dims;
    result.variability = Max(result.variability, value.variability);
    is_sized = is_sized && !value.HasUnknownSize();
  }
  result.type = BaseType::kString;
  if (!is_sized) return result;
  if (!result.dims.empty())
    result.elements = std::vector<Scalar>(static_cast<std::size_t>(NumElements(result.dims)));
  std::vector<Scalar> parts(values.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t k = 0; k < values.size(); ++k)
      parts[k] = values[k].IsScalar() ? values[k].scalar : values[k].elements[i];
    result[i] = JoinTexts(l, parts);
  }
  return result;
}

// One element of each; `element` gives that of term k.
template <class Element>
Scalar SumElement(Lowering& l, std::span<const InfixTerm> terms, Element element) {
  if (terms.size() == 2) {
    return IsSubtraction(terms[1].op) ? Difference(l, element(0), element(1))
                                      : Apply(l, Op::kAdd, element(0), element(1));
  }
  std::vector<Scalar> signed_terms;
  signed_terms.reserve(terms.size());
  for (std::size_t k = 0; k < terms.size(); ++k) {
    signed_terms.push_back(IsSubtraction(terms[k].op) ? Negative(l, element(k)) : element(k));
  }
  return SumOf(l, signed_terms);
}

Value SumOfTerms(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values) {
  Value result;
  bool is_known = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    if (!IsNumeric(value.type))
      return WrongOperand(l, terms[i], terms[std::max<std::size_t>(i, 1)].op, value, "numbers");
    if (i == 0) {
      result.type = value.type;
      result.dims = value.dims;
    } else if (!FitsSum(l, terms, i, value, result)) {
      return {};
    } else {
      result.type = UnifyNumbers(result.type, value.type);
      if (result.IsScalar()) result.dims = value.dims;
      if (result.HasUnknownSize() && !value.IsScalar()) result.dims = Merged(result.dims, value.dims);
    }
    is_known = is_known && !value.HasUnknownSize();
    result.variability = Max(result.variability, value.variability);
  }
  if (!result.dims.empty())
    result.elements = std::vector<Scalar>(static_cast<std::size_t>(NumElements(result.dims)));
  result.unit = UnitOfSum(l, terms, values);
  if (!is_known && WritesCode(l)) {
    Value sum = CombineOfRun(l, result.type, values, [&](std::span<const Scalar> x) {
      return SumElement(l, terms, [x](std::size_t k) { return x[k]; });
    });
    sum.unit = result.unit;
    return sum;
  }
  if (!is_known) return result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = SumElement(l, terms, [&](std::size_t k) -> const Scalar& {
      return values[k].IsScalar() ? values[k].scalar : values[k].elements[i];
    });
  }
  return CheckedInteger(l, std::move(result), SpanUpTo(l, terms, terms.back()));
}

Value LowerSum(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  if (values->front().type == BaseType::kString) return JoinStrings(l, terms, *values);
  const auto plain = [&](auto some_terms, auto some_values) {
    return SumOfTerms(l, some_terms, some_values);
  };
  if (auto result = FoldOverloaded(l, terms, *values, plain)) return std::move(*result);
  return SumOfTerms(l, terms, *values);
}

// ---- a * b / c ----

Value Divide(Lowering& l, const Value& a, const Value& b, InfixOperator op, Span span) {
  const bool fits = op == InfixOperator::kDivide ? b.IsScalar() : AreBroadcastable(a, b);
  if (!fits) {
    auto error = Error(Code::kDimensionMismatch, span, "`{}` of {} and {}", Spelling(op), l.TypeText(a),
                       l.TypeText(b));
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
  ProductChain(Lowering& l, Value first, std::size_t num_factors) : l_(l), result_(std::move(first)) {
    run_.reserve(num_factors);
    StartRun();
  }

  void Multiply(const Value& value, InfixOperator op, Span span) {
    if (result_.IsError()) return;
    if (result_.IsScalar() && value.IsScalar()) {
      result_.type = UnifyNumbers(result_.type, value.type);
      result_.variability = Max(result_.variability, value.variability);
      run_.push_back(value.scalar);
      return;
    }
    EndRun(span);
    if (op == InfixOperator::kMultiply) {
      result_ = semantics::Multiply(l_, result_, value, span);
    } else if (AreBroadcastable(result_, value)) {
      result_ = CheckedInteger(
          l_, Elementwise(l_, Op::kMul, UnifyNumbers(result_.type, value.type), result_, value), span);
    } else {
      result_ = l_.Error(Code::kDimensionMismatch, span, "`.*` of {} and {}", l_.TypeText(result_),
                         l_.TypeText(value));
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

Value ProductOfTerms(Lowering& l, std::span<const InfixTerm> terms, std::span<const Value> values) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (IsNumeric(values[i].type)) continue;
    return WrongOperand(l, terms[i], terms[std::max<std::size_t>(i, 1)].op, values[i], "numbers");
  }
  ProductChain chain(l, values.front(), terms.size());
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const Span span = SpanUpTo(l, terms, terms[i]);
    if (terms[i].op == InfixOperator::kMultiply || terms[i].op == InfixOperator::kElementwiseMultiply) {
      chain.Multiply(values[i], terms[i].op, span);
    } else {
      chain.Divide(values[i], terms[i].op, span);
    }
  }
  Value product = chain.Finish(SpanUpTo(l, terms, terms.back()));
  product.unit = UnitOfProduct(l.context, terms, values);
  return product;
}

Value LowerProduct(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  const auto plain = [&](auto some_terms, auto some_values) {
    return ProductOfTerms(l, some_terms, some_values);
  };
  if (auto result = FoldOverloaded(l, terms, *values, plain)) return std::move(*result);
  return ProductOfTerms(l, terms, *values);
}

// ---- a ^ b ----

Value LowerPower(Lowering& l, std::span<const InfixTerm> terms) {
  const auto values = LowerTerms(l, terms);
  if (!values) return {};
  if (IsOverloaded(l, (*values)[0]) || IsOverloaded(l, (*values)[1]))
    return ApplyOverloaded(l, terms[1].op, (*values)[0], (*values)[1], SpanUpTo(l, terms, terms[1]));
  for (std::size_t i = 0; i < 2; ++i) {
    if (!IsNumeric((*values)[i].type)) return WrongOperand(l, terms[i], terms[1].op, (*values)[i], "numbers");
  }
  const Value &base = (*values)[0], &exponent = (*values)[1];
  const Span span = SpanUpTo(l, terms, terms[1]);
  const bool is_power = terms[1].op == InfixOperator::kPower;
  if (is_power || AreBroadcastable(base, exponent)) {
    Value power = is_power ? RaiseToPower(l, base, exponent, span)
                           : Elementwise(l, Op::kPow, BaseType::kReal, base, exponent);
    power.unit = UnitOfPower(l, base, exponent, l.SpanOf(terms[1].operand));
    return power;
  }
  return l.Error(Code::kDimensionMismatch, span, "`.^` of {} and {}", l.TypeText(base), l.TypeText(exponent));
}

}  // namespace

Value LowerInfix(Lowering& l, const syntax::Expression& e) {
  const std::span<const InfixTerm> terms = l.tree().Terms(e);
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
  const syntax::UnaryOperator op = l.tree().Operator(e);
  const syntax::ExpressionId operand_id = l.tree().Operand(e);
  Value operand = Lower(l, operand_id);
  if (operand.IsError()) return {};
  if (op == syntax::UnaryOperator::kNot) {
    if (IsOverloaded(l, operand)) return ApplyOverloaded(l, "not", operand, l.tree().SpanOf(e));
    if (operand.type == BaseType::kBoolean) return Elementwise(l, Op::kNot, BaseType::kBoolean, operand);
    return l.Error(Code::kTypeMismatch, l.SpanOf(operand_id), "`not` needs a Boolean, but this is {}",
                   l.TypeText(operand));
  }
  if (IsOverloaded(l, operand)) {
    const bool is_plus = op == syntax::UnaryOperator::kPlus || op == syntax::UnaryOperator::kElementwisePlus;
    return is_plus ? operand : ApplyOverloaded(l, "-", operand, l.tree().SpanOf(e));
  }
  if (!IsNumeric(operand.type)) {
    return l.Error(Code::kTypeMismatch, l.SpanOf(operand_id), "a sign needs a number, but this is {}",
                   l.TypeText(operand));
  }
  if (op == syntax::UnaryOperator::kMinus || op == syntax::UnaryOperator::kElementwiseMinus) {
    if (operand.IsOfRun() && WritesCode(l)) {
      return CombineOfRun(l, operand.type, {&operand, 1},
                          [&](std::span<const Scalar> x) { return Negative(l, x[0]); });
    }
    if (operand.IsOfRun()) operand.fields.clear();
    for (std::size_t i = 0; i < operand.size(); ++i) operand[i] = Negative(l, operand[i]);
  }
  return operand;
}

}  // namespace daedalus::semantics
