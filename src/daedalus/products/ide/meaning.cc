#include "daedalus/products/ide/meaning.h"

#include "daedalus/language/semantics/expressions/builtin_functions.h"

namespace daedalus::ide {
namespace {

using scope::EnvId;
using scope::Found;
using scope::kNoMember;
using scope::Scope;
using syntax::NameId;

constexpr std::string_view kVariables[] = {"time"};

bool IsBuiltin(std::string_view name) {
  return name == kVariables[0] || semantics::FindBuiltin(name) != nullptr;
}

}  // namespace

std::optional<Literals> LiteralsOf(World& world, EnvId env) {
  if (!env.IsValid()) return std::nullopt;
  const scope::ClassEnv& cls = world.envs()[env];
  if (cls.predefined != scope::Predefined::kEnumeration || !cls.enumeration.IsValid()) return std::nullopt;
  return Literals{&world.store().tree(cls.enumeration), world.store().definition(cls.enumeration).literals};
}

Meaning Resolver::OfClass(library::ClassId cls) {
  if (!cls.IsValid()) return {};
  Meaning meaning;
  meaning.kind = Meaning::Kind::kClass;
  meaning.cls = cls;
  meaning.name = world_.store().definition(cls).name.name;
  meaning.declaration = world_.store().tree(cls).SpanOf(world_.store().definition(cls).name);
  if (meaning.name.IsValid()) meaning.env = world_.envs().Root(cls);
  return meaning;
}

// The text that declares a member originally, rather than a redeclaration.
Span Resolver::DeclarationOf(EnvId env, std::uint32_t member) {
  const scope::Member& m = world_.envs().Members(env)[member];
  for (const scope::Part& part : world_.envs()[env].parts) {
    if (!part.cls.IsValid()) continue;
    const syntax::Tree& tree = world_.store().tree(part.cls);
    for (const syntax::Element& element : tree.List(world_.store().definition(part.cls).elements)) {
      if (element.is_redeclare) continue;
      if (element.class_definition.IsValid() && m.is_class) {
        const syntax::Identifier& name = tree[element.class_definition].name;
        if (name.name == m.name) return tree.SpanOf(name);
      }
      if (!element.components.IsValid() || m.is_class) continue;
      for (const syntax::Component& c : tree.List(tree[element.components].components)) {
        if (c.name.name == m.name) return tree.SpanOf(c.name);
      }
    }
  }
  return m.span;
}

Meaning Resolver::OfMember(EnvId env, std::uint32_t member) {
  const scope::Member& m = world_.envs().Members(env)[member];
  Meaning meaning;
  meaning.name = m.name;
  meaning.declaration = DeclarationOf(env, member);
  if (m.is_class) {
    meaning.kind = Meaning::Kind::kClass;
    meaning.cls = m.cls;
    meaning.env = world_.envs().EnvOf(env, member);
    return meaning;
  }
  meaning.kind = Meaning::Kind::kComponent;
  meaning.env = env;
  meaning.member = member;
  meaning.layers = m.mods;
  return meaning;
}

EnvId Resolver::TypeOf(const Meaning& meaning) {
  if (meaning.kind == Meaning::Kind::kClass) return meaning.env;
  if (meaning.kind == Meaning::Kind::kComponent) return world_.envs().EnvOf(meaning.env, meaning.member);
  return {};
}

Meaning Resolver::In(const Meaning& outer, NameId name) {
  const EnvId env = TypeOf(outer);
  if (!env.IsValid()) return {};
  if (const auto literals = LiteralsOf(world_, env); literals && outer.kind == Meaning::Kind::kClass) {
    for (const syntax::EnumerationLiteral& literal : literals->tree->List(literals->range)) {
      if (literal.name.name != name) continue;
      Meaning meaning;
      meaning.kind = Meaning::Kind::kLiteral;
      meaning.env = env;
      meaning.name = name;
      meaning.declaration = literals->tree->SpanOf(literal.name);
      return meaning;
    }
    return {};
  }
  const std::uint32_t member = world_.envs().FindMember(env, name);
  if (member == kNoMember) return {};
  Meaning meaning = OfMember(env, member);
  if (outer.kind == Meaning::Kind::kComponent && meaning.kind == Meaning::Kind::kComponent) {
    std::vector<const scope::Modifier*> layers;
    for (const scope::Modifier* layer : outer.layers) {
      if (const scope::Modifier* child = layer->Child(name)) layers.push_back(child);
    }
    meaning.layers.insert(meaning.layers.begin(), layers.begin(), layers.end());
  }
  return meaning;
}

// The class that lookup finds under this name. `package Medium = Water` has a name of its own, although it
// means another class.
library::ClassId Resolver::NamedClass(Scope scope, NameId name) {
  scope::EnvTable& envs = world_.envs();
  while (scope.env.IsValid()) {
    const std::uint32_t member = envs.FindMember(scope.env, name);
    if (member != kNoMember) {
      const scope::Member& m = envs.Members(scope.env)[member];
      return m.is_class ? m.cls : library::ClassId();
    }
    const library::ClassId cls = envs[scope.env].cls;
    scope = envs[scope.env].parts[scope.part].lexical;
    if (cls.IsValid() && world_.store().definition(cls).is_encapsulated) break;
  }
  return world_.store().FindTop(name);
}

Meaning Resolver::First(Scope scope, NameId name) {
  const Found found = world_.envs().Lookup(scope, name);
  if (found.kind == Found::Kind::kComponent) return OfMember(found.env, found.member);
  Meaning meaning;
  meaning.name = name;
  if (found.kind == Found::Kind::kClass) {
    meaning.kind = Meaning::Kind::kClass;
    meaning.env = found.env;
    const library::ClassId named = NamedClass(scope, name);
    const library::ClassId meant = world_.envs()[found.env].cls;
    // No enclosing class has this name, so it was imported.
    meaning.cls = named.IsValid() ? named : meant;
    if (meaning.cls.IsValid())
      meaning.declaration =
          world_.store().tree(meaning.cls).SpanOf(world_.store().definition(meaning.cls).name);
    return meaning;
  }
  if (found.kind == Found::Kind::kNone && IsBuiltin(world_.Text(name)))
    meaning.kind = Meaning::Kind::kBuiltin;
  return meaning;
}

Meaning Resolver::OfPath(Scope scope, const std::vector<NameId>& path) {
  if (path.empty()) return {};
  Meaning meaning = First(scope, path[0]);
  for (std::size_t i = 1; i < path.size() && meaning.IsFound(); ++i) meaning = In(meaning, path[i]);
  return meaning;
}

Meaning Resolver::FromTop(const Use& use) {
  std::vector<NameId> path;
  for (const syntax::ReferencePart& part : tree_.List(tree_[use.reference].parts)) {
    if (path.size() <= use.part) path.push_back(part.name);
  }
  if (use.part == path.size()) path.push_back(use.name);  // the last part in `import A.{b, c}`
  Meaning meaning = OfClass(world_.store().FindTop(path[0]));
  for (std::size_t i = 1; i < path.size() && meaning.IsFound(); ++i) {
    Meaning inner = In(meaning, path[i]);
    if (!inner.IsFound() && meaning.cls.IsValid())
      inner = OfClass(world_.store().FindChild(meaning.cls, path[i]));
    meaning = std::move(inner);
  }
  return meaning;
}

Meaning Resolver::OfReference(const Use& use) {
  const syntax::Reference& reference = tree_[use.reference];
  std::vector<NameId> path;
  for (const syntax::ReferencePart& part : tree_.List(reference.parts)) {
    if (path.size() <= use.part) path.push_back(part.name);
  }
  if (use.declaration.end > 0 && use.part > 0) return {};  // an index has no fields
  Meaning meaning = OfPath(reference.is_global ? Scope{} : world_.ScopeOf(tree_, use.cls), path);
  if (!meaning.IsFound() && use.kind == UseKind::kFunction && use.part + 1 == path.size() &&
      IsBuiltin(tree_.DottedName(use.reference))) {
    meaning.kind = Meaning::Kind::kBuiltin;  // Connections.branch
    meaning.name = use.name;
  }
  return meaning;
}

Meaning Resolver::OfModifier(const TextMap& map, const Use& use) {
  Meaning outer;
  if (use.owner != Use::kNone) {
    outer = Of(map, map.uses[use.owner]);
  } else if (use.owner_type.IsValid()) {
    Use type;
    type.kind = UseKind::kType;
    type.cls = use.cls;
    type.reference = use.owner_type;
    type.part = static_cast<std::uint32_t>(tree_[use.owner_type].parts.size() - 1);
    outer = OfReference(type);
  }
  const EnvId env = TypeOf(outer);
  if (!env.IsValid()) return {};
  if (world_.envs()[env].predefined != scope::Predefined::kNone) {
    Meaning meaning;
    meaning.kind = Meaning::Kind::kAttribute;
    meaning.env = env;
    meaning.name = use.name;
    return meaning;
  }
  return In(outer, use.name);
}

Meaning Resolver::OfDeclared(const Use& use) {
  Meaning meaning;
  meaning.name = use.name;
  meaning.declaration = tree_.SpanOf(use.place);
  if (use.kind == UseKind::kComponent) {
    const Scope scope = world_.ScopeOf(tree_, use.cls);
    const std::uint32_t member =
        scope.env.IsValid() ? world_.envs().FindMember(scope.env, use.name) : kNoMember;
    if (member != kNoMember && !world_.envs().Members(scope.env)[member].is_class)
      return OfMember(scope.env, member);
    return {};
  }
  if (use.kind == UseKind::kLiteral) {
    meaning.kind = Meaning::Kind::kLiteral;
    return meaning;
  }
  return OfClass(world_.store().Of(tree_, use.declared));
}

Meaning Resolver::Of(const TextMap& map, const Use& use) {
  switch (use.kind) {
    case UseKind::kClass:
    case UseKind::kClassEnd:
    case UseKind::kComponent:
    case UseKind::kLiteral:
      return OfDeclared(use);
    case UseKind::kIndex:
    case UseKind::kIndexUse: {
      Meaning meaning;
      meaning.kind = Meaning::Kind::kIndex;
      meaning.name = use.name;
      meaning.declaration = tree_.SpanOf(use.declaration);
      return meaning;
    }
    case UseKind::kImport:
      return FromTop(use);
    case UseKind::kAlias: {
      Use whole = use;
      whole.part = static_cast<std::uint32_t>(tree_[use.reference].parts.size() - 1);
      return FromTop(whole);
    }
    case UseKind::kModifier:
      return OfModifier(map, use);
    case UseKind::kArgument: {
      Use function = use;
      function.part = static_cast<std::uint32_t>(tree_[use.reference].parts.size() - 1);
      return In(OfReference(function), use.name);
    }
    case UseKind::kType:
    case UseKind::kValue:
    case UseKind::kFunction:
      return OfReference(use);
  }
  return {};
}

}  // namespace daedalus::ide
