// Elements of a class: imports, base classes, local classes, components.
#include "daedalus/language/syntax/parse_context.h"
#include "daedalus/language/syntax/token_sets.h"

namespace daedalus::syntax {
namespace {

// `{A, B}` behind the dot of an import.
Range<Identifier> ParseImportList(ParseContext& p) {
  ListBuilder<Identifier> names(p.build);
  p.cursor.Take();
  do names.Add(p.cursor.ExpectIdentifier("a name to import"));
  while (p.cursor.TryTake(TokenKind::kComma));
  p.cursor.Expect(TokenKind::kRightBrace);
  return names.Finish();
}

ImportId ParseImport(ParseContext& p) {
  Import import;
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  if (p.cursor.At(TokenKind::kIdentifier) && p.cursor.Peek(1) == TokenKind::kEquals) {
    import.kind = ImportKind::kRenamed;
    import.alias = p.cursor.Take().name;
    p.cursor.Take();
  }
  import.name = ParseName(p, "the name of a class to import");
  if (import.kind != ImportKind::kRenamed) {
    if (p.cursor.TryTake(TokenKind::kDotTimes)) {
      import.kind = ImportKind::kAll;
    } else if (p.cursor.TryTake(TokenKind::kDot)) {  // the name stops only before `.*` and `.{`
      import.kind = p.cursor.At(TokenKind::kTimes) ? ImportKind::kAll : ImportKind::kSome;
      if (!p.cursor.TryTake(TokenKind::kTimes)) import.names = ParseImportList(p);
    }
  }
  import.description = ParseDescription(p);
  import.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(import);
}

ExtendsId ParseExtends(ParseContext& p) {
  Extends extends;
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  extends.type = ParseName(p, "the name of a base class");
  extends.modification = ParseClassModification(p);
  extends.annotation = ParseAnnotation(p);
  extends.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(extends);
}

void ParsePrefixedElement(ParseContext& p, Element& e) {
  e.is_redeclare = p.cursor.TryTake(TokenKind::kRedeclare);
  e.is_final = p.cursor.TryTake(TokenKind::kFinal);
  e.is_inner = p.cursor.TryTake(TokenKind::kInner);
  e.is_outer = p.cursor.TryTake(TokenKind::kOuter);
  e.is_replaceable = p.cursor.TryTake(TokenKind::kReplaceable);
  if (IsClassPrefix(p.cursor.kind())) {
    e.kind = ElementKind::kClass;
    e.class_definition = ParseClassDefinition(p);
  } else {
    e.kind = ElementKind::kComponents;
    e.components = ParseComponentClause(p);
  }
  if (e.is_replaceable) e.constraint = ParseConstraint(p);
}

}  // namespace

bool IsElementWord(TokenKind kind) {
  switch (kind) {
    case TokenKind::kImport:
    case TokenKind::kExtends:
    case TokenKind::kRedeclare:
    case TokenKind::kFinal:
    case TokenKind::kInner:
    case TokenKind::kOuter:
    case TokenKind::kReplaceable:
      return true;
    default:
      return IsTypePrefix(kind) || IsClassPrefix(kind);
  }
}

bool IsUsable(ParseContext& p, ReferenceId name) {
  return name.IsValid() && !p.build[name].parts.empty();
}

bool IsUsable(ParseContext& p, ClassId id) {
  if (!id.IsValid() || !p.build[id].name.name.IsValid()) return false;
  const ClassDefinition& c = p.build[id];
  const bool has_base = c.form == ClassForm::kShort || c.form == ClassForm::kDerivative;
  return !has_base || IsUsable(p, c.base);
}

bool IsUsable(ParseContext& p, ComponentClauseId id) {
  return id.IsValid() && IsUsable(p, p.build[id].type) && !p.build[id].components.empty();
}

bool IsUsable(ParseContext& p, const Element& e) {
  switch (e.kind) {
    case ElementKind::kImport:
      return e.import_clause.IsValid() && IsUsable(p, p.build[e.import_clause].name);
    case ElementKind::kExtends:
      return e.extends.IsValid() && IsUsable(p, p.build[e.extends].type);
    case ElementKind::kClass:
      return IsUsable(p, e.class_definition);
    case ElementKind::kComponents:
      return IsUsable(p, e.components);
  }
  return false;
}

Element ParseElement(ParseContext& p, bool is_protected) {
  Element e;
  e.is_protected = is_protected;
  const std::uint32_t begin = p.cursor.begin();
  const TokenKind kind = p.cursor.kind();
  if (kind == TokenKind::kImport) {
    e.kind = ElementKind::kImport;
    e.import_clause = ParseImport(p);
  } else if (kind == TokenKind::kExtends) {
    e.kind = ElementKind::kExtends;
    e.extends = ParseExtends(p);
  } else if (IsElementWord(kind) || kind == TokenKind::kIdentifier || kind == TokenKind::kDot) {
    ParsePrefixedElement(p, e);
  } else {
    p.cursor.FailExpecting("a declaration");
  }
  e.place = p.cursor.PlaceFrom(begin);
  return e;
}

}  // namespace daedalus::syntax
