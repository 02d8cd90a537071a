#include "daedalus/language/scope/env_table.h"

#include <algorithm>

#include "daedalus/language/scope/build_members.h"

namespace daedalus::scope {
namespace {

using syntax::ClassForm;
using syntax::ClassKind;
using syntax::ModifierKind;

constexpr std::array<std::pair<std::string_view, Predefined>, 9> kPredefined = {{
    {"Real", Predefined::kReal},
    {"Integer", Predefined::kInteger},
    {"Boolean", Predefined::kBoolean},
    {"String", Predefined::kString},
    {"StateSelect", Predefined::kStateSelect},
    {"AssertionLevel", Predefined::kAssertionLevel},
    {"ExternalObject", Predefined::kExternalObject},
    {"Clock", Predefined::kClock},
    {"enumeration", Predefined::kEnumeration},
}};

// True for `package Medium = Water` without anything that would make it a class of its own.
bool IsOnlyAName(const syntax::Tree& tree, const syntax::ClassDefinition& d) {
  const bool is_plain = d.form == ClassForm::kShort && d.base_causality == syntax::Causality::kNone &&
                        d.base_subscripts.empty() && d.kind != ClassKind::kType &&
                        d.kind != ClassKind::kConnector;
  if (!is_plain) return false;
  return !d.modification.IsValid() || tree[d.modification].modifiers.empty();
}

}  // namespace

EnvTable::EnvTable(library::ClassStore& store, Report report)
    : store_(store), names_(store.names()), report_(std::move(report)) {
  for (const auto& [name, type] : kPredefined) {
    const EnvId id(envs_.size());
    ClassEnv& env = envs_.push_back({});
    env.state = ClassEnv::State::kBuilt;
    env.predefined = type;
    predefined_[static_cast<std::size_t>(type)] = id;
    predefined_names_.emplace(names_.Intern(name), id);
  }
}

EnvId EnvTable::Root(ClassId cls) {
  const ClassId parent = store_.parent(cls);
  return EnvOfClass(cls, parent.IsValid() ? Scope{Root(parent), 0} : Scope{}, {});
}

EnvId EnvTable::Intern(ClassId cls, Scope lexical, TypeModsId mods) {
  const auto [at, is_new] = ids_.try_emplace(Key{cls, lexical.env, lexical.part, mods}, EnvId(envs_.size()));
  if (!is_new) return at->second;
  ClassEnv& env = envs_.push_back({});
  env.cls = cls;
  env.lexical = lexical;
  env.type_mods = mods;
  Part own;
  own.cls = cls;
  own.lexical = lexical;
  own.end = 1;
  const ClassForm form = store_.definition(cls).form;
  own.is_short = form != ClassForm::kLong && form != ClassForm::kExtends;
  env.parts.push_back(own);
  return at->second;
}

EnvId EnvTable::EnvOfClass(ClassId cls, Scope lexical, TypeModsId mods) {
  const syntax::Tree& tree = store_.tree(cls);
  const syntax::ClassDefinition& definition = store_.definition(cls);
  if (!IsOnlyAName(tree, definition)) return Intern(cls, lexical, mods);
  constexpr int kMaxNames = 100;  // renamings in a chain; more is a cycle
  if (depth_ > kMaxNames) {
    report_(Error(Code::kCyclicDeclaration, tree.SpanOf(definition.name), "`{}` is defined by itself",
                  Text(definition.name.name)));
    return {};
  }
  ++depth_;
  const EnvId base = FindClass(tree, definition.base, lexical);
  --depth_;
  if (base.IsValid()) CheckOtherName(cls, base);
  return base.IsValid() ? WithMods(base, mods) : base;
}

EnvId EnvTable::WithMods(EnvId id, TypeModsId mods) {
  const ClassEnv& env = envs_[id.index()];
  if (!mods.IsValid() || !env.cls.IsValid()) return id;
  return Intern(env.cls, env.lexical, type_mods_.Merge(mods, env.type_mods));
}

void EnvTable::Build(EnvId id) {
  MemberBuilder(*this, id).Build();
}

std::uint32_t EnvTable::FindMember(EnvId id, syntax::NameId name) {
  (*this)[id];
  ClassEnv& env = envs_[id.index()];
  const auto at = env.by_name.find(name);
  if (at != env.by_name.end()) return at->second;
  // Classes in files of their own become members on first use.
  for (std::uint32_t part = 0; part < env.parts.size(); ++part) {
    if (store_.directory(env.parts[part].cls).empty()) continue;
    const ClassId child = store_.FindChild(env.parts[part].cls, name);
    if (child.IsValid()) return MemberBuilder(*this, id).AddClass(child, part);
  }
  return kNoMember;
}

ClassKind EnvTable::KindOf(EnvId id) const {
  const ClassEnv& env = envs_[id.index()];
  return env.cls.IsValid() ? store_.definition(env.cls).kind : ClassKind::kType;
}

bool EnvTable::IsPartial(EnvId id) const {
  const ClassEnv& env = envs_[id.index()];
  return env.cls.IsValid() && store_.definition(env.cls).is_partial;
}

std::string EnvTable::NameOf(EnvId id) const {
  const ClassEnv& env = envs_[id.index()];
  if (env.cls.IsValid()) return store_.FullName(env.cls);
  for (const auto& [name, type] : kPredefined) {
    if (type == env.predefined) return std::string(name);
  }
  return {};
}

// ---- The classes of members ----

EnvId EnvTable::EnvOf(EnvId id, std::uint32_t member) {
  (*this)[id];
  ClassEnv& env = envs_[id.index()];
  if (env.member_envs.size() < env.members.size()) env.member_envs.resize(env.members.size());
  if (env.member_envs[member].IsValid()) return env.member_envs[member];
  if (env.is_being_found.size() < env.members.size()) env.is_being_found.resize(env.members.size(), 0);
  if (env.is_being_found[member]) {
    report_(Error(Code::kCyclicDeclaration, env.members[member].span, "the type of `{}` depends on itself",
                  Text(env.members[member].name)));
    return {};
  }
  env.is_being_found[member] = 1;
  const EnvId made = env.members[member].is_class ? ClassEnvOf(id, member) : TypeEnvOf(id, member);
  env.member_envs.resize(env.members.size());
  env.is_being_found[member] = 0;
  env.member_envs[member] = made;
  return made;
}

EnvId EnvTable::RedeclaredClass(const Modifier& node) {
  const auto at = redeclared_.find(&node);
  if (at != redeclared_.end()) return at->second;
  const ClassId cls = store_.Of(*node.tree, node.redeclaration->class_definition);
  const EnvId env = EnvOfClass(cls, node.scope, {});
  redeclared_.emplace(&node, env);
  return env;
}

EnvId EnvTable::ClassEnvOf(EnvId id, std::uint32_t index) {
  const Member& member = envs_[id.index()].members[index];
  EnvId base;
  TypeModsId mods;
  if (const TypeMod* outer = type_mods_.Find(envs_[id.index()].type_mods, member.name)) {
    mods = outer->nested;
    if (outer->kind == TypeMod::Kind::kClass) base = outer->target;
  }
  bool is_redeclared = base.IsValid();
  if (!base.IsValid()) {
    // The outermost redeclaration by a modifier of an extends clause, else the declaration.
    std::vector<const Modifier*> layers;
    for (const Modifier* node : member.mods) {
      const bool is_class =
          node->redeclaration != nullptr && node->redeclaration->kind == ModifierKind::kClass;
      if (is_class) {
        base = RedeclaredClass(*node);
        break;
      }
      layers.push_back(node);
    }
    is_redeclared = base.IsValid();
    if (!base.IsValid()) base = EnvOfClass(member.cls, member.scope, {});
    if (base.IsValid()) mods = type_mods_.Merge(mods, Canonical(layers, base, Values::kKept));
  }
  if (!base.IsValid()) return {};
  const std::vector<const Modifier*> constraints = ClassConstraints(member, base, is_redeclared);
  mods = type_mods_.Merge(mods, Canonical(constraints, base, Values::kKept));
  return WithMods(base, mods);
}

// `class A = B(modifiers)`: the modifiers; null: it has none.
const Modifier* EnvTable::ShortModifiers(ClassId cls, Scope lexical) {
  const syntax::ClassDefinition& definition = store_.definition(cls);
  if (definition.form != ClassForm::kShort) return nullptr;
  return arena_.Make(store_.tree(cls), definition.modification, lexical);
}

// What constraining clauses say of a class, below what it says itself. Without a clause, the modifiers of the
// original declaration hold for what replaces it (section 7.3.2).
std::vector<const Modifier*> EnvTable::ClassConstraints(const Member& member, EnvId base,
                                                        bool is_redeclared) {
  std::vector<const Modifier*> constraints = member.redeclaring.outer_constraints;
  const Member* original = &member;
  while (original->redeclaring.replaced != nullptr) original = original->redeclaring.replaced.get();
  const bool is_extended = store_.definition(member.cls).form == ClassForm::kExtends;
  const bool is_replaced = is_redeclared || (member.redeclaring.is_redeclared && !is_extended);
  if (is_replaced && !original->redeclaring.constraint.id.IsValid()) {
    if (const Modifier* node = ShortModifiers(original->cls, original->scope)) constraints.push_back(node);
  }
  const ClassEnv& found = envs_[base.index()];
  const Modifier* own =
      constraints.empty() || !found.cls.IsValid() ? nullptr : ShortModifiers(found.cls, found.lexical);
  if (own != nullptr) constraints.insert(constraints.begin(), own);
  return constraints;
}

EnvId EnvTable::TypeEnvOf(EnvId id, std::uint32_t index) {
  const Member& member = envs_[id.index()].members[index];
  const EnvId base = FindClass(*member.tree, member.clause->type, member.scope);
  if (!base.IsValid()) return {};
  const TypeMod* outer = type_mods_.Find(envs_[id.index()].type_mods, member.name);
  const TypeModsId nested = outer != nullptr ? outer->nested : TypeModsId();
  std::vector<const Modifier*> layers = member.mods;
  layers.insert(layers.end(), member.redeclaring.outer_constraints.begin(),
                member.redeclaring.outer_constraints.end());
  return WithMods(base, type_mods_.Merge(nested, Canonical(layers, base, Values::kLeftOut)));
}

// The modifiers of the layers for one name in a class.
TypeMod EnvTable::CanonicalOf(syntax::NameId name, std::span<const Modifier* const> layers, EnvId of,
                              Values values) {
  TypeMod mod;
  mod.name = name;
  std::vector<const Modifier*> inside;
  for (const Modifier* layer : layers) {
    const Modifier* node = layer->Child(name);
    if (node == nullptr) continue;
    if (node->redeclaration == nullptr) {
      inside.push_back(node);
    } else if (node->redeclaration->kind == ModifierKind::kClass) {
      mod.target = RedeclaredClass(*node);
      if (mod.target.IsValid()) mod.kind = TypeMod::Kind::kClass;
      if (values == Values::kKept)
        mod.nodes = {node};  // for classes that inherit from the one that is modified
      break;
    } else {
      mod.kind = TypeMod::Kind::kComponent;
      mod.nodes = {node};
      break;
    }
  }
  const bool has_children =
      std::any_of(inside.begin(), inside.end(), [](auto* n) { return !n->children.empty(); });
  const std::uint32_t member = has_children ? FindMember(of, name) : kNoMember;
  if (member != kNoMember) {
    const bool is_class = Members(of)[member].is_class;
    const EnvId inner = mod.kind == TypeMod::Kind::kClass ? mod.target : EnvOf(of, member);
    if (inner.IsValid()) mod.nested = Canonical(inside, inner, is_class ? Values::kKept : values);
  }
  if (values == Values::kKept) mod.nodes.insert(mod.nodes.begin(), inside.begin(), inside.end());
  return mod;
}

// The redeclarations of the layers (outermost first) in a class.
TypeModsId EnvTable::Canonical(std::span<const Modifier* const> layers, EnvId of, Values values) {
  if (envs_[of.index()].predefined != Predefined::kNone) return {};
  std::vector<TypeMod> mods;
  std::vector<syntax::NameId> done;
  for (const Modifier* layer : layers) {
    for (const Modifier* child : layer->children) {
      if (std::find(done.begin(), done.end(), child->name) != done.end()) continue;
      done.push_back(child->name);
      TypeMod mod = CanonicalOf(child->name, layers, of, values);
      const bool says_something =
          mod.kind != TypeMod::Kind::kNested || mod.nested.IsValid() || !mod.nodes.empty();
      if (says_something) mods.push_back(std::move(mod));
    }
  }
  return type_mods_.Intern(std::move(mods));
}

}  // namespace daedalus::scope
