// Modifications, annotations and descriptions.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

// `break name` or `break connect(a, b)`: takes something away that an extends clause would inherit.
void ParseRemoval(ParseContext& p, Modifier& m) {
  p.cursor.Take();
  if (p.cursor.TryTake(TokenKind::kConnect)) {
    m.kind = ModifierKind::kRemoveConnection;
    std::tie(m.from, m.to) = ParseConnectArguments(p);
  } else {
    m.kind = ModifierKind::kRemoveComponent;
    m.name = ParseName(p, "the name of a component or `connect`");
  }
}

void ParseRedeclared(ParseContext& p, Modifier& m) {
  if (IsClassPrefix(p.cursor.kind())) {
    m.kind = ModifierKind::kClass;
    m.class_definition = ParseShortClassDefinition(p);
  } else {
    m.kind = ModifierKind::kComponent;
    m.component = ParseComponentClause1(p);
  }
  if (m.is_replaceable) m.constraint = ParseConstraint(p);
}

Modifier ParseModifier(ParseContext& p) {
  Modifier m;
  const std::uint32_t begin = p.cursor.begin();
  if (p.cursor.At(TokenKind::kBreak)) {
    ParseRemoval(p, m);
  } else {
    m.is_redeclare = p.cursor.TryTake(TokenKind::kRedeclare);
    m.is_each = p.cursor.TryTake(TokenKind::kEach);
    m.is_final = p.cursor.TryTake(TokenKind::kFinal);
    m.is_replaceable = p.cursor.TryTake(TokenKind::kReplaceable);
    if (m.is_redeclare || m.is_replaceable) {
      ParseRedeclared(p, m);
    } else {
      m.name = ParseName(p, "a modifier");
      m.modification = ParseModification(p);
      m.description = ParseDescriptionString(p);
    }
  }
  m.place = p.cursor.PlaceFrom(begin);
  return m;
}

bool IsUsableModifier(ParseContext& p, const Modifier& m) {
  switch (m.kind) {
    case ModifierKind::kElement:
    case ModifierKind::kRemoveComponent:
      return IsUsable(p, m.name);
    case ModifierKind::kClass:
      return IsUsable(p, m.class_definition);
    case ModifierKind::kComponent:
      return IsUsable(p, m.component);
    case ModifierKind::kRemoveConnection:
      return m.from.IsValid() && m.to.IsValid();
  }
  return false;
}

void ParseModifierList(ParseContext& p, Modification& m) {
  m.has_list = true;
  p.cursor.Take();
  ListBuilder<Modifier> modifiers(p.build);
  if (!p.cursor.At(TokenKind::kRightParen)) {
    do {
      const Modifier modifier = ParseModifier(p);
      if (IsUsableModifier(p, modifier)) modifiers.Add(modifier);
    } while (p.cursor.TryTake(TokenKind::kComma));
  }
  p.cursor.Expect(TokenKind::kRightParen);
  m.modifiers = modifiers.Finish();
}

void ParseBinding(ParseContext& p, Modification& m) {
  m.binding = p.cursor.At(TokenKind::kAssign) ? BindingKind::kAssign : BindingKind::kEqual;
  p.cursor.Take();
  if (p.cursor.TryTake(TokenKind::kBreak)) {
    m.binding = BindingKind::kBreak;
  } else {
    m.value = ParseExpression(p);
  }
}

}  // namespace

ModificationId ParseModification(ParseContext& p) {
  const bool has_list = p.cursor.At(TokenKind::kLeftParen);
  const bool has_value = p.cursor.At(TokenKind::kEquals) || p.cursor.At(TokenKind::kAssign);
  if (!has_list && !has_value) return {};
  const NestingGuard guard(p);
  if (guard.too_deep()) return {};
  Modification m;
  const std::uint32_t begin = p.cursor.begin();
  if (has_list) ParseModifierList(p, m);
  if (p.cursor.At(TokenKind::kEquals) || p.cursor.At(TokenKind::kAssign)) ParseBinding(p, m);
  m.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(m);
}

ModificationId ParseClassModification(ParseContext& p) {
  if (!p.cursor.At(TokenKind::kLeftParen)) return {};
  const NestingGuard guard(p);
  if (guard.too_deep()) return {};
  Modification m;
  const std::uint32_t begin = p.cursor.begin();
  ParseModifierList(p, m);
  m.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(m);
}

ModificationId ParseAnnotation(ParseContext& p) {
  if (!p.cursor.At(TokenKind::kAnnotation)) return {};
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  if (!p.cursor.At(TokenKind::kLeftParen)) p.cursor.FailExpecting("`(` after `annotation`");
  const ModificationId id = ParseClassModification(p);
  if (id.IsValid()) p.build[id].place = p.cursor.PlaceFrom(begin);
  return id;
}

DescriptionId ParseDescriptionString(ParseContext& p) {
  if (!p.cursor.At(TokenKind::kString)) return {};
  ListBuilder<StringLiteral> strings(p.build);
  strings.Add({p.cursor.Take().place});
  while (p.cursor.TryTake(TokenKind::kPlus)) {
    if (!p.cursor.At(TokenKind::kString)) {
      p.cursor.FailExpecting("a string");
      break;
    }
    strings.Add({p.cursor.Take().place});
  }
  return p.build.Add(Description{strings.Finish(), {}});
}

DescriptionId ParseDescription(ParseContext& p) {
  DescriptionId id = ParseDescriptionString(p);
  if (p.cursor.At(TokenKind::kAnnotation)) {
    const ModificationId annotation = ParseAnnotation(p);
    if (!id.IsValid()) id = p.build.Add(Description{});
    p.build[id].annotation = annotation;
  }
  return id;
}

ConstraintId ParseConstraint(ParseContext& p) {
  if (!p.cursor.At(TokenKind::kConstrainedby)) return {};
  Constraint constraint;
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  constraint.type = ParseName(p, "the name of a class");
  if (!IsUsable(p, constraint.type)) return {};
  constraint.modification = ParseClassModification(p);
  constraint.description = ParseDescription(p);
  constraint.place = p.cursor.PlaceFrom(begin);
  return p.build.Add(constraint);
}

}  // namespace daedalus::syntax
