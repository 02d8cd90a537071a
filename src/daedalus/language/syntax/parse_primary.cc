// Literals, parentheses, arrays and matrices: what operators are applied to.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

ExpressionId ParseLiteral(ParseContext& p, ExpressionKind kind, std::uint8_t detail = 0) {
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  return MakeExpression(p, kind, begin, 0, 0, detail);
}

// The last index of a dimension.
ExpressionId ParseEndValue(ParseContext& p) {
  if (!p.in_subscript) {
    p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place),
                          "`end` is a value only inside a subscript"));
  }
  return ParseLiteral(p, ExpressionKind::kEnd);
}

// `der(...)`, `initial()` and `pure(...)`: keywords that are called like functions.
ExpressionId ParseKeywordCall(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  const Token& word = p.cursor.Take();
  ListBuilder<ReferencePart> parts(p.build);
  parts.Add({word.name, word.place, {}});
  const ReferenceId function = p.build.Add(Reference{word.place, false, parts.Finish()});
  return ParseCall(p, function, begin);
}

// `(a)[subscripts]`
ExpressionId ParseSubscriptsBehind(ParseContext& p, ExpressionId base, std::uint32_t begin) {
  const Range<ExpressionId> subscripts = ParseSubscripts(p);
  ListBuilder<ExpressionId> list(p.build);
  list.Add(base);
  for (const ExpressionId id : p.build.tree().List(subscripts)) list.Add(id);
  const Range<ExpressionId> range = list.Finish();
  return MakeExpression(p, ExpressionKind::kSubscripted, begin, range.first, range.count);
}

// Parentheses around one expression leave no node; other lists are tuples.
ExpressionId ParseParenthesized(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  ExpressionId id = ParseOutputList(p);
  const std::span<const ExpressionId> elements = p.build.tree().Elements(p.build[id]);
  if (elements.size() == 1 && elements[0].IsValid()) id = elements[0];
  return p.cursor.At(TokenKind::kLeftBracket) ? ParseSubscriptsBehind(p, id, begin) : id;
}

// `{a, b}` or `{a for i in range}`
ExpressionId ParseArray(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  ListBuilder<ExpressionId> elements(p.build);
  do elements.Add(ParseExpression(p));
  while (p.cursor.TryTake(TokenKind::kComma));
  const Range<ExpressionId> range = elements.Finish();
  if (range.count == 1 && p.cursor.TryTake(TokenKind::kFor)) {
    const ExpressionId body = p.build[range[0]];
    const Range<ForIndex> indices = ParseForIndices(p);
    p.cursor.Expect(TokenKind::kRightBrace);
    const Id<Comprehension> id = p.build.Add(Comprehension{{}, body, indices});
    return MakeExpression(p, ExpressionKind::kComprehension, begin, id.value);
  }
  p.cursor.Expect(TokenKind::kRightBrace);
  return MakeExpression(p, ExpressionKind::kArray, begin, range.first, range.count);
}

// `[a, b; c, d]`
ExpressionId ParseMatrix(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  ListBuilder<MatrixRow> rows(p.build);
  do {
    ListBuilder<ExpressionId> row(p.build);
    do row.Add(ParseExpression(p));
    while (p.cursor.TryTake(TokenKind::kComma));
    rows.Add({row.Finish()});
  } while (p.cursor.TryTake(TokenKind::kSemicolon));
  p.cursor.Expect(TokenKind::kRightBracket);
  const Range<MatrixRow> range = rows.Finish();
  return MakeExpression(p, ExpressionKind::kMatrix, begin, range.first, range.count);
}

}  // namespace

ExpressionId ParsePrimary(ParseContext& p) {
  switch (p.cursor.kind()) {
    case TokenKind::kInteger:
      return ParseLiteral(p, ExpressionKind::kInteger);
    case TokenKind::kReal:
      return ParseLiteral(p, ExpressionKind::kReal);
    case TokenKind::kString:
      return ParseLiteral(p, ExpressionKind::kString);
    case TokenKind::kTrue:
      return ParseLiteral(p, ExpressionKind::kBoolean, 1);
    case TokenKind::kFalse:
      return ParseLiteral(p, ExpressionKind::kBoolean, 0);
    case TokenKind::kIdentifier:
    case TokenKind::kDot:
      return ParseReferenceExpression(p);
    case TokenKind::kDer:
    case TokenKind::kInitial:
    case TokenKind::kPure:
      return ParseKeywordCall(p);
    case TokenKind::kLeftParen:
      return ParseParenthesized(p);
    case TokenKind::kLeftBrace:
      return ParseArray(p);
    case TokenKind::kLeftBracket:
      return ParseMatrix(p);
    case TokenKind::kEnd:
      if (!p.in_subscript && p.cursor.AtBlockEnd()) break;
      return ParseEndValue(p);
    default:
      break;
  }
  const bool is_if = p.cursor.At(TokenKind::kIf);
  p.cursor.FailExpecting("an expression",
                         is_if ? "put parentheses around an if-expression that is an operand" : "");
  return MakeExpression(p, ExpressionKind::kInvalid, p.cursor.begin());
}

}  // namespace daedalus::syntax
