// Class definitions: prefixes, and the five forms of what follows.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

enum class Forms { kAll, kShortOnly };

ClassKind ParseOperatorKind(ParseContext& p) {
  if (p.cursor.TryTake(TokenKind::kRecord)) return ClassKind::kOperatorRecord;
  if (p.cursor.TryTake(TokenKind::kFunction)) return ClassKind::kOperatorFunction;
  return ClassKind::kOperator;
}

ClassKind ParseFunctionKind(ParseContext& p) {
  const bool is_operator = p.cursor.TryTake(TokenKind::kOperator);
  p.cursor.Expect(TokenKind::kFunction);
  return is_operator ? ClassKind::kOperatorFunction : ClassKind::kFunction;
}

ClassKind ParseClassKind(ParseContext& p, Purity& purity) {
  switch (p.cursor.kind()) {
    case TokenKind::kClass:
      return p.cursor.Take(), ClassKind::kClass;
    case TokenKind::kModel:
      return p.cursor.Take(), ClassKind::kModel;
    case TokenKind::kBlock:
      return p.cursor.Take(), ClassKind::kBlock;
    case TokenKind::kRecord:
      return p.cursor.Take(), ClassKind::kRecord;
    case TokenKind::kConnector:
      return p.cursor.Take(), ClassKind::kConnector;
    case TokenKind::kType:
      return p.cursor.Take(), ClassKind::kType;
    case TokenKind::kPackage:
      return p.cursor.Take(), ClassKind::kPackage;
    case TokenKind::kFunction:
      return p.cursor.Take(), ClassKind::kFunction;
    case TokenKind::kOperator:
      p.cursor.Take();
      return ParseOperatorKind(p);
    case TokenKind::kExpandable:
      p.cursor.Take();
      p.cursor.Expect(TokenKind::kConnector);
      return ClassKind::kExpandableConnector;
    case TokenKind::kPure:
    case TokenKind::kImpure:
      purity = p.cursor.At(TokenKind::kPure) ? Purity::kPure : Purity::kImpure;
      p.cursor.Take();
      return ParseFunctionKind(p);
    default:
      p.cursor.FailExpecting("the kind of a class (`model`, `function`, ...)");
      return ClassKind::kClass;
  }
}

void ParseEnumeration(ParseContext& p, ClassDefinition& c) {
  c.form = ClassForm::kEnumeration;
  p.cursor.Take();
  p.cursor.Expect(TokenKind::kLeftParen);
  ListBuilder<EnumerationLiteral> literals(p.build);
  if (p.cursor.TryTake(TokenKind::kColon)) {
    c.has_open_enumeration = true;
  } else if (!p.cursor.At(TokenKind::kRightParen)) {
    do {
      const Identifier name = p.cursor.ExpectIdentifier("the name of an enumeration literal");
      literals.Add({name, ParseDescription(p)});
    } while (p.cursor.TryTake(TokenKind::kComma));
  }
  p.cursor.Expect(TokenKind::kRightParen);
  c.literals = literals.Finish();
}

// `der(f, x, y)`
void ParseDerivativeClass(ParseContext& p, ClassDefinition& c) {
  c.form = ClassForm::kDerivative;
  p.cursor.Take();
  p.cursor.Expect(TokenKind::kLeftParen);
  c.base = ParseName(p, "the name of a function");
  p.cursor.Expect(TokenKind::kComma);
  ListBuilder<Identifier> inputs(p.build);
  do inputs.Add(p.cursor.ExpectIdentifier("the name of an input"));
  while (p.cursor.TryTake(TokenKind::kComma));
  p.cursor.Expect(TokenKind::kRightParen);
  c.derivative_of = inputs.Finish();
}

void ParseBase(ParseContext& p, ClassDefinition& c) {
  c.form = ClassForm::kShort;
  if (p.cursor.TryTake(TokenKind::kInput)) {
    c.base_causality = Causality::kInput;
  } else if (p.cursor.TryTake(TokenKind::kOutput)) {
    c.base_causality = Causality::kOutput;
  }
  c.base = ParseName(p, "the name of a class");
  c.base_subscripts = ParseSubscripts(p);
  c.modification = ParseClassModification(p);
}

// What follows `Name =`.
void ParseShortSpecifier(ParseContext& p, ClassDefinition& c) {
  p.cursor.Take();
  if (p.cursor.At(TokenKind::kEnumeration)) {
    ParseEnumeration(p, c);
  } else if (p.cursor.At(TokenKind::kDer)) {
    ParseDerivativeClass(p, c);
  } else {
    ParseBase(p, c);
  }
  c.description = ParseDescription(p);
}

// Whether the name of the class is left out, and the next line has its first declaration.
bool AtDeclarationInsteadOfName(const TokenCursor& cursor) {
  return cursor.AtLineStart() && cursor.At(TokenKind::kIdentifier) &&
         cursor.Peek(1) == TokenKind::kIdentifier && cursor.Peek(2) != TokenKind::kIdentifier &&
         cursor.Peek(2) != TokenKind::kDot;
}

// Parses the body even if the name is missing or is a keyword.
Identifier ParseClassName(ParseContext& p) {
  if (AtDeclarationInsteadOfName(p.cursor)) {
    const Place behind{p.cursor.previous_end(), p.cursor.previous_end()};
    p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf(behind), "expected the name of the class"));
    return {{}, behind};
  }
  const Identifier name = p.cursor.ExpectIdentifier("the name of the class");
  if (!p.cursor.failing()) return name;
  p.cursor.Resume();
  const bool looks_like_a_name = p.cursor.At(TokenKind::kBad) || p.cursor.At(TokenKind::kInteger) ||
                                 (IsKeyword(p.cursor.kind()) && !IsElementWord(p.cursor.kind()));
  if (looks_like_a_name && !p.cursor.AtLineStart()) p.cursor.Take();
  return name;
}

void ParseLongSpecifier(ParseContext& p, ClassId id, ClassDefinition& c) {
  if (c.form == ClassForm::kExtends) c.modification = ParseClassModification(p);
  c.description = ParseDescriptionString(p);
  p.open_classes.push_back({id, c.name});
  const std::vector<TokenKind> blocks = std::exchange(p.open_blocks, {});
  ParseComposition(p, c);
  p.open_blocks = blocks;
  p.open_classes.pop_back();
}

void ParseSpecifier(ParseContext& p, ClassId id, ClassDefinition& c, Forms forms) {
  if (p.cursor.failing()) return;
  if (forms == Forms::kShortOnly) {
    c.name = p.cursor.ExpectIdentifier("the name of a class");
    if (p.cursor.At(TokenKind::kEquals)) return ParseShortSpecifier(p, c);
    return p.cursor.FailExpecting("`=`", "a class in a modifier has no body");
  }
  if (p.cursor.TryTake(TokenKind::kExtends)) c.form = ClassForm::kExtends;
  c.name = ParseClassName(p);
  if (c.form == ClassForm::kLong && p.cursor.At(TokenKind::kEquals)) return ParseShortSpecifier(p, c);
  ParseLongSpecifier(p, id, c);
}

ClassId ParseClass(ParseContext& p, Forms forms) {
  const NestingGuard guard(p);
  const ClassId id = p.build.Add(ClassDefinition{});  // its place in the order of the text
  if (guard.too_deep()) return id;
  ClassDefinition c;
  const std::uint32_t begin = p.cursor.begin();
  if (!p.open_classes.empty()) c.enclosing = p.open_classes.back().id;
  c.is_encapsulated = p.cursor.TryTake(TokenKind::kEncapsulated);
  c.is_partial = p.cursor.TryTake(TokenKind::kPartial);
  c.kind = ParseClassKind(p, c.purity);
  ParseSpecifier(p, id, c, forms);
  c.place = p.cursor.PlaceFrom(begin);
  p.build[id] = c;
  return id;
}

}  // namespace

bool IsClassPrefix(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEncapsulated:
    case TokenKind::kPartial:
    case TokenKind::kClass:
    case TokenKind::kModel:
    case TokenKind::kBlock:
    case TokenKind::kRecord:
    case TokenKind::kConnector:
    case TokenKind::kExpandable:
    case TokenKind::kType:
    case TokenKind::kPackage:
    case TokenKind::kFunction:
    case TokenKind::kOperator:
    case TokenKind::kPure:
    case TokenKind::kImpure:
      return true;
    default:
      return false;
  }
}

ClassId ParseClassDefinition(ParseContext& p) {
  return ParseClass(p, Forms::kAll);
}

ClassId ParseShortClassDefinition(ParseContext& p) {
  return ParseClass(p, Forms::kShortOnly);
}

}  // namespace daedalus::syntax
