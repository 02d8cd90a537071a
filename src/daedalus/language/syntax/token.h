// The tokens of Modelica (specification 3.6, section 2 and appendix A.1).
#pragma once

#include <array>
#include <string_view>

#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/node.h"

// X(enumerator, spelling in messages)
#define DAEDALUS_MODELICA_SYMBOLS(X)   \
  X(kLeftParen, "`(`")                 \
  X(kRightParen, "`)`")                \
  X(kLeftBracket, "`[`")               \
  X(kRightBracket, "`]`")              \
  X(kLeftBrace, "`{`")                 \
  X(kRightBrace, "`}`")                \
  X(kComma, "`,`")                     \
  X(kSemicolon, "`;`")                 \
  X(kColon, "`:`")                     \
  X(kAssign, "`:=`")                   \
  X(kEquals, "`=`")                    \
  X(kDot, "`.`")                       \
  X(kPlus, "`+`")                      \
  X(kMinus, "`-`")                     \
  X(kTimes, "`*`")                     \
  X(kSlash, "`/`")                     \
  X(kCaret, "`^`")                     \
  X(kDotPlus, "`.+`")                  \
  X(kDotMinus, "`.-`")                 \
  X(kDotTimes, "`.*`")                 \
  X(kDotSlash, "`./`")                 \
  X(kDotCaret, "`.^`")                 \
  X(kLess, "`<`")                      \
  X(kLessEqual, "`<=`")                \
  X(kGreater, "`>`")                   \
  X(kGreaterEqual, "`>=`")             \
  X(kEqualEqual, "`==`")               \
  X(kNotEqual, "`<>`")                 \
  X(kIdentifier, "a name")             \
  X(kInteger, "a number")              \
  X(kReal, "a number")                 \
  X(kString, "a string")               \
  X(kBad, "text that is not Modelica") \
  X(kEndOfFile, "the end of the file")

namespace daedalus::syntax {

// The keywords come first, in the order of the NameTable, so that the id of a keyword's name is its token
// kind.
enum class TokenKind : std::uint8_t {
#define DAEDALUS_X(name, spelling) name,
  DAEDALUS_MODELICA_KEYWORDS(DAEDALUS_X) DAEDALUS_MODELICA_SYMBOLS(DAEDALUS_X)
#undef DAEDALUS_X
};

inline constexpr std::array kTokenSpellings = {
#define DAEDALUS_X(name, spelling) std::string_view("`" spelling "`"),
    DAEDALUS_MODELICA_KEYWORDS(DAEDALUS_X)
#undef DAEDALUS_X
#define DAEDALUS_X(name, spelling) std::string_view(spelling),
        DAEDALUS_MODELICA_SYMBOLS(DAEDALUS_X)
#undef DAEDALUS_X
};

inline constexpr std::size_t kNumTokenKinds = kTokenSpellings.size();
inline constexpr std::uint32_t kNumKeywords = static_cast<std::uint32_t>(TokenKind::kLeftParen);

// For messages: "`;`", "`model`", "a name".
constexpr std::string_view Spelling(TokenKind kind) {
  return kTokenSpellings[static_cast<std::size_t>(kind)];
}

constexpr bool IsKeyword(TokenKind kind) {
  return static_cast<std::uint32_t>(kind) < kNumKeywords;
}

struct Token {
  Place place;
  NameId name;  // of identifiers and keywords
  TokenKind kind = TokenKind::kEndOfFile;
};

}  // namespace daedalus::syntax
