// Finds a name (Modelica 3.6, section 5.3): in its class and the bases of that, in the imports, then in the
// enclosing class, and so on up to the top-level packages. An encapsulated class ends the search: beyond it
// only predefined names are known.
#include <algorithm>

#include "daedalus/base/check.h"
#include "daedalus/base/nearest_name.h"
#include "daedalus/language/library/explain_missing.h"
#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {
namespace {

using syntax::ImportKind;
using syntax::NameId;

}  // namespace

const EnvTable::Imports& EnvTable::ImportsOf(ClassId cls) {
  const auto [at, is_new] = imports_.try_emplace(cls.value);
  if (!is_new) return at->second;
  const syntax::Tree& tree = store_.tree(cls);
  for (const syntax::Element& element : tree.List(store_.definition(cls).elements)) {
    if (element.kind != syntax::ElementKind::kImport) continue;
    const syntax::Import& import = tree[element.import_clause];
    switch (import.kind) {
      case ImportKind::kSingle:
        at->second.named.emplace_back(tree.List(tree[import.name].parts).back().name, element.import_clause);
        break;
      case ImportKind::kRenamed:
        at->second.named.emplace_back(import.alias, element.import_clause);
        break;
      case ImportKind::kSome:
        for (const syntax::Identifier& name : tree.List(import.names))
          at->second.named.emplace_back(name.name, element.import_clause);
        break;
      case ImportKind::kAll:
        at->second.all.push_back(element.import_clause);
        break;
    }
  }
  return at->second;
}

bool EnvTable::HasLiteral(EnvId env, NameId name) {
  const ClassId cls = envs_[env.index()].enumeration;
  if (!cls.IsValid()) return false;
  return std::ranges::any_of(store_.tree(cls).List(store_.definition(cls).literals),
                             [&](const auto& literal) { return literal.name.name == name; });
}

// The import's name from the top, then `extra` in it where that is valid.
Found EnvTable::ResolveImport(ClassId cls, syntax::ImportId id, NameId extra) {
  const syntax::Tree& tree = store_.tree(cls);
  const syntax::Import& import = tree[id];
  Found found;
  EnvId container;
  bool is_first = true;
  for (const syntax::ReferencePart& part : tree.List(tree[import.name].parts)) {
    if (is_first) {
      const ClassId top = store_.FindTop(part.name);
      if (top.IsValid()) found = {Found::Kind::kClass, Root(top), 0};
    } else {
      container = found.env;
      found = LookupIn(found, part.name);
    }
    is_first = false;
    if (found.kind == Found::Kind::kNone && container.IsValid() && HasLiteral(container, part.name)) {
      report_(Warning(Code::kUnknownClass, tree.SpanOf(part), "`{}` is a value of an enumeration",
                      tree.DottedName(import.name))
                  .Note("an import is for the classes and constants of a package (section 13.2.1 of the "
                        "specification)")
                  .Hint("import the enumeration"));
      return {Found::Kind::kClass, container, 0};
    }
    if (found.kind == Found::Kind::kNone) {
      report_(Error(Code::kUnknownClass, tree.SpanOf(part), "there is no `{}` to import",
                    tree.DottedName(import.name)));
      return {Found::Kind::kError, {}, 0};
    }
    if (found.kind == Found::Kind::kError) return found;
  }
  const NameId name = extra.IsValid() ? extra : tree.List(tree[import.name].parts).back().name;
  const Found imported = extra.IsValid() ? LookupIn(found, extra) : found;
  if (extra.IsValid()) container = found.env;
  if (imported.kind == Found::Kind::kNone || !container.IsValid()) return imported;
  return MayImport(container, name, tree.SpanOf(import.name), import.kind) ? imported : Found{};
}

Found EnvTable::LookupImport(ClassId cls, NameId name) {
  const Imports imports = ImportsOf(cls);
  Found first;
  syntax::ImportId first_id;
  // True for the first one found. Reports another one with a different meaning.
  const auto take = [&](const Found& found, syntax::ImportId id) {
    if (found.kind == Found::Kind::kNone) return;
    if (first.kind == Found::Kind::kNone) {
      first = found;
      first_id = id;
    } else if (found.kind != Found::Kind::kError && found != first) {
      ReportTwoImports(cls, name, first_id, id);
    }
  };
  for (const auto& [known, id] : imports.named) {
    if (known != name) continue;
    const bool is_some = store_.tree(cls)[id].kind == ImportKind::kSome;
    take(ResolveImport(cls, id, is_some ? name : NameId()), id);
  }
  if (first.kind != Found::Kind::kNone) return first;
  for (const syntax::ImportId id : imports.all) take(ResolveImport(cls, id, name), id);
  return first;
}

// In the class where the scope is, inherited members and imports included.
Found EnvTable::LookupLocal(Scope scope, NameId name) {
  ClassEnv& env = envs_[scope.env.index()];
  if (env.state == ClassEnv::State::kNew) (*this)[scope.env];
  const Part part = env.parts[scope.part];
  if (part.is_short) return {};
  if (env.state == ClassEnv::State::kBuilding) {
    // While base classes are being searched, inherited elements are ignored (section 5.3.1).
    const ClassId child = store_.FindChild(part.cls, name);
    if (child.IsValid()) {
      const EnvId made = EnvOfClass(child, scope, {});
      return {made.IsValid() ? Found::Kind::kClass : Found::Kind::kError, made, 0};
    }
    return LookupImport(part.cls, name);
  }
  const std::uint32_t index = FindMember(scope.env, name);
  if (index != kNoMember) {
    const Member& member = env.members[index];
    const bool is_visible = std::any_of(member.parts.begin(), member.parts.end(), [&](std::uint32_t p) {
      return p >= scope.part && p < env.parts[scope.part].end;
    });
    if (is_visible) {
      if (!member.is_class) return {Found::Kind::kComponent, scope.env, index};
      const EnvId cls = EnvOf(scope.env, index);
      return {cls.IsValid() ? Found::Kind::kClass : Found::Kind::kError, cls, 0};
    }
  }
  return LookupImport(part.cls, name);
}

Found EnvTable::Lookup(Scope scope, NameId name) {
  while (scope.env.IsValid()) {
    const Found found = LookupLocal(scope, name);
    if (found.kind != Found::Kind::kNone) return found;
    const Part& part = envs_[scope.env.index()].parts[scope.part];
    const bool is_end = store_.definition(part.cls).is_encapsulated;
    scope = part.lexical;
    if (is_end) break;
  }
  if (const auto at = predefined_names_.find(name); at != predefined_names_.end())
    return {Found::Kind::kClass, at->second, 0};
  if (scope.env.IsValid()) return {};
  const ClassId top = store_.FindTop(name);
  if (!top.IsValid()) return {};
  const EnvId env = Root(top);
  return {env.IsValid() ? Found::Kind::kClass : Found::Kind::kError, env, 0};
}

Found EnvTable::LookupIn(Found found, NameId name) {
  if (found.kind == Found::Kind::kNone || found.kind == Found::Kind::kError) return found;
  EnvId in = found.env;
  if (found.kind == Found::Kind::kComponent) {
    in = EnvOf(found.env, found.member);
    if (!in.IsValid()) return {Found::Kind::kError, {}, 0};
  }
  if (envs_[in.index()].state == ClassEnv::State::kBuilding) {
    // `package Icons extends Icons.Package`: only the declarations in the class's own text are known yet.
    const ClassId child = store_.FindChild(envs_[in.index()].parts[0].cls, name);
    if (child.IsValid()) {
      const EnvId made = EnvOfClass(child, {in, 0}, {});
      return {made.IsValid() ? Found::Kind::kClass : Found::Kind::kError, made, 0};
    }
  }
  const std::uint32_t index = FindMember(in, name);
  if (index == kNoMember) return envs_[in.index()].is_broken ? Found{Found::Kind::kError, {}, 0} : Found{};
  if (!Members(in)[index].is_class) return {Found::Kind::kComponent, in, index};
  const EnvId cls = EnvOf(in, index);
  return {cls.IsValid() ? Found::Kind::kClass : Found::Kind::kError, cls, 0};
}

Found EnvTable::Resolve(const syntax::Tree& tree, syntax::ReferenceId id, Scope scope,
                        std::size_t* parts_used) {
  const syntax::Reference& reference = tree[id];
  const auto parts = tree.List(reference.parts);
  Found found = Lookup(reference.is_global ? Scope{} : scope, parts[0].name);
  if (found.kind == Found::Kind::kComponent) CheckEnclosing(found, scope, tree.SpanOf(parts[0]));
  *parts_used = 1;
  while (*parts_used < parts.size() && found.kind == Found::Kind::kClass) {
    const Found next = LookupIn(found, parts[*parts_used].name);
    if (next.kind == Found::Kind::kNone) return found;
    CheckVisible(found.env, FindMember(found.env, parts[*parts_used].name), tree.SpanOf(parts[*parts_used]));
    if (next.kind == Found::Kind::kComponent)
      CheckConstantIn(found.env, next, tree.SpanOf(parts[*parts_used]));
    found = next;
    ++*parts_used;
  }
  if (found.kind == Found::Kind::kComponent) CheckFields(tree, found, parts.subspan(*parts_used));
  return found;
}

// The classes in the text and in the directory of a class.
void EnvTable::OfferClasses(ClassId cls, NearestName& nearest) {
  if (!cls.IsValid()) return;
  for (const NameId name : store_.ChildNames(cls)) nearest.Offer(Text(name));
}

void EnvTable::ReportUnknownClass(const syntax::Tree& tree, syntax::ReferenceId id, std::size_t part,
                                  EnvId in, Scope scope) {
  const auto parts = tree.List(tree[id].parts);
  const std::string_view name = Text(parts[part].name);
  NearestName nearest(name);
  if (in.IsValid()) {
    for (const Member& member : Members(in)) nearest.Offer(Text(member.name));
    OfferClasses(envs_[in.index()].cls, nearest);
    report_(Error(Code::kUnknownType, tree.SpanOf(parts[part]), "there is no class `{}` in `{}`", name,
                  NameOf(in))
                .Hint(nearest.Hint()));
    return;
  }
  for (const auto& [known, ignored] : predefined_names_) nearest.Offer(Text(known));
  for (; scope.env.IsValid(); scope = envs_[scope.env.index()].lexical)
    OfferClasses(envs_[scope.env.index()].cls, nearest);
  for (const NameId top : store_.TopNames()) nearest.Offer(Text(top));
  auto error = Error(Code::kUnknownType, tree.SpanOf(id), "there is no class `{}`", tree.DottedName(id));
  std::string hint = nearest.Hint();
  if (hint.empty() && parts.size() > 1) {
    error.Note(library::NoLibrary(store_, name));
    hint = library::kHowToAddLibraries;
  }
  report_(std::move(error).Hint(std::move(hint)));
}

EnvId EnvTable::FindClass(const syntax::Tree& tree, syntax::ReferenceId id, Scope scope) {
  const auto parts = tree.List(tree[id].parts);
  Found found = Lookup(tree[id].is_global ? Scope{} : scope, parts[0].name);
  EnvId in;
  std::size_t part = 0;
  while (true) {
    if (found.kind == Found::Kind::kError) return {};
    if (found.kind == Found::Kind::kNone) {
      ReportUnknownClass(tree, id, part, in, scope);
      return {};
    }
    if (++part == parts.size()) break;
    in = found.kind == Found::Kind::kClass ? found.env : EnvOf(found.env, found.member);
    const bool is_component = found.kind == Found::Kind::kComponent;
    found = LookupIn(found, parts[part].name);
    if (found.kind == Found::Kind::kClass) CheckAccess(in, is_component, parts[part].name, tree.SpanOf(id));
  }
  if (found.kind == Found::Kind::kClass) return found.env;
  report_(Error(Code::kUnknownType, tree.SpanOf(id), "`{}` is a component, not a class", tree.DottedName(id))
              .With(Members(found.env)[found.member].span, "declared here"));
  return {};
}

}  // namespace daedalus::scope
