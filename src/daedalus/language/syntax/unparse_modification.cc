// Modifications, annotations, descriptions and component clauses.
#include "daedalus/language/syntax/unparse_context.h"

namespace daedalus::syntax {
namespace {

void WriteModifier(UnparseContext& u, const Modifier& m) {
  if (m.is_redeclare) u.Write("redeclare ");
  if (m.is_each) u.Write("each ");
  if (m.is_final) u.Write("final ");
  if (m.is_replaceable) u.Write("replaceable ");
  switch (m.kind) {
    case ModifierKind::kElement:
      Write(u, m.name);
      if (m.modification.IsValid()) {
        WriteModifierList(u, u.tree[m.modification]);
        WriteBinding(u, u.tree[m.modification], "");
      }
      WriteDescription(u, m.description);
      break;
    case ModifierKind::kClass:
      WriteClass(u, m.class_definition);
      break;
    case ModifierKind::kComponent:
      WriteComponentClause(u, u.tree[m.component]);
      break;
    case ModifierKind::kRemoveComponent:
      u.Write("break ");
      Write(u, m.name);
      break;
    case ModifierKind::kRemoveConnection:
      u.Write("break connect(");
      Write(u, m.from);
      u.Write(", ");
      Write(u, m.to);
      u.Write(")");
      break;
  }
  WriteConstraint(u, m.constraint);
}

void WriteStrings(UnparseContext& u, Range<StringLiteral> strings) {
  std::string_view separator = " ";
  for (const StringLiteral& literal : u.tree.List(strings)) {
    u.Write(separator);
    u.out.AllowBreak();
    u.out.WriteVerbatim(u.tree.Text(literal.place));
    separator = " + ";
  }
}

void WriteComponent(UnparseContext& u, const Component& c) {
  u.Write(c.name.name);
  WriteSubscripts(u, c.subscripts);
  if (c.modification.IsValid()) {
    WriteModifierList(u, u.tree[c.modification]);
    WriteBinding(u, u.tree[c.modification], " ");
  }
  if (c.condition.IsValid()) {
    u.Write(" if ");
    Write(u, c.condition);
  }
  WriteDescription(u, c.description);
}

void WriteTypePrefixes(UnparseContext& u, const ComponentClause& clause) {
  if (clause.connection == Connection::kFlow) u.Write("flow ");
  if (clause.connection == Connection::kStream) u.Write("stream ");
  if (clause.variability == Variability::kDiscrete) u.Write("discrete ");
  if (clause.variability == Variability::kParameter) u.Write("parameter ");
  if (clause.variability == Variability::kConstant) u.Write("constant ");
  if (clause.causality == Causality::kInput) u.Write("input ");
  if (clause.causality == Causality::kOutput) u.Write("output ");
}

}  // namespace

void WriteModifierList(UnparseContext& u, const Modification& m) {
  if (!m.has_list) return;
  u.Write("(");
  std::string_view separator = "";
  for (const Modifier& modifier : u.tree.List(m.modifiers)) {
    u.Write(separator);
    if (!separator.empty()) u.out.AllowBreak();
    separator = ", ";
    WriteModifier(u, modifier);
  }
  u.Write(")");
}

void WriteBinding(UnparseContext& u, const Modification& m, std::string_view blank) {
  if (m.binding == BindingKind::kNone) return;
  u.Write(blank);
  u.Write(m.binding == BindingKind::kAssign ? ":=" : "=");
  u.Write(blank);
  if (m.binding == BindingKind::kBreak) return u.Write("break");
  Write(u, m.value);
}

void WriteModifiersOf(UnparseContext& u, ModificationId id) {
  if (id.IsValid()) WriteModifierList(u, u.tree[id]);
}

void WriteDescription(UnparseContext& u, DescriptionId id) {
  if (!id.IsValid() || u.detail == Detail::kPart) return;
  WriteStrings(u, u.tree[id].strings);
  if (!u.tree[id].annotation.IsValid()) return;
  u.Write(" ");
  u.out.AllowBreak();
  WriteAnnotation(u, u.tree[id].annotation);
}

void WriteAnnotation(UnparseContext& u, ModificationId id) {
  if (!id.IsValid()) return;
  u.Write("annotation");
  WriteModifierList(u, u.tree[id]);
}

void WriteConstraint(UnparseContext& u, ConstraintId id) {
  if (!id.IsValid()) return;
  const Constraint& constraint = u.tree[id];
  u.Write(" constrainedby ");
  Write(u, constraint.type);
  WriteModifiersOf(u, constraint.modification);
  WriteDescription(u, constraint.description);
}

void WriteComponentClause(UnparseContext& u, const ComponentClause& clause) {
  WriteTypePrefixes(u, clause);
  Write(u, clause.type);
  WriteSubscripts(u, clause.subscripts);
  std::string_view separator = " ";
  for (const Component& component : u.tree.List(clause.components)) {
    u.Write(separator);
    u.out.AllowBreak();
    separator = ", ";
    WriteComponent(u, component);
  }
}

}  // namespace daedalus::syntax
