// The reading position of the parser, and what happens when the text is not as expected.
//
// After an error the cursor is *failing*: it shows a token of kind kBad, on which every Take and Expect fails
// silently. So all parsing functions return. The loops over declarations, equations and statements then call
// Recover. It moves behind the next `;` (or before the next `end` or section) and shows the real token again.
#pragma once

#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/syntax/token.h"

namespace daedalus::syntax {

class TokenCursor {
 public:
  // `tokens` must end with kEndOfFile and outlive the cursor.
  TokenCursor(const std::vector<Token>& tokens, std::string_view text, SourceFileId file)
      : tokens_(tokens), text_(text), file_(file), kind_(tokens[0].kind) {}

  TokenKind kind() const { return kind_; }
  bool At(TokenKind kind) const { return kind_ == kind; }
  TokenKind Peek(std::size_t ahead) const {
    const std::size_t i = position_ + ahead;
    return i < tokens_.size() ? tokens_[i].kind : TokenKind::kEndOfFile;
  }
  const Token& current() const { return tokens_[position_]; }
  const Token& PeekToken(std::size_t ahead) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  std::size_t position() const { return position_; }

  // Where the current token begins, and where the one before it ended.
  std::uint32_t begin() const { return tokens_[position_].place.begin; }
  std::uint32_t previous_end() const { return position_ == 0 ? 0 : tokens_[position_ - 1].place.end; }
  // From `begin` to the end of the last token taken.
  Place PlaceFrom(std::uint32_t from) const { return {from, std::max(from, previous_end())}; }
  Span SpanOf(Place place) const { return {file_, place.begin, place.end}; }
  std::string_view Text(Place place) const { return text_.substr(place.begin, place.end - place.begin); }

  const Token& Take() {
    const Token& token = tokens_[position_];
    if (position_ + 1 < tokens_.size()) kind_ = tokens_[++position_].kind;
    return token;
  }
  bool TryTake(TokenKind kind) {
    if (kind_ != kind) return false;
    Take();
    return true;
  }
  bool Expect(TokenKind kind) {
    if (TryTake(kind)) return true;
    FailExpecting(Spelling(kind));
    return false;
  }
  // An identifier; without one, fails with what it would have been the name of ("the name of a component").
  Identifier ExpectIdentifier(std::string_view role);

  // ---- Errors ----

  bool failing() const { return failing_; }
  // "expected X, found Y" at the current token.
  void FailExpecting(std::string_view expected, std::string hint = {});
  // Reports, unless the place is known to be wrong already, and fails.
  void Fail(Diagnostic diagnostic);
  // Reports without failing: the parser knows how to go on. Silent while failing.
  void Report(Diagnostic diagnostic);
  // Stops reading this file.
  void Abandon(Diagnostic diagnostic);
  // The current token for a message: "`x`", "the end of the file".
  std::string Found() const;

  // ---- Recovery ----

  // Ends an item of a list that began at the token `item_begin`. If the semicolon is missing and the next
  // token is on another line, reports that behind the previous token and continues. After a failure, skips
  // the rest of the item.
  void FinishItem(std::size_t item_begin, std::string_view expected = "`;`");
  // Takes the word between the head and the body of a compound (`then`, `loop`). If it is missing or the head
  // has failed, searches it in the rest of the head; otherwise assumes it at the end of the line.
  void FinishHead(TokenKind word);
  // Shows the real token again without moving.
  void Resume();
  // Skips to a token of which `stop` holds.
  template <class Predicate>
  void SkipUntil(Predicate stop) {
    Resume();
    while (kind_ != TokenKind::kEndOfFile && !stop(*this)) Take();
  }
  bool AtLineStart() const;
  // `end` that closes a block, not the last index of an array.
  bool AtBlockEnd() const;

  std::vector<Diagnostic> TakeDiagnostics() { return std::move(diagnostics_); }

  // ---- Nesting ----

  int depth = 0;

 private:
  void SkipItem(std::size_t item_begin);
  // Something is missing behind the previous token.
  void ReportMissing(std::string_view expected);
  bool AtItemBoundary() const;

  const std::vector<Token>& tokens_;
  std::string_view text_;
  SourceFileId file_;
  TokenKind kind_;
  std::size_t position_ = 0;
  bool failing_ = false;
  bool abandoned_ = false;
  std::size_t last_error_ = SIZE_MAX;  // the token of the last report
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace daedalus::syntax
