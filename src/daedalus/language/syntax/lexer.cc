#include "daedalus/language/syntax/lexer.h"

#include <array>
#include <cmath>

#include "daedalus/language/syntax/literals.h"
#include "daedalus/language/syntax/utf8.h"

namespace daedalus::syntax {
namespace {

// What a byte can begin, and what it can be part of.
enum Byte : std::uint8_t {
  kOther = 0,
  kLetter = 1,       // begins and continues identifiers
  kDigit = 2,        // continues identifiers, begins numbers
  kBlank = 4,        // separates tokens
  kStringStop = 8,   // ends the fast scan of a string: quote, backslash, not ASCII
  kCommentStop = 16  // ends the fast scan of a comment: star, line end, not ASCII
};

constexpr std::array<std::uint8_t, 256> MakeByteTable() {
  std::array<std::uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (letter) table[c] |= kLetter;
    if (c >= '0' && c <= '9') table[c] |= kDigit;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') table[c] |= kBlank;
    if (c == '"' || c == '\\' || c >= 0x80) table[c] |= kStringStop;
    if (c == '*' || c == '\n' || c == '\r' || c >= 0x80) table[c] |= kCommentStop;
  }
  return table;
}

constexpr std::array<std::uint8_t, 256> kBytes = MakeByteTable();

bool Is(char c, std::uint8_t classes) {
  return (kBytes[static_cast<unsigned char>(c)] & classes) != 0;
}

class Lexer {
 public:
  Lexer(std::string_view text, SourceFileId file, NameTable& names)
      : text_(text), file_(file), names_(names) {
    out_.tokens.reserve(text.size() / 6 + 16);
  }

  TokenList Run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (SkipBlanks()) LexToken();
    Add(TokenKind::kEndOfFile, at_);
    ReportBadBytes();
    return std::move(out_);
  }

 private:
  // The byte `ahead` of the current one; 0 behind the end. No token begins with or contains a zero byte.
  char Peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  bool SkipBlanks() {
    while (at_ < text_.size() && Is(text_[at_], kBlank)) ++at_;
    return at_ < text_.size();
  }

  void Add(TokenKind kind, std::size_t begin, NameId name = {}) {
    out_.tokens.push_back({{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}, name, kind});
  }

  Span SpanOf(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void Report(Diagnostic d) { out_.diagnostics.push_back(std::move(d)); }

  void LexToken() {
    const char c = text_[at_];
    if (Is(c, kLetter)) return LexName();
    if (Is(c, kDigit) || (c == '.' && Is(Peek(1), kDigit))) return LexNumber();
    if (c == '"') return LexString();
    if (c == '\'') return LexQuotedName();
    if (c == '/' && (Peek(1) == '/' || Peek(1) == '*')) return LexComment();
    LexSymbol();
  }

  void LexName() {
    const std::size_t begin = at_;
    do ++at_;
    while (at_ < text_.size() && Is(text_[at_], kLetter | kDigit));
    const NameId name = names_.Intern(text_.substr(begin, at_ - begin));
    Add(name.value < kNumKeywords ? static_cast<TokenKind>(name.value) : TokenKind::kIdentifier, begin, name);
  }

  void SkipDigits() {
    while (Is(Peek(), kDigit)) ++at_;
  }

  void LexNumber() {
    const std::size_t begin = at_;
    TokenKind kind = TokenKind::kInteger;
    SkipDigits();
    if (Peek() == '.') {
      kind = TokenKind::kReal;
      ++at_;
      SkipDigits();
    }
    bool has_exponent = false;
    if (Peek() == 'e' || Peek() == 'E') {
      kind = TokenKind::kReal;
      const std::size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      has_exponent = Is(Peek(1 + sign), kDigit);
      if (has_exponent) at_ += 1 + sign;
      SkipDigits();
    }
    if (Is(Peek(), kLetter)) return LexBadNumber(begin);
    Add(kind, begin);
    if (has_exponent || at_ - begin > 18) CheckMagnitude(begin, kind);
  }

  void LexBadNumber(std::size_t begin) {
    while (Is(Peek(), kLetter | kDigit)) ++at_;
    Report(
        Error(Code::kBadNumber, SpanOf(begin, at_), "`{}` is not a number", text_.substr(begin, at_ - begin))
            .Hint("a name does not begin with a digit, and an exponent is `e` with digits, as in `1.5e-3`"));
    Add(TokenKind::kBad, begin);
  }

  void CheckMagnitude(std::size_t begin, TokenKind kind) {
    const std::string_view number = text_.substr(begin, at_ - begin);
    if (kind == TokenKind::kInteger && !IntegerLiteralValue(number)) {
      Report(Error(Code::kBadNumber, SpanOf(begin, at_), "the integer `{}` is too large", number)
                 .Hint("an Integer has at most 64 bits; with a decimal point it is a Real"));
    } else if (std::isinf(NumberValue(number))) {
      Report(Error(Code::kBadNumber, SpanOf(begin, at_), "the number `{}` is too large for a Real", number));
    }
  }

  void LexString() {
    const std::size_t begin = at_++;
    while (true) {
      while (at_ < text_.size() && !Is(text_[at_], kStringStop)) ++at_;
      if (at_ >= text_.size()) return Unterminated(begin, 1, "string", "\"");
      if (text_[at_] == '"') break;
      StepInQuotes();
    }
    ++at_;
    Add(TokenKind::kString, begin);
  }

  // Behind an escape sequence, or one code point that is not ASCII.
  void StepInQuotes() {
    if (text_[at_] != '\\') return StepCodePoint();
    if (at_ + 1 < text_.size() && !IsEscapable(text_[at_ + 1])) {
      const std::size_t length = std::max<std::size_t>(1, CodePointLength(text_, at_ + 1));
      Report(Error(Code::kBadEscape, SpanOf(at_, at_ + 1 + length), "`{}` is not an escape sequence",
                   text_.substr(at_, 1 + length))
                 .Hint("write `\\\\` for a backslash"));
      ++at_;
      return;
    }
    at_ = std::min(at_ + 2, text_.size());
  }

  void StepCodePoint() {
    const std::size_t length = CodePointLength(text_, at_);
    if (length == 0 && num_bad_bytes_++ == 0) first_bad_byte_ = at_;
    at_ += std::max<std::size_t>(1, length);
  }

  void LexQuotedName() {
    const std::size_t begin = at_++;
    while (Peek() != '\'') {
      if (at_ >= text_.size() || Peek() == '\n' || Peek() == '\r') {
        Report(Error(Code::kUnterminated, SpanOf(begin, at_), "the quoted name does not end on its line")
                   .Hint("a quoted name ends with `'`"));
        return Add(TokenKind::kBad, begin);
      }
      StepInQuotes();
    }
    ++at_;
    Add(TokenKind::kIdentifier, begin, names_.Intern(text_.substr(begin, at_ - begin)));
  }

  void LexComment() {
    const std::size_t begin = at_;
    const bool is_block = Peek(1) == '*';
    at_ += 2;
    while (true) {
      while (at_ < text_.size() && !Is(text_[at_], kCommentStop)) ++at_;
      if (at_ >= text_.size()) {
        if (is_block) return Unterminated(begin, 2, "comment", "*/");
        break;
      }
      if (!is_block && (text_[at_] == '\n' || text_[at_] == '\r')) break;
      if (is_block && text_[at_] == '*' && Peek(1) == '/') {
        at_ += 2;
        break;
      }
      StepCodePoint();
    }
    out_.comments.push_back({{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}});
  }

  // The token that opens at `begin` swallows the rest of the file.
  void Unterminated(std::size_t begin, std::size_t opening, std::string_view what, std::string_view closing) {
    Report(Error(Code::kUnterminated, SpanOf(begin, begin + opening), "the {} that begins here does not end",
                 what)
               .Hint(fmt::format("a {} ends with `{}`", what, closing)));
    Add(TokenKind::kBad, begin);
  }

  void LexSymbol() {
    const std::size_t begin = at_;
    const auto [kind, length] = Symbol();
    if (length == 0) return LexBadCharacter();
    at_ += length;
    Add(kind, begin);
  }

  struct SymbolMatch {
    TokenKind kind = TokenKind::kBad;
    std::size_t length = 0;
  };

  SymbolMatch Symbol() const {
    const char next = Peek(1);
    switch (text_[at_]) {
      case '(':
        return {TokenKind::kLeftParen, 1};
      case ')':
        return {TokenKind::kRightParen, 1};
      case '[':
        return {TokenKind::kLeftBracket, 1};
      case ']':
        return {TokenKind::kRightBracket, 1};
      case '{':
        return {TokenKind::kLeftBrace, 1};
      case '}':
        return {TokenKind::kRightBrace, 1};
      case ',':
        return {TokenKind::kComma, 1};
      case ';':
        return {TokenKind::kSemicolon, 1};
      case '+':
        return {TokenKind::kPlus, 1};
      case '-':
        return {TokenKind::kMinus, 1};
      case '*':
        return {TokenKind::kTimes, 1};
      case '/':
        return {TokenKind::kSlash, 1};
      case '^':
        return {TokenKind::kCaret, 1};
      case ':':
        return next == '=' ? SymbolMatch{TokenKind::kAssign, 2} : SymbolMatch{TokenKind::kColon, 1};
      case '=':
        return next == '=' ? SymbolMatch{TokenKind::kEqualEqual, 2} : SymbolMatch{TokenKind::kEquals, 1};
      case '<':
        if (next == '>') return {TokenKind::kNotEqual, 2};
        return next == '=' ? SymbolMatch{TokenKind::kLessEqual, 2} : SymbolMatch{TokenKind::kLess, 1};
      case '>':
        return next == '=' ? SymbolMatch{TokenKind::kGreaterEqual, 2} : SymbolMatch{TokenKind::kGreater, 1};
      case '.':
        return DotSymbol(next);
      default:
        return {};
    }
  }

  static SymbolMatch DotSymbol(char next) {
    switch (next) {
      case '+':
        return {TokenKind::kDotPlus, 2};
      case '-':
        return {TokenKind::kDotMinus, 2};
      case '*':
        return {TokenKind::kDotTimes, 2};
      case '/':
        return {TokenKind::kDotSlash, 2};
      case '^':
        return {TokenKind::kDotCaret, 2};
      default:
        return {TokenKind::kDot, 1};
    }
  }

  // Characters that belong to no token get one message a line.
  void LexBadCharacter() {
    const std::size_t begin = at_;
    const std::size_t bad_bytes = num_bad_bytes_;
    do StepCodePoint();
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x80);
    Add(TokenKind::kBad, begin);
    if (num_bad_bytes_ > bad_bytes) return;  // reported as not UTF-8
    if (begin < quiet_until_) return;
    quiet_until_ = text_.find('\n', begin);
    const std::string_view seen = text_.substr(begin, at_ - begin);
    const bool printable = static_cast<unsigned char>(seen[0]) > ' ' && seen[0] != 0x7F;
    Diagnostic d = printable
                       ? Error(Code::kBadCharacter, SpanOf(begin, at_), "`{}` is not part of Modelica", seen)
                       : Error(Code::kBadCharacter, SpanOf(begin, at_),
                               "a control character (code {}) is not part of Modelica", int(seen[0]));
    Report(std::move(d).Hint(HintForCharacter(seen)));
  }

  static std::string HintForCharacter(std::string_view seen) {
    if (seen.starts_with("\u201C") || seen.starts_with("\u201D"))
      return "strings are written with straight quotes `\"`";
    if (seen.starts_with("\u2212") || seen.starts_with("\u2013")) return "the minus sign is the ASCII `-`";
    if (seen.starts_with("\u00D7") || seen.starts_with("\u00B7")) return "multiplication is written `*`";
    if (seen[0] == '!') return "negation is written `not`, inequality `<>`";
    if (seen[0] == '&') return "conjunction is written `and`";
    if (seen[0] == '|') return "disjunction is written `or`";
    if (static_cast<unsigned char>(seen[0]) >= 0x80)
      return "a name with such characters must be in quotes: 'name'";
    return {};
  }

  // One message a file: a text in another encoding has such bytes on every second line.
  void ReportBadBytes() {
    if (num_bad_bytes_ == 0) return;
    Diagnostic d = Error(Code::kNotUtf8, SpanOf(first_bad_byte_, first_bad_byte_ + 1),
                         "the byte 0x{:02X} is not valid UTF-8 here",
                         static_cast<unsigned>(static_cast<unsigned char>(text_[first_bad_byte_])));
    if (num_bad_bytes_ > 1) d.Note(fmt::format("{} more such bytes follow in this file", num_bad_bytes_ - 1));
    Report(std::move(d).Hint("save the file in the encoding UTF-8"));
  }

  std::string_view text_;
  SourceFileId file_;
  NameTable& names_;
  std::size_t at_ = 0;
  std::size_t num_bad_bytes_ = 0;
  std::size_t first_bad_byte_ = 0;
  std::size_t quiet_until_ = 0;  // bad characters before it are known
  TokenList out_;
};

}  // namespace

TokenList Lex(std::string_view text, SourceFileId file, NameTable& names) {
  return Lexer(text, file, names).Run();
}

}  // namespace daedalus::syntax
