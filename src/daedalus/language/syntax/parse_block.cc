// What equations and statements have in common: where lists and blocks end.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

bool IsBlockWord(TokenKind kind) {
  return kind == TokenKind::kIf || kind == TokenKind::kFor || kind == TokenKind::kWhen ||
         kind == TokenKind::kWhile;
}

// Whether `end next` belongs to something around the innermost block.
bool EndsSomethingAround(const ParseContext& p, const Token& next) {
  if (next.kind == TokenKind::kIdentifier) {
    for (const OpenClass& open : p.open_classes) {
      if (open.name.name == next.name) return true;
    }
    return false;
  }
  for (std::size_t i = 0; i + 1 < p.open_blocks.size(); ++i) {
    if (p.open_blocks[i] == next.kind) return true;
  }
  return false;
}

}  // namespace

bool AtListEnd(const ParseContext& p) {
  switch (p.cursor.kind()) {
    case TokenKind::kEnd:
    case TokenKind::kEquation:
    case TokenKind::kAlgorithm:
    case TokenKind::kPublic:
    case TokenKind::kProtected:
    case TokenKind::kExternal:
    case TokenKind::kAnnotation:
    case TokenKind::kEndOfFile:
      return true;
    case TokenKind::kInitial:
      return p.cursor.Peek(1) == TokenKind::kEquation || p.cursor.Peek(1) == TokenKind::kAlgorithm;
    case TokenKind::kElse:
    case TokenKind::kElseif:
    case TokenKind::kElsewhen:
      return !p.open_blocks.empty();
    default:
      return false;
  }
}

bool SkipStrayEnd(ParseContext& p) {
  const Token& next = p.cursor.PeekToken(1);
  if (!p.cursor.At(TokenKind::kEnd) || !p.open_blocks.empty() || !IsBlockWord(next.kind)) return false;
  p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf({p.cursor.begin(), next.place.end}),
                        "`end {0}` has no `{0}` before it", p.cursor.Text(next.place)));
  p.cursor.Take();
  p.cursor.Take();
  p.cursor.TryTake(TokenKind::kSemicolon);
  return true;
}

void ParseBlockEnd(ParseContext& p, TokenKind word, Place opening) {
  if (p.cursor.At(TokenKind::kEnd) && p.cursor.Peek(1) == word) {
    p.cursor.Take();
    p.cursor.Take();
    return;
  }
  if (p.cursor.failing()) return;
  const std::string_view name = p.cursor.Text(opening);
  const Token& next = p.cursor.PeekToken(1);
  const bool is_wrong_end =
      p.cursor.At(TokenKind::kEnd) && (IsBlockWord(next.kind) || next.kind == TokenKind::kIdentifier);
  const Place seen{p.cursor.begin(), is_wrong_end ? next.place.end : p.cursor.current().place.end};
  const std::string found =
      is_wrong_end ? fmt::format("`end {}`", p.cursor.Text(next.place)) : p.cursor.Found();
  Diagnostic d =
      Error(Code::kUnexpectedToken, p.cursor.SpanOf(seen), "expected `end {}`, found {}", name, found)
          .With(p.cursor.SpanOf(opening), fmt::format("this `{}` is not ended", name));
  if (!p.cursor.At(TokenKind::kEnd) || EndsSomethingAround(p, next)) return p.cursor.Report(std::move(d));
  if (!is_wrong_end) return p.cursor.Fail(std::move(d));
  p.cursor.Report(std::move(d));
  p.cursor.Take();
  p.cursor.Take();
}

std::pair<ExpressionId, ExpressionId> ParseConnectArguments(ParseContext& p) {
  const auto parse_reference = [&p] {
    const std::uint32_t begin = p.cursor.begin();
    const ReferenceId reference = ParseComponentReference(p);
    return MakeExpression(p, ExpressionKind::kReference, begin, reference.value);
  };
  p.cursor.Expect(TokenKind::kLeftParen);
  const ExpressionId from = parse_reference();
  p.cursor.Expect(TokenKind::kComma);
  const ExpressionId to = parse_reference();
  p.cursor.Expect(TokenKind::kRightParen);
  return {from, to};
}

void SkipMisplacedElement(ParseContext& p) {
  p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place),
                        "a declaration is not allowed among equations and statements")
                      .Hint("move it before the word `equation` or `algorithm`, or write `public` or "
                            "`protected` before it"));
  ParseElement(p, false);
}

}  // namespace daedalus::syntax
