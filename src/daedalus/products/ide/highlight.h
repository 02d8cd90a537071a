// The kind of each token of a text, for colours: words and literals by the lexer, names by what they mean.
#pragma once

#include <string_view>
#include <vector>

#include "daedalus/products/ide/meaning.h"

namespace daedalus::ide {

enum class TokenType : std::uint8_t {
  kNamespace,
  kType,
  kClass,
  kEnumMember,
  kFunction,
  kParameter,
  kVariable,
  kProperty,
  kKeyword,
  kComment,
  kString,
  kNumber,
  kOperator,
};
inline constexpr std::string_view kTokenTypes[] = {
    "namespace", "type",    "class",   "enumMember", "function", "parameter", "variable",
    "property",  "keyword", "comment", "string",     "number",   "operator"};
enum TokenModifier : std::uint8_t { kIsDeclaration = 1, kIsReadOnly = 2, kIsDefaultLibrary = 4 };
inline constexpr std::string_view kTokenModifiers[] = {"declaration", "readonly", "defaultLibrary"};

struct ColouredToken {
  syntax::Place place;
  TokenType type = TokenType::kVariable;
  std::uint8_t modifiers = 0;
};

// In the order of the text; they do not overlap.
std::vector<ColouredToken> Highlight(World& world, const TextMap& map);

}  // namespace daedalus::ide
