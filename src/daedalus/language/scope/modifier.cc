#include "daedalus/language/scope/modifier.h"

namespace daedalus::scope {
namespace {

using syntax::ModifierKind;

// The name that a redeclaration replaces.
syntax::NameId RedeclaredName(const syntax::Tree& tree, const syntax::Modifier& modifier) {
  if (modifier.kind == ModifierKind::kClass) return tree[modifier.class_definition].name.name;
  return tree.List(tree[modifier.component].components)[0].name.name;
}

}  // namespace

// `a.b = 1` is `a(b = 1)`: nodes for the names on the way, then the last one.
Modifier* ModifierArena::AddPath(const syntax::Tree& tree, syntax::ReferenceId name, Scope scope,
                                 Modifier* parent) {
  for (const syntax::ReferencePart& part : tree.List(tree[name].parts)) {
    Modifier node;
    node.name = part.name;
    node.tree = &tree;
    node.scope = scope;
    node.span = tree.SpanOf(part);
    Modifier* added = &nodes_.emplace_back(std::move(node));
    parent->children.push_back(added);
    parent = added;
  }
  return parent;
}

void ModifierArena::AddChildren(const syntax::Tree& tree, const syntax::Modification& modification,
                                Scope scope, Modifier* parent, Of of) {
  for (const syntax::Modifier& modifier : tree.List(modification.modifiers)) {
    syntax::ModificationId inside;
    Modifier* node = nullptr;
    switch (modifier.kind) {
      case ModifierKind::kElement:
        node = AddPath(tree, modifier.name, scope, parent);
        inside = modifier.modification;
        break;
      case ModifierKind::kClass:
      case ModifierKind::kComponent: {
        Modifier made;
        made.name = RedeclaredName(tree, modifier);
        made.tree = &tree;
        made.scope = scope;
        made.span = tree.SpanOf(modifier);
        made.redeclaration = &modifier;
        node = &nodes_.emplace_back(std::move(made));
        parent->children.push_back(node);
        if (modifier.kind == ModifierKind::kComponent)
          inside = tree.List(tree[modifier.component].components)[0].modification;
        break;
      }
      case ModifierKind::kRemoveComponent:
      case ModifierKind::kRemoveConnection:
        // Those of an extends clause are read when the members are built (deselection.h).
        if (of != Of::kExtends) misplaced_breaks_.push_back(tree.SpanOf(modifier));
        continue;
    }
    node->whole = tree.SpanOf(modifier);
    node->is_each = modifier.is_each;
    node->is_final = modifier.is_final;
    if (!inside.IsValid()) continue;
    const syntax::Modification& nested = tree[inside];
    node->is_break = nested.binding == syntax::BindingKind::kBreak;
    node->is_assignment = nested.binding == syntax::BindingKind::kAssign;
    node->value = nested.value;
    AddChildren(tree, nested, scope, node);
  }
}

const Modifier* ModifierArena::Make(const syntax::Tree& tree, syntax::ModificationId id, Scope scope, Of of) {
  if (!id.IsValid()) return nullptr;
  const syntax::Modification& modification = tree[id];
  Modifier root;
  root.tree = &tree;
  root.scope = scope;
  root.span = tree.SpanOf(modification);
  root.value = modification.value;
  root.whole = root.span;
  root.is_break = modification.binding == syntax::BindingKind::kBreak;
  root.is_assignment = modification.binding == syntax::BindingKind::kAssign;
  Modifier* node = &nodes_.emplace_back(std::move(root));
  AddChildren(tree, modification, scope, node, of);
  return node->IsEmpty() ? nullptr : node;
}

}  // namespace daedalus::scope
