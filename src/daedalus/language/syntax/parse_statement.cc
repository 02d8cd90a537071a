// Statements of algorithms: assignments, calls, and the compounds if, when, for and while.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

void ParseBranches(ParseContext& p, Statement& s, TokenKind word, TokenKind again) {
  OpenBlock block(p, word);
  ListBuilder<StatementBranch> branches(p.build);
  p.cursor.Take();
  do {
    const ExpressionId condition = ParseExpression(p);
    p.cursor.FinishHead(TokenKind::kThen);
    branches.Add({condition, ParseStatements(p)});
  } while (p.cursor.TryTake(again));
  if (word == TokenKind::kIf && p.cursor.TryTake(TokenKind::kElse)) branches.Add({{}, ParseStatements(p)});
  block.Close();
  s.branches = branches.Finish();
}

void ParseFor(ParseContext& p, Statement& s) {
  s.kind = StatementKind::kFor;
  OpenBlock block(p, TokenKind::kFor);
  p.cursor.Take();
  s.indices = ParseForIndices(p);
  p.cursor.FinishHead(TokenKind::kLoop);
  s.body = ParseStatements(p);
  block.Close();
}

void ParseWhile(ParseContext& p, Statement& s) {
  s.kind = StatementKind::kWhile;
  OpenBlock block(p, TokenKind::kWhile);
  p.cursor.Take();
  s.value = ParseExpression(p);
  p.cursor.FinishHead(TokenKind::kLoop);
  s.body = ParseStatements(p);
  block.Close();
}

void ExpectAssign(ParseContext& p) {
  if (p.cursor.At(TokenKind::kEquals)) {
    p.cursor.Report(
        Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place), "expected `:=`, found `=`")
            .Hint("a statement of an algorithm assigns with `:=`"));
    p.cursor.Take();
  } else {
    p.cursor.Expect(TokenKind::kAssign);
  }
}

// `(a, , b) := f(x)`
void ParseMultiple(ParseContext& p, Statement& s) {
  s.kind = StatementKind::kMultiple;
  s.target = ParseOutputList(p);
  ExpectAssign(p);
  const std::uint32_t begin = p.cursor.begin();
  const ReferenceId function = ParseComponentReference(p);
  s.value = ParseCall(p, function, begin);
}

// `a := x` or `f(x)`
void ParseAssignmentOrCall(ParseContext& p, Statement& s) {
  const std::uint32_t begin = p.cursor.begin();
  const ExpressionId first = ParseReferenceExpression(p);
  if (p.build[first].kind == ExpressionKind::kCall) {
    s.kind = StatementKind::kCall;
    s.value = first;
  } else if (p.build[first].kind == ExpressionKind::kReference) {
    s.kind = StatementKind::kAssignment;
    s.target = first;
    const bool is_declaration = p.cursor.At(TokenKind::kIdentifier);
    if (is_declaration) p.cursor.FailExpecting("`:=`", "a declaration must come before the word `algorithm`");
    ExpectAssign(p);
    s.value = ParseExpression(p);
  } else {
    p.cursor.Fail(Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.PlaceFrom(begin)),
                        "expected a statement, found an expression"));
  }
}

void ParseStatementKind(ParseContext& p, Statement& s) {
  switch (p.cursor.kind()) {
    case TokenKind::kIf:
      s.kind = StatementKind::kIf;
      return ParseBranches(p, s, TokenKind::kIf, TokenKind::kElseif);
    case TokenKind::kWhen:
      s.kind = StatementKind::kWhen;
      return ParseBranches(p, s, TokenKind::kWhen, TokenKind::kElsewhen);
    case TokenKind::kFor:
      return ParseFor(p, s);
    case TokenKind::kWhile:
      return ParseWhile(p, s);
    case TokenKind::kBreak:
      s.kind = StatementKind::kBreak;
      p.cursor.Take();
      return;
    case TokenKind::kReturn:
      s.kind = StatementKind::kReturn;
      p.cursor.Take();
      return;
    case TokenKind::kLeftParen:
      return ParseMultiple(p, s);
    case TokenKind::kIdentifier:
    case TokenKind::kDot:
      return ParseAssignmentOrCall(p, s);
    default:
      if (IsElementWord(p.cursor.kind())) return SkipMisplacedElement(p);
      return p.cursor.FailExpecting("a statement");
  }
}

Statement ParseStatement(ParseContext& p) {
  Statement s;
  const NestingGuard guard(p);
  if (guard.too_deep()) return s;
  const std::uint32_t begin = p.cursor.begin();
  ParseStatementKind(p, s);
  if (p.cursor.failing()) s.kind = StatementKind::kInvalid;
  s.place = p.cursor.PlaceFrom(begin);
  s.description = ParseDescription(p);
  return s;
}

}  // namespace

Range<Statement> ParseStatements(ParseContext& p) {
  ListBuilder<Statement> statements(p.build);
  while (SkipStrayEnd(p) || !AtListEnd(p)) {
    if (AtListEnd(p)) continue;
    const std::size_t item_begin = p.cursor.position();
    statements.Add(ParseStatement(p));
    p.cursor.FinishItem(item_begin);
    if (p.cursor.position() == item_begin) p.cursor.Take();
  }
  return statements.Finish();
}

}  // namespace daedalus::syntax
