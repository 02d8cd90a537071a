#include "daedalus/language/semantics/expressions/overload.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/infix_terms.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/record_value.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/instances/class_types.h"

namespace daedalus::semantics {
namespace {

using scope::EnvId;
using syntax::InfixOperator;

EnvId EnvOfRecord(const Lowering& l, const Value& value) {
  return EnvId(l.types().Record(value.type).environment);
}

// The functions of an operator: itself, or those in it.
void AppendFunctions(Lowering& l, EnvId record, std::string_view name, std::vector<EnvId>* out) {
  scope::EnvTable& envs = l.context.envs;
  for (std::uint32_t i = 0; i < envs.Members(record).size(); ++i) {
    const scope::Member& member = envs.Members(record)[i];
    if (!member.is_class || l.Text(member.name) != name) continue;
    const EnvId found = envs.EnvOf(record, i);
    if (!found.IsValid()) return;
    if (TypeOfClass(l.context, found) == BaseType::kFunction) {
      if (std::find(out->begin(), out->end(), found) == out->end()) out->push_back(found);
      return;
    }
    for (std::uint32_t k = 0; k < envs.Members(found).size(); ++k) {
      if (!envs.Members(found)[k].is_class) continue;
      const EnvId function = envs.EnvOf(found, k);
      const bool is_new = function.IsValid() && std::find(out->begin(), out->end(), function) == out->end();
      if (is_new && TypeOfClass(l.context, function) == BaseType::kFunction) out->push_back(function);
    }
    return;
  }
}

// The names of the operators, quoted as in Modelica, in the order of the operands.
std::vector<EnvId> FunctionsOf(Lowering& l, std::string_view name, std::span<const Value> operands) {
  std::vector<EnvId> functions;
  for (const Value& operand : operands) {
    if (IsOverloaded(l, operand)) AppendFunctions(l, EnvOfRecord(l, operand), name, &functions);
  }
  return functions;
}

// True if a call with these arguments is correct; `is_each`: for each element of them.
bool Accepts(Lowering& l, EnvId function, std::span<const FunctionArgument> arguments, bool is_each) {
  const FunctionSignature signature = SignatureOf(l.context, function);
  std::vector<char> is_given(signature.inputs.size(), 0);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::size_t at = i;
    if (arguments[i].name.IsValid()) {
      const auto named =
          std::find_if(signature.inputs.begin(), signature.inputs.end(), [&](std::uint32_t member) {
            return l.Text(l.context.envs.Members(function)[member].name) == l.Text(arguments[i].name);
          });
      at = static_cast<std::size_t>(named - signature.inputs.begin());
    }
    if (at >= signature.inputs.size() || is_given[at]) return false;
    is_given[at] = 1;
    const std::uint32_t member = signature.inputs[at];
    const std::size_t rank = RankOfMember(l.context, function, member);
    if (!l.types().IsAssignable(TypeOfMember(l.context, function, member), arguments[i].value.type))
      return false;
    if (is_each ? rank != 0 : rank != arguments[i].value.dims.size()) return false;
  }
  const FunctionFrame declared = MakeFrame(l, function, l.scope.node);
  for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
    if (!is_given[i] && !HasDefault(l.context, declared, signature.inputs[i])) return false;
  }
  return true;
}

std::vector<FunctionArgument> ByPlace(std::span<const Value> operands, Span span) {
  std::vector<FunctionArgument> arguments;
  for (const Value& operand : operands) arguments.push_back({{}, operand, span});
  return arguments;
}

Value FirstResult(Lowering& l, EnvId function, std::vector<FunctionArgument> arguments, Span span) {
  auto results = CallFunction(l, {function, l.scope.node, {}}, std::move(arguments), span);
  if (!results) return {};
  if (!results->empty() && !results->front().IsError()) return std::move(results->front());
  return l.Error(Code::kFunctionFailed, span, "`{}` gives no result", l.context.envs.NameOf(function));
}

// The result of the only function that takes these operands; nullopt if there is none.
std::optional<Value> TryFunctions(Lowering& l, std::span<const EnvId> functions,
                                  std::span<const Value> operands, bool is_each, Span span) {
  for (const EnvId function : functions) {
    auto arguments = ByPlace(operands, span);
    if (Accepts(l, function, arguments, is_each)) return FirstResult(l, function, std::move(arguments), span);
  }
  return std::nullopt;
}

// The operand converted to a record of the kind of `like`, by one of its constructors.
std::optional<Value> Converted(Lowering& l, const Value& operand, const Value& like, Span span) {
  if (!IsOverloaded(l, like)) return std::nullopt;
  std::vector<EnvId> constructors;
  AppendFunctions(l, EnvOfRecord(l, like), "'constructor'", &constructors);
  return TryFunctions(l, constructors, std::span(&operand, 1), true, span);
}

std::optional<Value> TryConverted(Lowering& l, std::span<const EnvId> functions, const Value& a,
                                  const Value& b, Span span) {
  if (l.types().Unify(a.type, b.type) != BaseType::kError) return std::nullopt;
  const bool is_first = IsOverloaded(l, b) && !a.IsRecord();
  const auto converted = is_first ? Converted(l, a, b, span) : Converted(l, b, a, span);
  if (!converted || converted->IsError()) return converted;
  const Value operands[] = {is_first ? *converted : a, is_first ? b : *converted};
  if (auto value = TryFunctions(l, functions, operands, false, span)) return value;
  return TryFunctions(l, functions, operands, true, span);
}

Value NotDefined(Lowering& l, InfixOperator op, const Value& a, const Value& b, Span span) {
  return l.Error(Code::kTypeMismatch, span, "`{}` is not defined for {} and {}", Spelling(op), l.TypeText(a),
                 l.TypeText(b));
}

// Exactly one function takes the arguments (section 14.3).
Value Ambiguous(Lowering& l, std::span<const EnvId> fitting, std::string_view member, Span span) {
  auto error = Error(Code::kWrongArgumentType, span, "more than one {} takes these arguments", member);
  for (const EnvId function : fitting) error.With(l.context.envs.SpanOf(function), "this one does");
  l.context.reporter.Report(std::move(error));
  return {};
}

// ---- Arrays ----

Value RowOf(const Value& matrix, std::size_t i) {
  const Dims rest(matrix.dims.begin() + 1, matrix.dims.end());
  const auto count = static_cast<std::size_t>(NumElements(rest));
  std::vector<std::size_t> offsets(count);
  for (std::size_t k = 0; k < count; ++k) offsets[k] = i * count + k;
  return Gather(matrix, rest, offsets);
}

// Products of arrays as for numbers (section 10.6.4).
Value Product(Lowering& l, const Value& a, const Value& b, Span span) {
  if (a.dims.size() > 2 || b.dims.size() > 2 || !AreCompatible({a.dims.back()}, {b.dims.front()})) {
    return NotDefined(l, InfixOperator::kMultiply, a, b, span);
  }
  std::vector<Value> items;
  if (a.dims.size() == 2) {
    for (std::int64_t i = 0; i < a.dims[0]; ++i) {
      items.push_back(
          ApplyOverloaded(l, InfixOperator::kMultiply, RowOf(a, static_cast<std::size_t>(i)), b, span));
      if (items.back().IsError()) return {};
    }
    return Stacked(l, {a.dims[0]}, std::move(items), span);
  }
  if (b.dims.size() == 2) {
    const Value columns = Transpose(b);
    for (std::int64_t i = 0; i < columns.dims[0]; ++i) {
      items.push_back(
          ApplyOverloaded(l, InfixOperator::kMultiply, a, RowOf(columns, static_cast<std::size_t>(i)), span));
      if (items.back().IsError()) return {};
    }
    return Stacked(l, {columns.dims[0]}, std::move(items), span);
  }
  const Value products = ApplyOverloaded(l, InfixOperator::kElementwiseMultiply, a, b, span);
  return products.IsError() ? Value() : SumOverloaded(l, products, span);
}

// The operator without its dot.
std::string OperatorName(InfixOperator op) {
  std::string_view name = Spelling(op);
  if (name.starts_with('.')) name.remove_prefix(1);
  return fmt::format("'{}'", name);
}

bool IsForEachElement(InfixOperator op, const Value& a, const Value& b) {
  const bool has_scalar = a.IsScalar() || b.IsScalar();
  switch (op) {
    case InfixOperator::kAdd:
    case InfixOperator::kSubtract:
      return AreCompatible(a.dims, b.dims);
    case InfixOperator::kMultiply:
      return has_scalar;
    case InfixOperator::kDivide:
      return b.IsScalar();
    case InfixOperator::kElementwiseAdd:
    case InfixOperator::kElementwiseSubtract:
    case InfixOperator::kElementwiseMultiply:
    case InfixOperator::kElementwiseDivide:
    case InfixOperator::kElementwisePower:
      return has_scalar || AreCompatible(a.dims, b.dims);
    default:
      return a.IsScalar() && b.IsScalar();
  }
}

}  // namespace

bool IsOverloaded(const Lowering& l, const Value& value) {
  return value.IsRecord() && l.types().Record(value.type).is_operator_record;
}

Value ApplyOverloaded(Lowering& l, InfixOperator op, const Value& a, const Value& b, Span span) {
  const Value operands[] = {a, b};
  const std::vector<EnvId> functions = FunctionsOf(l, OperatorName(op), operands);
  // With a dot it is applied to each element, even if a function of the operator takes arrays (a scalar
  // product).
  const bool has_dot = Spelling(op).starts_with('.') && !(a.IsScalar() && b.IsScalar());
  if (!has_dot) {
    if (auto value = TryFunctions(l, functions, operands, false, span)) return std::move(*value);
  }
  if (!IsForEachElement(op, a, b)) {
    const bool is_product = op == InfixOperator::kMultiply && !a.IsScalar() && !b.IsScalar();
    return is_product ? Product(l, a, b, span) : NotDefined(l, op, a, b, span);
  }
  if (auto value = TryFunctions(l, functions, operands, true, span)) return std::move(*value);
  if (auto value = TryConverted(l, functions, a, b, span)) return std::move(*value);
  return NotDefined(l, op, a, b, span);
}

Value ApplyOverloaded(Lowering& l, std::string_view op, const Value& a, Span span) {
  const std::vector<EnvId> functions = FunctionsOf(l, fmt::format("'{}'", op), std::span(&a, 1));
  if (auto value = TryFunctions(l, functions, std::span(&a, 1), true, span)) return std::move(*value);
  return l.Error(Code::kTypeMismatch, span, "`{}` is not defined for {}", op, l.TypeText(a));
}

Value SumOverloaded(Lowering& l, const Value& array, Span span) {
  if (array.HasUnknownSize()) return Blank(array, {});
  const auto count = static_cast<std::size_t>(NumElements(array.dims));
  if (count == 0) {
    auto zero = CallOverloaded(l, EnvOfRecord(l, array), "'0'", {}, span);
    return zero ? std::move(*zero)
                : l.Error(Code::kTypeMismatch, span, "{} has no `'0'`", l.types().Name(array.type));
  }
  const std::size_t first[] = {0};
  Value sum = Gather(array, {}, first);
  for (std::size_t i = 1; i < count && !sum.IsError(); ++i) {
    const std::size_t offset[] = {i};
    sum = ApplyOverloaded(l, InfixOperator::kAdd, sum, Gather(array, {}, offset), span);
  }
  return sum;
}

std::optional<Value> CallOverloaded(Lowering& l, EnvId record, std::string_view member,
                                    std::vector<FunctionArgument> arguments, Span span) {
  std::vector<EnvId> functions;
  AppendFunctions(l, record, member, &functions);
  if (functions.empty()) return std::nullopt;
  for (const bool is_each : {false, true}) {
    std::vector<EnvId> fitting;
    for (const EnvId function : functions) {
      if (Accepts(l, function, arguments, is_each)) fitting.push_back(function);
    }
    if (fitting.size() > 1) return Ambiguous(l, fitting, member, span);
    if (!fitting.empty()) return FirstResult(l, fitting[0], std::move(arguments), span);
  }
  // If there is only one function, its own messages explain what is wrong.
  if (functions.size() == 1) return FirstResult(l, functions[0], std::move(arguments), span);
  return l.Error(Code::kWrongArgumentType, span, "no {} of `{}` takes these arguments", member,
                 l.context.envs.NameOf(record));
}

}  // namespace daedalus::semantics
