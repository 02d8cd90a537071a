#include "daedalus/language/syntax/token_cursor.h"

#include "daedalus/language/syntax/token_sets.h"

namespace daedalus::syntax {
namespace {

// Words that begin a declaration, equation or statement and never continue one; at the start of a line they
// show that the line before has ended.
bool BeginsItem(TokenKind kind) {
  switch (kind) {
    case TokenKind::kBlock:
    case TokenKind::kClass:
    case TokenKind::kConnect:
    case TokenKind::kConnector:
    case TokenKind::kConstant:
    case TokenKind::kDiscrete:
    case TokenKind::kEncapsulated:
    case TokenKind::kExtends:
    case TokenKind::kFlow:
    case TokenKind::kImport:
    case TokenKind::kInput:
    case TokenKind::kModel:
    case TokenKind::kOutput:
    case TokenKind::kPackage:
    case TokenKind::kParameter:
    case TokenKind::kPartial:
    case TokenKind::kRecord:
    case TokenKind::kType:
    case TokenKind::kWhen:
    case TokenKind::kWhile:
      return true;
    default:
      return false;
  }
}

bool Opens(TokenKind kind) {
  return kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBracket || kind == TokenKind::kLeftBrace;
}

bool Closes(TokenKind kind) {
  return kind == TokenKind::kRightParen || kind == TokenKind::kRightBracket || kind == TokenKind::kRightBrace;
}

// `[` begins a matrix, in which semicolons separate rows, unless it follows something that can be
// subscripted.
bool OpensMatrix(const std::vector<Token>& tokens, std::size_t i) {
  if (tokens[i].kind != TokenKind::kLeftBracket) return false;
  if (i == 0) return true;
  const TokenKind before = tokens[i - 1].kind;
  return before != TokenKind::kIdentifier && before != TokenKind::kRightParen &&
         before != TokenKind::kRightBracket;
}

// The open brackets, as far as they matter for finding the end of an item: whether each is a matrix.
class BracketStack {
 public:
  void Step(const std::vector<Token>& tokens, std::size_t i) {
    if (Opens(tokens[i].kind)) open_.push_back(OpensMatrix(tokens, i));
    if (Closes(tokens[i].kind) && !open_.empty()) open_.pop_back();
  }
  bool InMatrix() const { return !open_.empty() && open_.back(); }
  bool empty() const { return open_.empty(); }

 private:
  std::vector<bool> open_;
};

}  // namespace

Identifier TokenCursor::ExpectIdentifier(std::string_view role) {
  if (At(TokenKind::kIdentifier)) {
    const Token& token = Take();
    return {token.name, token.place};
  }
  std::string hint;
  if (!failing_ && IsKeyword(kind_) && !AtBlockEnd()) {
    hint = fmt::format("{} is a keyword; as a name it must be quoted: '{}'", Spelling(kind_),
                       Text(current().place));
  }
  FailExpecting(role, std::move(hint));
  return {{}, {begin(), begin()}};
}

std::string TokenCursor::Found() const {
  const Token& token = current();
  if (token.kind == TokenKind::kString) return "a string";
  if (token.kind == TokenKind::kEndOfFile) return std::string(Spelling(token.kind));
  if (IsKeyword(token.kind)) return fmt::format("the keyword `{}`", Text(token.place));
  return fmt::format("`{}`", Text(token.place));
}

void TokenCursor::FailExpecting(std::string_view expected, std::string hint) {
  if (failing_) return;
  Fail(Error(Code::kUnexpectedToken, SpanOf(current().place), "expected {}, found {}", expected, Found())
           .Hint(std::move(hint)));
}

void TokenCursor::Fail(Diagnostic diagnostic) {
  if (failing_) return;
  Report(std::move(diagnostic));
  failing_ = true;
  kind_ = TokenKind::kBad;
}

void TokenCursor::Report(Diagnostic diagnostic) {
  // The lexer has already reported bad tokens, and a token that swallowed the rest of the file.
  const TokenKind seen = tokens_[position_].kind;
  const bool is_known = seen == TokenKind::kBad || (seen == TokenKind::kEndOfFile && position_ > 0 &&
                                                    tokens_[position_ - 1].kind == TokenKind::kBad);
  if (failing_) return;
  if (!is_known && !abandoned_ && last_error_ != position_) diagnostics_.push_back(std::move(diagnostic));
  last_error_ = position_;
}

void TokenCursor::Abandon(Diagnostic diagnostic) {
  Fail(std::move(diagnostic));
  abandoned_ = true;
  position_ = tokens_.size() - 1;
}

void TokenCursor::Resume() {
  failing_ = false;
  kind_ = tokens_[position_].kind;
}

bool TokenCursor::AtLineStart() const {
  if (position_ == 0) return true;
  const std::uint32_t from = previous_end();
  return text_.substr(from, begin() - from).find('\n') != std::string_view::npos;
}

bool TokenCursor::AtBlockEnd() const {
  if (tokens_[position_].kind != TokenKind::kEnd) return false;
  switch (Peek(1)) {
    case TokenKind::kIdentifier:
    case TokenKind::kIf:
    case TokenKind::kFor:
    case TokenKind::kWhen:
    case TokenKind::kWhile:
      return true;
    case TokenKind::kSemicolon:
    case TokenKind::kEndOfFile:
      return AtLineStart();  // a name is missing
    default:
      return false;
  }
}

bool TokenCursor::AtItemBoundary() const {
  return AtBlockEnd() || BeginsSection(tokens_[position_].kind, Peek(1));
}

void TokenCursor::ReportMissing(std::string_view expected) {
  const std::size_t known = last_error_;
  const Span behind = SpanOf({previous_end(), previous_end()});
  Report(Error(Code::kUnexpectedToken, behind, "expected {}, found {}", expected, Found()));
  last_error_ = known;  // the token itself may be wrong for another reason
}

void TokenCursor::FinishItem(std::size_t item_begin, std::string_view expected) {
  if (TryTake(TokenKind::kSemicolon)) return;
  if (!failing_) {
    const bool is_missing = AtLineStart() || AtItemBoundary() || kind_ == TokenKind::kEndOfFile;
    if (is_missing && item_begin != position_) return ReportMissing(expected);
    FailExpecting(expected);
  }
  SkipItem(item_begin);
}

void TokenCursor::SkipItem(std::size_t item_begin) {
  BracketStack brackets;
  for (std::size_t i = item_begin; i < position_; ++i) brackets.Step(tokens_, i);
  Resume();
  while (kind_ != TokenKind::kEndOfFile && !AtItemBoundary()) {
    if (kind_ == TokenKind::kSemicolon && !brackets.InMatrix()) {
      Take();
      return;
    }
    if (position_ != item_begin && BeginsItem(kind_) && AtLineStart()) return;
    brackets.Step(tokens_, position_);
    Take();
  }
}

void TokenCursor::FinishHead(TokenKind word) {
  if (TryTake(word)) return;
  if (!failing_ && AtLineStart()) return ReportMissing(Spelling(word));
  FailExpecting(Spelling(word));
  Resume();
  for (std::size_t i = position_; i < tokens_.size(); ++i) {
    const TokenKind kind = tokens_[i].kind;
    if (kind == word) {
      position_ = i;
      Resume();
      Take();
      return;
    }
    if (kind == TokenKind::kSemicolon || kind == TokenKind::kEnd || BeginsSection(kind, TokenKind::kBad))
      break;
  }
  while (kind_ != TokenKind::kEndOfFile && kind_ != TokenKind::kSemicolon && !AtItemBoundary() &&
         !AtLineStart())
    Take();
}

}  // namespace daedalus::syntax
