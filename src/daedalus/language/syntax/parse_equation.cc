// Equations: equalities, calls, connections, and the compounds if, when and for.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

// `connect(a, b)`
void ParseConnect(ParseContext& p, Equation& e) {
  e.kind = EquationKind::kConnect;
  p.cursor.Take();
  std::tie(e.left, e.right) = ParseConnectArguments(p);
}

// The branches of `if` (with `elseif`, `else`) or `when` (with `elsewhen`).
void ParseBranches(ParseContext& p, Equation& e, TokenKind word, TokenKind again) {
  OpenBlock block(p, word);
  ListBuilder<EquationBranch> branches(p.build);
  p.cursor.Take();
  do {
    const ExpressionId condition = ParseExpression(p);
    p.cursor.FinishHead(TokenKind::kThen);
    branches.Add({condition, ParseEquations(p)});
  } while (p.cursor.TryTake(again));
  if (word == TokenKind::kIf && p.cursor.TryTake(TokenKind::kElse)) branches.Add({{}, ParseEquations(p)});
  block.Close();
  e.branches = branches.Finish();
}

void ParseFor(ParseContext& p, Equation& e) {
  e.kind = EquationKind::kFor;
  OpenBlock block(p, TokenKind::kFor);
  p.cursor.Take();
  e.indices = ParseForIndices(p);
  p.cursor.FinishHead(TokenKind::kLoop);
  e.body = ParseEquations(p);
  block.Close();
}

void FailWithoutEquals(ParseContext& p, ExpressionId left) {
  if (p.cursor.failing()) return;
  const bool is_declaration =
      p.build[left].kind == ExpressionKind::kReference && p.cursor.At(TokenKind::kIdentifier);
  p.cursor.FailExpecting("`=`", is_declaration ? "a declaration must come before the word `equation`" : "");
}

// `left = right`, or a call on its own.
void ParseEquality(ParseContext& p, Equation& e) {
  e.left = ParseSimpleExpression(p);
  if (p.cursor.At(TokenKind::kAssign)) {
    p.cursor.Report(
        Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place), "expected `=`, found `:=`")
            .Hint("`:=` assigns in an algorithm; an equation is written with `=`"));
  }
  if (p.cursor.TryTake(TokenKind::kEquals) || p.cursor.TryTake(TokenKind::kAssign)) {
    e.kind = EquationKind::kEquality;
    e.right = ParseExpression(p);
  } else if (p.build[e.left].kind == ExpressionKind::kCall) {
    e.kind = EquationKind::kCall;
  } else {
    FailWithoutEquals(p, e.left);
  }
}

void ParseEquationKind(ParseContext& p, Equation& e) {
  switch (p.cursor.kind()) {
    case TokenKind::kIf:
      e.kind = EquationKind::kIf;
      return ParseBranches(p, e, TokenKind::kIf, TokenKind::kElseif);
    case TokenKind::kWhen:
      e.kind = EquationKind::kWhen;
      return ParseBranches(p, e, TokenKind::kWhen, TokenKind::kElsewhen);
    case TokenKind::kFor:
      return ParseFor(p, e);
    case TokenKind::kConnect:
      return ParseConnect(p, e);
    case TokenKind::kElse:
    case TokenKind::kElseif:
    case TokenKind::kElsewhen:
    case TokenKind::kWhile:
    case TokenKind::kSemicolon:
      return p.cursor.FailExpecting("an equation");
    default:
      // `pure(` and `initial(` begin calls as well as classes and sections.
      if (IsElementWord(p.cursor.kind()) && p.cursor.Peek(1) != TokenKind::kLeftParen)
        return SkipMisplacedElement(p);
      return ParseEquality(p, e);
  }
}

Equation ParseEquation(ParseContext& p) {
  Equation e;
  const NestingGuard guard(p);
  if (guard.too_deep()) return e;
  const std::uint32_t begin = p.cursor.begin();
  ParseEquationKind(p, e);
  if (p.cursor.failing()) e.kind = EquationKind::kInvalid;
  e.place = p.cursor.PlaceFrom(begin);
  e.description = ParseDescription(p);
  return e;
}

}  // namespace

Range<Equation> ParseEquations(ParseContext& p) {
  ListBuilder<Equation> equations(p.build);
  while (SkipStrayEnd(p) || !AtListEnd(p)) {
    if (AtListEnd(p)) continue;
    const std::size_t item_begin = p.cursor.position();
    equations.Add(ParseEquation(p));
    p.cursor.FinishItem(item_begin);
    if (p.cursor.position() == item_begin) p.cursor.Take();
  }
  return equations.Finish();
}

}  // namespace daedalus::syntax
