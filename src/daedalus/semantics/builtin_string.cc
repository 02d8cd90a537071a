// String(x, ...): numbers, Booleans and enumerations as text (Modelica 3.6, section 3.7.1).
#include <algorithm>
#include <cctype>
#include <cstdio>

#include "daedalus/semantics/builtin_functions.h"

namespace daedalus::semantics {
namespace {

enum Position : std::size_t { kX, kSignificantDigits, kMinimumLength, kLeftJustified, kFormat };

// "[flags][width][.precision]conversion", which is what C puts behind the %.
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

std::string Formatted(const std::string& format, double number) {
  char buffer[512];  // two digits of width and precision, and the longest double has 309 digits
  const int length = std::snprintf(buffer, sizeof buffer, format.c_str(), number);
  return std::string(buffer, static_cast<std::size_t>(length));
}

std::string Padded(std::string text, std::size_t length, bool is_left) {
  if (text.size() < length) text.insert(is_left ? text.size() : 0, length - text.size(), ' ');
  return text;
}

std::optional<std::int64_t> IntegerOption(Lowering& l, const CallSite& call, Position at,
                                          std::int64_t otherwise) {
  if (call.arguments.size() <= at || !call.arguments[at].IsValid()) return otherwise;
  const auto value = LowerInteger(l, call.arguments[at], "a length");
  if (!value || (*value >= 0 && *value <= 99)) return value;
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

// The text of a format argument, with the % in front; empty without one; nothing after an error.
std::optional<std::string> FormatOption(Lowering& l, const CallSite& call, BaseType type) {
  if (call.arguments.size() <= kFormat || !call.arguments[kFormat].IsValid()) return std::string();
  const Value value = LowerStructural(l, call.arguments[kFormat], "a format");
  if (value.IsError()) return std::nullopt;
  if (value.type == BaseType::kString && value.IsScalar() && IsNumeric(type)) {
    std::string format(l.context.TextOf(value.scalar));
    // Integers are doubles here too, so `5d` is printed as `5.0f`.
    const bool is_whole = IsFormat(format, "di") && format.find('.') == std::string::npos;
    if (type == BaseType::kInteger && is_whole)
      return fmt::format("%{}.0f", format.substr(0, format.size() - 1));
    if (IsFormat(format, "feEgG")) return fmt::format("%{}", format);
  }
  l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[kFormat]), "this is no format for a {}",
          Name(type));
  return std::nullopt;
}

std::string Plain(const Value& x, std::int64_t significant_digits) {
  const double number = x.scalar.number;
  if (x.type == BaseType::kBoolean) return number != 0.0 ? "true" : "false";
  if (IsEnumeration(x.type)) return std::string(Literals(x.type)[static_cast<std::size_t>(number) - 1]);
  if (x.type == BaseType::kInteger) return fmt::format("{:.0f}", number);
  return Formatted(fmt::format("%.{}g", significant_digits), number);
}

}  // namespace

Value ToStringCall(Lowering& l, const CallSite& call) {
  const Value x = Lower(l, call.arguments[kX]);
  if (x.IsError()) return {};
  if (x.type == BaseType::kString || !x.IsScalar())
    return WrongArgument(l, call, kX, "a scalar that is no String", x);
  const auto digits = IntegerOption(l, call, kSignificantDigits, 6);
  const auto length = IntegerOption(l, call, kMinimumLength, 0);
  const auto is_left = LeftJustified(l, call);
  const auto format = FormatOption(l, call, x.type);
  if (!digits || !length || !is_left || !format) return {};
  if (!x.scalar.IsConstant()) return ScalarValue(BaseType::kString, Scalar(), x.variability);
  const std::string text = format->empty() ? Plain(x, *digits) : Formatted(*format, x.scalar.number);
  return ScalarValue(BaseType::kString,
                     l.context.StringConstant(Padded(text, static_cast<std::size_t>(*length), *is_left)),
                     x.variability);
}

}  // namespace daedalus::semantics
