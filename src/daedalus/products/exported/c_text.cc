#include "daedalus/products/exported/c_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

namespace daedalus::exported {
namespace {

constexpr std::array<std::string_view, 37> kWords = {
    "auto",     "break",  "case",   "char",     "const",     "continue", "default",  "do",
    "double",   "else",   "enum",   "extern",   "float",     "for",      "goto",     "if",
    "inline",   "int",    "long",   "register", "restrict",  "return",   "short",    "signed",
    "sizeof",   "static", "struct", "switch",   "typedef",   "union",    "unsigned", "void",
    "volatile", "while",  "_Bool",  "_Complex", "_Imaginary"};

}  // namespace

std::string Identifier(const std::string& name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0]))) return "Model_" + out;
  return std::ranges::find(kWords, out) == kWords.end() ? out : out + "_";
}

std::string Harmless(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  for (std::size_t at = out.find("*/"); at != std::string::npos; at = out.find("*/")) out[at] = ' ';
  return out;
}

std::string CNumber(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value > 0 ? "HUGE_VAL" : "(-HUGE_VAL)";
  std::string text = fmt::format("{:.17g}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 || std::signbit(value) ? "(" + text + ")" : text;
}

std::string IntTable(const std::string& name, const std::vector<int>& values) {
  constexpr std::size_t kInALine = 20;
  std::string out = fmt::format("static const int {}[] = {{", name);
  for (std::size_t i = 0; i < values.size(); ++i)
    out += fmt::format("{}{},", i % kInALine == 0 ? "\n  " : " ", values[i]);
  return out + (values.empty() ? "0" : "") + "};\n";
}

}  // namespace daedalus::exported
