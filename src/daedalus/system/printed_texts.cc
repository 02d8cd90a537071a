#include "daedalus/system/printed_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/text_functions.h"

namespace daedalus {
namespace {

using expr::PrintedPiece;
using expr::Sense;

const expr::Function& FunctionOf(const System& system, ExprId call) {
  return *system.graph.functions()[system.graph.function(call).index()];
}

// Enumerations are Integers in the flat text: String(way) is the element of a list of names.
PrintedPiece ElementPiece(const ValueFormat& format) {
  std::vector<std::string> literals;
  for (const std::string& literal : format.literals) literals.push_back(Escaped(Padded(literal, format)));
  return {fmt::format("({{{}}})[", fmt::join(literals, ", ")), "]"};
}

PrintedPiece ValuePiece(const ValueFormat& format) {
  if (format.texts != nullptr)
    return {.before = {}, .after = {}, .sense = Sense::kText, .is_enclosed = false};
  if (!format.literals.empty()) return ElementPiece(format);
  const ValueFormat usual;
  std::string words;
  if (format.significant_digits != usual.significant_digits)
    words += fmt::format(", significantDigits = {}", format.significant_digits);
  if (format.minimum_length != usual.minimum_length)
    words += fmt::format(", minimumLength = {}", format.minimum_length);
  if (!format.is_left_justified) words += ", leftJustified = false";
  if (!format.format.empty()) words += fmt::format(", format = {}", Escaped(format.format));
  return {"String(", words + ")", SenseOf(format.type)};
}

// Sorted by value. A literal without a value precedes the next one, or follows the last.
std::vector<PrintedPiece> PiecesOf(const TextTemplate& text) {
  std::vector<PrintedPiece> pieces;
  std::string before;
  for (const TextTemplate::Piece& piece : text.pieces) {
    const auto sign = [&] { return !before.empty() || !pieces.empty() ? " + " : ""; };
    if (!piece.text.empty()) before += sign() + Escaped(piece.text);
    if (!piece.value.IsValid()) continue;
    before += sign();
    PrintedPiece next = ValuePiece(piece.format);
    next.before.insert(0, std::exchange(before, {}));
    pieces.push_back(std::move(next));
  }
  if (!pieces.empty()) pieces.back().after += before;
  return pieces;
}

}  // namespace

std::string Escaped(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + quote;
}

Sense SenseOf(ValueType type) {
  return type == ValueType::kBoolean  ? Sense::kLogical
         : type == ValueType::kString ? Sense::kText
                                      : Sense::kNumber;
}

expr::PrintedTexts TextsOf(const System& system, std::function<bool(ExprId)> is_text) {
  expr::PrintedTexts texts;
  texts.literal = [&system](double number) {
    const auto text = system.texts != nullptr ? system.texts->TextOf(number) : std::nullopt;
    return text ? Escaped(*text) : expr::PrintNumber(number);
  };
  texts.is_text = std::move(is_text);
  texts.pieces = [&system](ExprId call) {
    const auto* const written = dynamic_cast<const WriteText*>(&FunctionOf(system, call));
    return written != nullptr ? PiecesOf(written->text()) : std::vector<PrintedPiece>();
  };
  texts.is_order = [&system](ExprId call) {
    return dynamic_cast<const CompareTexts*>(&FunctionOf(system, call)) != nullptr;
  };
  return texts;
}

std::string TemplateText(const System& system, const TextTemplate& text, const expr::PrintNames& names,
                         const expr::PrintOptions& options) {
  std::vector<ExprId> values;
  std::string literal;
  for (const TextTemplate::Piece& piece : text.pieces) {
    if (piece.value.IsValid()) values.push_back(piece.value);
    literal += piece.text;
  }
  return values.empty() ? Escaped(literal)
                        : expr::PrintPieces(system.graph, PiecesOf(text), values, names, options);
}

}  // namespace daedalus
