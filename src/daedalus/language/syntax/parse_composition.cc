// The inside of a class: its sections, the external clause, the annotation, and the end.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

// One class in the making. Element ranges of sections count from the class's first element until all are
// known.
struct Composition {
  Composition(ParseContext& p, ClassDefinition& c) : definition(c), elements(p.build), sections(p.build) {}

  ClassDefinition& definition;
  ListBuilder<Element> elements;
  ListBuilder<Section> sections;
  bool order_is_reported = false;
};

bool AtInitialSection(const TokenCursor& cursor) {
  return cursor.At(TokenKind::kInitial) &&
         (cursor.Peek(1) == TokenKind::kEquation || cursor.Peek(1) == TokenKind::kAlgorithm);
}

bool AtElementListEnd(const TokenCursor& cursor) {
  switch (cursor.kind()) {
    case TokenKind::kPublic:
    case TokenKind::kProtected:
    case TokenKind::kEquation:
    case TokenKind::kAlgorithm:
    case TokenKind::kExternal:
    case TokenKind::kAnnotation:
    case TokenKind::kEnd:
    case TokenKind::kEndOfFile:
      return true;
    default:
      return AtInitialSection(cursor);
  }
}

// Whether an equation stands where declarations are expected, because the word `equation` is missing.
bool AtMisplacedEquation(const TokenCursor& cursor) {
  switch (cursor.kind()) {
    case TokenKind::kDer:
    case TokenKind::kIf:
    case TokenKind::kFor:
    case TokenKind::kWhen:
    case TokenKind::kConnect:
      return true;
    case TokenKind::kIdentifier:
      break;
    default:
      return false;
  }
  std::size_t i = 1;
  while (cursor.Peek(i) == TokenKind::kDot && cursor.Peek(i + 1) == TokenKind::kIdentifier) i += 2;
  return cursor.Peek(i) == TokenKind::kEquals || cursor.Peek(i) == TokenKind::kLeftParen;
}

// The name of a class for a message, also if the text has none.
std::string_view TextOf(const ParseContext& p, const Identifier& name) {
  return name.name.IsValid() ? p.build.tree().Text(name.name) : "...";
}

void AddEquations(ParseContext& p, Composition& c, SectionKind kind, std::uint32_t begin) {
  const Range<Equation> equations = ParseEquations(p);
  c.sections.Add({kind, p.cursor.PlaceFrom(begin), {}, equations, {}});
}

void ParseElementSection(ParseContext& p, Composition& c, SectionKind kind, std::uint32_t begin) {
  const std::uint32_t first = static_cast<std::uint32_t>(c.elements.size());
  while (!AtElementListEnd(p.cursor) && !AtMisplacedEquation(p.cursor)) {
    const std::size_t item_begin = p.cursor.position();
    const Element element = ParseElement(p, kind == SectionKind::kProtected);
    if (IsUsable(p, element)) c.elements.Add(element);
    p.cursor.FinishItem(item_begin);
    if (p.cursor.position() == item_begin) p.cursor.Take();
  }
  const std::uint32_t count = static_cast<std::uint32_t>(c.elements.size()) - first;
  c.sections.Add({kind, p.cursor.PlaceFrom(begin), {first, count}, {}, {}});
  if (AtMisplacedEquation(p.cursor)) {
    p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place),
                          "expected a declaration, found an equation")
                        .Hint("the word `equation` opens the part of a class that has the equations"));
    AddEquations(p, c, SectionKind::kEquation, p.cursor.begin());
  }
}

void ParseBehaviourSection(ParseContext& p, Composition& c) {
  const std::uint32_t begin = p.cursor.begin();
  const bool is_initial = p.cursor.TryTake(TokenKind::kInitial);
  if (p.cursor.TryTake(TokenKind::kEquation)) {
    AddEquations(p, c, is_initial ? SectionKind::kInitialEquation : SectionKind::kEquation, begin);
  } else {
    p.cursor.Expect(TokenKind::kAlgorithm);
    const Range<Statement> statements = ParseStatements(p);
    const SectionKind kind = is_initial ? SectionKind::kInitialAlgorithm : SectionKind::kAlgorithm;
    c.sections.Add({kind, p.cursor.PlaceFrom(begin), {}, {}, statements});
  }
}

// `[output =] name(arguments)`
void ParseExternalCall(ParseContext& p, External& e) {
  const bool is_plain_call = p.cursor.Peek(1) == TokenKind::kLeftParen;
  if (!is_plain_call) {
    const std::uint32_t begin = p.cursor.begin();
    const ReferenceId output = ParseComponentReference(p);
    e.output = MakeExpression(p, ExpressionKind::kReference, begin, output.value);
    p.cursor.Expect(TokenKind::kEquals);
  }
  e.function = p.cursor.ExpectIdentifier("the name of an external function").name;
  p.cursor.Expect(TokenKind::kLeftParen);
  ListBuilder<ExpressionId> arguments(p.build);
  if (!p.cursor.At(TokenKind::kRightParen)) {
    do arguments.Add(ParseExpression(p));
    while (p.cursor.TryTake(TokenKind::kComma));
  }
  p.cursor.Expect(TokenKind::kRightParen);
  e.arguments = arguments.Finish();
}

void ParseExternal(ParseContext& p, ClassDefinition& c) {
  const std::size_t item_begin = p.cursor.position();
  const std::uint32_t begin = p.cursor.begin();
  if (c.external.IsValid()) p.cursor.FailExpecting("at most one `external` clause");
  External e;
  p.cursor.TryTake(TokenKind::kExternal);
  if (p.cursor.At(TokenKind::kString)) e.language = p.build.Add(StringLiteral{p.cursor.Take().place});
  if (p.cursor.At(TokenKind::kIdentifier) || p.cursor.At(TokenKind::kDot)) ParseExternalCall(p, e);
  e.annotation = ParseAnnotation(p);
  e.place = p.cursor.PlaceFrom(begin);
  if (!p.cursor.failing()) c.external = p.build.Add(e);
  p.cursor.FinishItem(item_begin);
  if (p.cursor.position() == item_begin) p.cursor.Take();
}

// One annotation with the parts of both.
void AppendAnnotation(ParseContext& p, ModificationId first, ModificationId second) {
  ListBuilder<Modifier> modifiers(p.build);
  for (const ModificationId id : {first, second}) {
    for (const Modifier& modifier : p.build.tree().List(p.build[id].modifiers)) modifiers.Add(modifier);
  }
  const Range<Modifier> all = modifiers.Finish();
  p.build[first].modifiers = all;
  p.build[first].place.end = p.build[second].place.end;
}

// The grammar has one annotation (Modelica 3.6, section A.2.2). Editors of other tools write a second one,
// and the established tools read it.
void ParseClassAnnotation(ParseContext& p, ClassDefinition& c) {
  const std::size_t item_begin = p.cursor.position();
  const Place word = p.cursor.current().place;
  const ModificationId id = ParseAnnotation(p);
  p.cursor.FinishItem(item_begin);
  if (!c.annotation.IsValid()) {
    c.annotation = id;
    return;
  }
  p.cursor.Report(Warning(Code::kUnexpectedToken, p.cursor.SpanOf(word), "a class has at most one annotation")
                      .With(p.cursor.SpanOf(p.build[c.annotation].place), "the first one")
                      .Hint("both are read; write one annotation with the parts of both"));
  if (id.IsValid()) AppendAnnotation(p, c.annotation, id);
}

// Only `end` may follow the annotation of the class, and only an annotation or `end` may follow `external`.
void CheckOrder(ParseContext& p, Composition& composition) {
  const ClassDefinition& c = composition.definition;
  const bool behind_annotation = c.annotation.IsValid() && !p.cursor.At(TokenKind::kAnnotation);
  const bool behind_external = c.external.IsValid() && !p.cursor.At(TokenKind::kAnnotation);
  if ((!behind_annotation && !behind_external) || std::exchange(composition.order_is_reported, true)) return;
  const Span first =
      p.cursor.SpanOf(behind_annotation ? p.build[c.annotation].place : p.build[c.external].place);
  p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.current().place),
                        "expected `end {}`, found {}", TextOf(p, c.name), p.cursor.Found())
                      .With(first, behind_annotation ? "the annotation is the last part of a class"
                                                     : "only the annotation follows the `external` clause"));
}

bool IsOpenAround(const ParseContext& p, NameId name) {
  for (std::size_t i = 0; i + 1 < p.open_classes.size(); ++i) {
    if (p.open_classes[i].name.name == name) return true;
  }
  return false;
}

void ReportWrongEnd(ParseContext& p, const Token& found, const Identifier& expected) {
  const std::string_view name = TextOf(p, expected);
  p.cursor.Report(Error(Code::kMismatchedEnd, p.cursor.SpanOf(found.place),
                        "expected `end {}`, found `end {}`", name, p.cursor.Text(found.place))
                      .With(p.cursor.SpanOf(expected.place), fmt::format("`{}` begins here", name)));
}

// At `end`.
void ParseClassEnd(ParseContext& p, const Identifier& name) {
  const Token& next = p.cursor.PeekToken(1);
  if (next.kind != TokenKind::kIdentifier) {
    p.cursor.Take();
    p.cursor.ExpectIdentifier("the name of the class after `end`");
    return p.cursor.Resume();
  }
  if (name.name.IsValid() && next.name != name.name) {
    ReportWrongEnd(p, next, name);
    if (IsOpenAround(p, next.name)) return;  // this class lacks its end; the text ends one around it
  }
  p.cursor.Take();
  p.cursor.Take();
}

void ReportNotEnded(ParseContext& p, const Identifier& name) {
  p.cursor.Report(Error(Code::kUnexpectedToken,
                        p.cursor.SpanOf({p.cursor.previous_end(), p.cursor.previous_end()}),
                        "expected `end {}`, found the end of the file", TextOf(p, name))
                      .With(p.cursor.SpanOf(name.place), "begins here"));
}

void ParseSections(ParseContext& p, Composition& c) {
  while (true) {
    p.cursor.Resume();
    const std::uint32_t begin = p.cursor.begin();
    switch (p.cursor.kind()) {
      case TokenKind::kEnd:
        if (SkipStrayEnd(p)) continue;
        return ParseClassEnd(p, c.definition.name);
      case TokenKind::kEndOfFile:
        return ReportNotEnded(p, c.definition.name);
      default:
        CheckOrder(p, c);
    }
    switch (p.cursor.kind()) {
      case TokenKind::kPublic:
        p.cursor.Take();
        ParseElementSection(p, c, SectionKind::kPublic, begin);
        break;
      case TokenKind::kProtected:
        p.cursor.Take();
        ParseElementSection(p, c, SectionKind::kProtected, begin);
        break;
      case TokenKind::kExternal:
        ParseExternal(p, c.definition);
        break;
      case TokenKind::kAnnotation:
        ParseClassAnnotation(p, c.definition);
        break;
      case TokenKind::kEquation:
      case TokenKind::kAlgorithm:
        ParseBehaviourSection(p, c);
        break;
      default:
        if (AtInitialSection(p.cursor)) {
          ParseBehaviourSection(p, c);
        } else {
          ParseElementSection(p, c, SectionKind::kDefault, begin);
        }
    }
  }
}

}  // namespace

void ParseComposition(ParseContext& p, ClassDefinition& c) {
  Composition composition(p, c);
  ParseSections(p, composition);
  c.elements = composition.elements.Finish();
  for (Section& section : composition.sections.items()) section.elements.first += c.elements.first;
  c.sections = composition.sections.Finish();
}

}  // namespace daedalus::syntax
