#include "daedalus/products/imported/modelica_words.h"

#include <algorithm>
#include <array>

#include "daedalus/system/print_system.h"
#include "daedalus/system/printed_texts.h"

namespace daedalus::imported {
namespace {

// Names of types, and the names inside the wrapper class. All its other names begin with an underscore.
constexpr std::array<std::string_view, 6> kTaken = {"Real",   "Integer",           "Boolean",
                                                    "String", "communicationStep", "firstPoint"};

}  // namespace

std::string ModelicaName(std::string_view name) {
  const bool is_taken = name.starts_with('_') || std::ranges::find(kTaken, name) != kTaken.end();
  return is_taken ? Escaped(name, '\'') : QuotedName(name);
}

std::string LiteralOf(std::string_view type, const std::string& text) {
  if (type == "String") return QuotedText(text);
  if (type == "Boolean") return text == "true" || text == "1" ? "true" : "false";
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  if (is_number) return text.starts_with('+') ? text.substr(1) : text;
  // Modelica has no literals for infinity and NaN.
  return text.starts_with('-') ? "-1e300" : text == "NaN" ? "0" : "1e300";
}

}  // namespace daedalus::imported
