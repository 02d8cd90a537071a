// Classes, their sections and elements.
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/language/syntax/unparse_context.h"

namespace daedalus::syntax {

std::string_view TextOf(ClassKind kind) {
  switch (kind) {
    case ClassKind::kClass:
      return "class";
    case ClassKind::kModel:
      return "model";
    case ClassKind::kBlock:
      return "block";
    case ClassKind::kRecord:
      return "record";
    case ClassKind::kOperatorRecord:
      return "operator record";
    case ClassKind::kConnector:
      return "connector";
    case ClassKind::kExpandableConnector:
      return "expandable connector";
    case ClassKind::kType:
      return "type";
    case ClassKind::kPackage:
      return "package";
    case ClassKind::kFunction:
      return "function";
    case ClassKind::kOperatorFunction:
      return "operator function";
    case ClassKind::kOperator:
      return "operator";
  }
  return {};
}

namespace {

std::string_view TextOf(SectionKind kind) {
  switch (kind) {
    case SectionKind::kDefault:
      return "";
    case SectionKind::kPublic:
      return "public";
    case SectionKind::kProtected:
      return "protected";
    case SectionKind::kEquation:
      return "equation";
    case SectionKind::kInitialEquation:
      return "initial equation";
    case SectionKind::kAlgorithm:
      return "algorithm";
    case SectionKind::kInitialAlgorithm:
      return "initial algorithm";
  }
  return {};
}

void WriteNames(UnparseContext& u, Range<Identifier> names) {
  std::string_view separator = "";
  for (const Identifier& name : u.tree.List(names)) {
    u.Write(separator);
    separator = ", ";
    u.Write(name.name);
  }
}

void WriteImport(UnparseContext& u, const Import& import) {
  u.Write("import ");
  if (import.kind == ImportKind::kRenamed) {
    u.Write(import.alias);
    u.Write(" = ");
  }
  Write(u, import.name);
  if (import.kind == ImportKind::kAll) u.Write(".*");
  if (import.kind == ImportKind::kSome) {
    u.Write(".{");
    WriteNames(u, import.names);
    u.Write("}");
  }
  WriteDescription(u, import.description);
}

void WriteExtends(UnparseContext& u, const Extends& extends) {
  u.Write("extends ");
  Write(u, extends.type);
  WriteModifiersOf(u, extends.modification);
  if (!extends.annotation.IsValid()) return;
  u.Write(" ");
  WriteAnnotation(u, extends.annotation);
}

void WriteEnumeration(UnparseContext& u, const ClassDefinition& c) {
  u.Write("enumeration(");
  if (c.has_open_enumeration) u.Write(":");
  std::string_view separator = "";
  for (const EnumerationLiteral& literal : u.tree.List(c.literals)) {
    u.Write(separator);
    if (!separator.empty()) u.out.AllowBreak();
    separator = ", ";
    u.Write(literal.name.name);
    WriteDescription(u, literal.description);
  }
  u.Write(")");
}

void WriteShort(UnparseContext& u, const ClassDefinition& c) {
  u.Write(" = ");
  if (c.form == ClassForm::kEnumeration) {
    WriteEnumeration(u, c);
  } else if (c.form == ClassForm::kDerivative) {
    u.Write("der(");
    Write(u, c.base);
    u.Write(", ");
    WriteNames(u, c.derivative_of);
    u.Write(")");
  } else {
    if (c.base_causality == Causality::kInput) u.Write("input ");
    if (c.base_causality == Causality::kOutput) u.Write("output ");
    Write(u, c.base);
    WriteSubscripts(u, c.base_subscripts);
    WriteModifiersOf(u, c.modification);
  }
  WriteDescription(u, c.description);
}

void WriteSection(UnparseContext& u, const Section& section) {
  if (section.kind != SectionKind::kDefault) {
    WriteCommentsBefore(u, section.place.begin);
    u.out.Outdent();
    u.Write(TextOf(section.kind));
    u.out.EndLine();
    u.out.Indent();
  }
  for (const Element& element : u.tree.List(section.elements)) {
    WriteCommentsBefore(u, element.place.begin);
    WriteElement(u, element);
    u.Write(";");
    EndItem(u, element.place.end);
  }
  WriteEquations(u, section.equations);
  WriteStatements(u, section.statements);
}

void WriteExternal(UnparseContext& u, const External& e) {
  WriteCommentsBefore(u, e.place.begin);
  u.Write("external");
  if (e.language.IsValid()) {
    u.Write(" ");
    u.out.WriteVerbatim(u.tree.Text(u.tree[e.language].place));
  }
  if (e.output.IsValid()) {
    u.Write(" ");
    Write(u, e.output);
    u.Write(" =");
  }
  if (e.function.IsValid()) {
    u.Write(" ");
    u.Write(e.function);
    u.Write("(");
    WriteList(u, u.tree.List(e.arguments));
    u.Write(")");
  }
  if (e.annotation.IsValid()) u.Write(" ");
  WriteAnnotation(u, e.annotation);
  u.Write(";");
  EndItem(u, e.place.end);
}

void WriteClassAnnotation(UnparseContext& u, ModificationId id) {
  WriteCommentsBefore(u, u.tree[id].place.begin);
  WriteAnnotation(u, id);
  u.Write(";");
  EndItem(u, u.tree[id].place.end);
}

void WriteLong(UnparseContext& u, const ClassDefinition& c) {
  WriteModifiersOf(u, c.form == ClassForm::kExtends ? c.modification : ModificationId());
  WriteDescription(u, c.description);
  u.out.EndLine();
  u.out.Indent();
  for (const Section& section : u.tree.List(c.sections)) WriteSection(u, section);
  if (c.external.IsValid()) WriteExternal(u, u.tree[c.external]);
  if (c.annotation.IsValid()) WriteClassAnnotation(u, c.annotation);
  WriteCommentsBefore(u, c.place.end);
  u.out.Outdent();
  u.Write("end ");
  u.Write(c.name.name);
}

}  // namespace

void WriteClass(UnparseContext& u, ClassId id) {
  const ClassDefinition& c = u.tree[id];
  if (c.is_encapsulated) u.Write("encapsulated ");
  if (c.is_partial) u.Write("partial ");
  if (c.purity == Purity::kPure) u.Write("pure ");
  if (c.purity == Purity::kImpure) u.Write("impure ");
  u.Write(TextOf(c.kind));
  u.Write(" ");
  if (c.form == ClassForm::kExtends) u.Write("extends ");
  u.Write(c.name.name);
  if (c.form == ClassForm::kLong || c.form == ClassForm::kExtends) {
    WriteLong(u, c);
  } else {
    WriteShort(u, c);
  }
}

void WriteElement(UnparseContext& u, const Element& e) {
  if (e.is_redeclare) u.Write("redeclare ");
  if (e.is_final) u.Write("final ");
  if (e.is_inner) u.Write("inner ");
  if (e.is_outer) u.Write("outer ");
  if (e.is_replaceable) u.Write("replaceable ");
  if (e.import_clause.IsValid()) WriteImport(u, u.tree[e.import_clause]);
  if (e.extends.IsValid()) WriteExtends(u, u.tree[e.extends]);
  if (e.class_definition.IsValid()) WriteClass(u, e.class_definition);
  if (e.components.IsValid()) WriteComponentClause(u, u.tree[e.components]);
  WriteConstraint(u, e.constraint);
}

}  // namespace daedalus::syntax
