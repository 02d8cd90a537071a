#include "daedalus/language/library/annotations.h"

namespace daedalus::library {

using syntax::ClassDefinition;
using syntax::ModificationId;
using syntax::Modifier;
using syntax::Tree;

namespace {

std::optional<std::string> TextOf(const Tree& tree, const Modifier& entry) {
  if (!entry.modification.IsValid() || !tree[entry.modification].value.IsValid()) return std::nullopt;
  const syntax::Expression& value = tree[tree[entry.modification].value];
  if (value.kind != syntax::ExpressionKind::kString) return std::nullopt;
  return tree.StringValue(value);
}

bool IsNamed(const Tree& tree, const Modifier& entry, std::string_view name) {
  if (entry.kind != syntax::ModifierKind::kElement) return false;
  const syntax::NameId simple = tree.SimpleName(entry.name);
  return simple.IsValid() && tree.Text(simple) == name;
}

ModificationId Inside(const Tree& tree, ModificationId in, std::string_view name) {
  const Modifier* entry = FindEntry(tree, in, name);
  return entry == nullptr ? ModificationId() : entry->modification;
}

}  // namespace

ModificationId AnnotationOf(const Tree& tree, const ClassDefinition& definition) {
  if (definition.annotation.IsValid() || !definition.description.IsValid()) return definition.annotation;
  return tree[definition.description].annotation;
}

const Modifier* FindEntry(const Tree& tree, ModificationId in, std::string_view name) {
  if (!in.IsValid()) return nullptr;
  for (const Modifier& entry : tree.List(tree[in].modifiers)) {
    if (IsNamed(tree, entry, name)) return &entry;
  }
  return nullptr;
}

std::optional<std::string> FindText(const Tree& tree, ModificationId in, std::string_view name) {
  const Modifier* entry = FindEntry(tree, in, name);
  return entry == nullptr ? std::nullopt : TextOf(tree, *entry);
}

std::vector<Use> UsesOf(const Tree& tree, const ClassDefinition& definition) {
  std::vector<Use> uses;
  const ModificationId list = Inside(tree, AnnotationOf(tree, definition), "uses");
  if (!list.IsValid()) return uses;
  for (const Modifier& entry : tree.List(tree[list].modifiers)) {
    if (entry.kind != syntax::ModifierKind::kElement) continue;
    const syntax::NameId name = tree.SimpleName(entry.name);
    const auto version = FindText(tree, entry.modification, "version");
    if (name.IsValid() && version) uses.push_back({name, *version, tree.SpanOf(entry)});
  }
  return uses;
}

std::string VersionOf(const Tree& tree, const ClassDefinition& definition) {
  return FindText(tree, AnnotationOf(tree, definition), "version").value_or("");
}

bool AcceptsVersion(const Tree& tree, const ClassDefinition& definition, std::string_view version) {
  const ModificationId conversion = Inside(tree, AnnotationOf(tree, definition), "conversion");
  if (!conversion.IsValid()) return false;
  for (const Modifier& entry : tree.List(tree[conversion].modifiers)) {
    if (IsNamed(tree, entry, "noneFromVersion") && TextOf(tree, entry) == version) return true;
  }
  return false;
}

}  // namespace daedalus::library
