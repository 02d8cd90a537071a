// A text with values that are known only during the run: assert(x > 1, "too small: " + String(x)).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/text_table.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus {

// A String is declared as the Integer that its text has in a table (Declaration::enumeration). kString is
// used only where flat text is written.
enum class ValueType : std::uint8_t { kReal, kInteger, kBoolean, kString };

// How String(...) writes a number or Boolean (Modelica 3.6, section 3.7.1): by `format`, which has the form
// of C's format after the %, or by the other three.
struct ValueFormat {
  ValueType type = ValueType::kReal;
  std::int64_t significant_digits = 6;
  std::int64_t minimum_length = 0;
  bool is_left_justified = true;
  std::string format = {};
  std::vector<std::string> literals = {};            // of an enumeration: the text of 1, 2, ...
  std::shared_ptr<const TextTable> texts = nullptr;  // of a String
};
std::string FormatValue(const ValueFormat& format, double value);
// The text, filled with blanks up to the minimum length.
std::string Padded(std::string text, const ValueFormat& format);

// Texts and values alternate: text 0, value 0, text 1, ..., and at the end a text without a value.
struct TextTemplate {
  struct Piece {
    std::string text;    // before the value
    expr::ExprId value;  // invalid if none
    ValueFormat format = {};
  };
  std::vector<Piece> pieces;

  TextTemplate() = default;
  explicit TextTemplate(std::string text) { Append(std::move(text)); }
  void Append(std::string text);
  void Append(expr::ExprId value, ValueFormat format);
  void Append(const TextTemplate& more);

  // The text with the values that `value_of` gives.
  std::string Fill(const std::function<double(expr::ExprId)>& value_of) const;
};

}  // namespace daedalus
