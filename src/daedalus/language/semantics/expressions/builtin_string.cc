// String(x, ...): numbers, Booleans and enumerations as text (Modelica 3.6, section 3.7.1).
#include <cctype>

#include "daedalus/language/semantics/expressions/builtin_functions.h"

namespace daedalus::semantics {
namespace {

enum Position : std::size_t { kX, kSignificantDigits, kMinimumLength, kLeftJustified, kFormat };

// "[flags][width][.precision]conversion", which follows the % in C.
bool IsFormat(std::string_view format, std::string_view conversions) {
  if (format.empty() || format.size() > 12 || conversions.find(format.back()) == std::string_view::npos)
    return false;
  format.remove_suffix(1);
  while (!format.empty() && std::string_view("-+ #0").find(format[0]) != std::string_view::npos)
    format.remove_prefix(1);
  int digits = 0, points = 0;
  for (const char c : format) {
    if (c == '.') {
      ++points;
      digits = 0;
    } else if (std::isdigit(static_cast<unsigned char>(c)) == 0 || ++digits > 2) {
      return false;
    }
  }
  return points <= 1;
}

std::optional<std::int64_t> IntegerOption(Lowering& l, const CallSite& call, Position at,
                                          std::int64_t otherwise) {
  if (call.arguments.size() <= at || !call.arguments[at].IsValid()) return otherwise;
  const auto value = LowerInteger(l, call.arguments[at], "a length");
  if (!value || *value == kUnknownSize || (*value >= 0 && *value <= 99)) return value;
  l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[at]),
          "a length is between 0 and 99, but this is {}", *value);
  return std::nullopt;
}

std::optional<bool> LeftJustified(Lowering& l, const CallSite& call) {
  if (call.arguments.size() <= kLeftJustified || !call.arguments[kLeftJustified].IsValid()) return true;
  const Value value = LowerStructural(l, call.arguments[kLeftJustified], "the justification");
  if (value.IsError()) return std::nullopt;
  if (value.type == BaseType::kBoolean && value.IsScalar()) return value.scalar.number != 0.0;
  WrongArgument(l, call, kLeftJustified, "a Boolean", value);
  return std::nullopt;
}

// The text of a format argument; empty without one; nullopt after an error.
std::optional<std::string> FormatOption(Lowering& l, const CallSite& call, Type type) {
  if (call.arguments.size() <= kFormat || !call.arguments[kFormat].IsValid()) return std::string();
  const Value value = LowerStructural(l, call.arguments[kFormat], "a format");
  if (value.IsError()) return std::nullopt;
  if (value.type == BaseType::kString && value.scalar.IsUnknown()) return std::string();
  if (value.type == BaseType::kString && value.IsScalar() && IsNumeric(type)) {
    std::string format(l.context.strings.TextOf(value.scalar));
    const bool is_whole = IsFormat(format, "di") && format.find('.') == std::string::npos;
    if ((type == BaseType::kInteger && is_whole) || IsFormat(format, "feEgG")) return format;
  }
  l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[kFormat]), "this is not a format for a {}",
          l.types().Name(type));
  return std::nullopt;
}

}  // namespace

Value ToStringCall(Lowering& l, const CallSite& call) {
  const Value x = Lower(l, call.arguments[kX]);
  if (x.IsError()) return {};
  if (!(HasValueType(x.type) || IsEnumeration(x.type)) || !x.IsScalar())
    return WrongArgument(l, call, kX, "a scalar that is not a String", x);
  const auto digits = IntegerOption(l, call, kSignificantDigits, 6);
  const auto length = IntegerOption(l, call, kMinimumLength, 0);
  const auto is_left = LeftJustified(l, call);
  const auto format = FormatOption(l, call, x.type);
  if (!digits || !length || !is_left || !format) return {};
  if (x.scalar.IsUnknown() || l.purpose.mode == Mode::kCheck)
    return ScalarValue(BaseType::kString, Scalar(), x.variability);
  ValueFormat how{ValueType::kReal, *digits, *length, *is_left, *format};
  if (HasValueType(x.type)) how.type = ToValueType(x.type);
  if (IsEnumeration(x.type))
    how.literals.assign(l.types().Literals(x.type).begin(), l.types().Literals(x.type).end());
  if (x.scalar.IsConstant()) {
    const double number = x.scalar.number;
    const std::string text =
        IsEnumeration(x.type)
            ? Padded(std::string(l.types().Literals(x.type)[static_cast<std::size_t>(number) - 1]), how)
            : FormatValue(how, number);
    return ScalarValue(BaseType::kString, l.context.strings.ConstantOf(text), x.variability);
  }
  TextTemplate text;
  text.Append(x.scalar.expr, std::move(how));
  return ScalarValue(BaseType::kString, l.context.strings.Add(std::move(text)), x.variability);
}

// The name of the simulated model, without its packages, and the path to the instance of this text. The
// specification leaves open what it is in a function, which has no instance: we return the name of the model
// (section 3.7.4.2).
Value InstanceNameCall(Lowering& l, const CallSite&) {
  std::string text = l.context.system.name.substr(l.context.system.name.rfind('.') + 1);
  const bool is_in_function = l.scope.frame != nullptr && !l.scope.frame->is_section;
  const bool has_node = l.scope.node.IsValid() && !is_in_function;
  const Node* const node = has_node ? &l.context.tree[l.scope.node] : nullptr;
  if (node != nullptr && node->path.IsValid())
    text += "." + l.context.system.names.Text({node->path, node->element});
  return ScalarValue(BaseType::kString, l.context.strings.ConstantOf(text));
}

}  // namespace daedalus::semantics
