#include "daedalus/system/text_template.h"

#include <fmt/format.h>

#include <cstdio>

namespace daedalus {
namespace {

std::string Printed(const std::string& format, double number) {
  char buffer[512];  // two digits of width and precision, and the longest double has 309 digits
  const int length = std::snprintf(buffer, sizeof buffer, format.c_str(), number);
  return std::string(buffer, static_cast<std::size_t>(length));
}

std::string Unpadded(const ValueFormat& format, double value) {
  // A function failed to give a value: an empty text would hide that.
  if (format.texts != nullptr) return std::string(format.texts->TextOf(value).value_or("(no value)"));
  if (value >= 1 && value <= static_cast<double>(format.literals.size()))
    return format.literals[static_cast<std::size_t>(value) - 1];
  switch (format.type) {
    case ValueType::kBoolean:
      return value != 0.0 ? "true" : "false";
    case ValueType::kInteger:
      return fmt::format("{:.0f}", value);
    case ValueType::kReal:
    case ValueType::kString:
      break;
  }
  return Printed(fmt::format("%.{}g", format.significant_digits), value);
}

}  // namespace

std::string Padded(std::string text, const ValueFormat& format) {
  const auto length = static_cast<std::size_t>(format.minimum_length);
  if (text.size() < length)
    text.insert(format.is_left_justified ? text.size() : 0, length - text.size(), ' ');
  return text;
}

std::string FormatValue(const ValueFormat& format, double value) {
  if (format.format.empty()) return Padded(Unpadded(format, value), format);
  // Integers are doubles here too, so `5d` is printed as `5.0f`.
  const bool is_whole = format.format.back() == 'd' || format.format.back() == 'i';
  const std::string flags = format.format.substr(0, format.format.size() - 1);
  return Padded(Printed(is_whole ? fmt::format("%{}.0f", flags) : "%" + format.format, value), format);
}

void TextTemplate::Append(std::string text) {
  if (pieces.empty() || pieces.back().value.IsValid()) {
    pieces.push_back({std::move(text), {}});
  } else {
    pieces.back().text += text;
  }
}

void TextTemplate::Append(expr::ExprId value, ValueFormat format) {
  if (pieces.empty() || pieces.back().value.IsValid()) pieces.push_back({});
  pieces.back().value = value;
  pieces.back().format = std::move(format);
}

void TextTemplate::Append(const TextTemplate& more) {
  for (const Piece& piece : more.pieces) {
    Append(piece.text);
    if (piece.value.IsValid()) Append(piece.value, piece.format);
  }
}

std::string TextTemplate::Fill(const std::function<double(expr::ExprId)>& value_of) const {
  std::string text;
  for (const Piece& piece : pieces) {
    text += piece.text;
    if (piece.value.IsValid()) text += FormatValue(piece.format, value_of(piece.value));
  }
  return text;
}

}  // namespace daedalus
