#include "daedalus/language/scope/constraints.h"

#include <algorithm>

namespace daedalus::scope {
namespace {

// The declaration that redeclaring elements have replaced.
const Member& OriginalOf(const Member& member) {
  const Member* original = &member;
  while (original->redeclaring.replaced != nullptr) original = original->redeclaring.replaced.get();
  return *original;
}

EnvId UnmodifiedConstrainingType(EnvTable& table, EnvId in, std::uint32_t index) {
  const Member& member = table.Members(in)[index];
  DeclaredConstraint constraint = member.redeclaring.constraint;
  const Modifier* node = member.is_class ? ClassRedeclaration(member) : nullptr;
  if (node != nullptr && node->redeclaration->constraint.IsValid())
    constraint = {node->tree, node->redeclaration->constraint, node->scope,
                  (*node->tree)[node->redeclaration->constraint].type};
  if (constraint.type.IsValid()) return table.FindClass(*constraint.tree, constraint.type, constraint.scope);
  // A modifier of a component or class around may have replaced it, too.
  const TypeMod* const outer =
      member.is_class ? table.type_mods().Find(table[in].type_mods, member.name) : nullptr;
  const bool is_other_class = outer != nullptr && outer->kind == TypeMod::Kind::kClass;
  if (node == nullptr && !is_other_class && !member.redeclaring.is_redeclared) return table.EnvOf(in, index);
  return table.DeclaredClassOf(OriginalOf(member));
}

}  // namespace

std::vector<const Modifier*> ConstraintsOn(const Member& member) {
  std::vector<const Modifier*> found;
  for (const Modifier* node : member.mods) {
    const bool is_other_class =
        node->redeclaration != nullptr && node->redeclaration->kind == syntax::ModifierKind::kClass;
    if (is_other_class) continue;  // another class instead of the original one
    const bool is_of_declaration = !node->name.IsValid() || node->redeclaration != nullptr;
    if (!is_of_declaration ||
        (!member.redeclaring.constraint.id.IsValid() && !member.redeclaring.is_redeclared))
      found.push_back(node);
  }
  found.insert(found.end(), member.redeclaring.outer_constraints.begin(),
               member.redeclaring.outer_constraints.end());
  return found;
}

const Modifier* ClassRedeclaration(const Member& member) {
  const auto at = std::ranges::find_if(member.mods, [](const Modifier* node) {
    return node->redeclaration != nullptr && node->redeclaration->kind == syntax::ModifierKind::kClass;
  });
  return at == member.mods.end() ? nullptr : *at;
}

EnvId ConstrainingType(EnvTable& table, EnvId in, std::uint32_t member) {
  const EnvId type = UnmodifiedConstrainingType(table, in, member);
  return table.Modified(type, ConstraintsOn(table.Members(in)[member]));
}

}  // namespace daedalus::scope
