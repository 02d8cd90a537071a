// All class environments of a run, each made once, on demand.
//
//   EnvId env = table.Root(store.Find("Modelica.Electrical.Analog.Basic.Resistor"));
//   for (const Member& member : table.Members(env)) ...
//   EnvId pin = table.EnvOf(env, table.FindMember(env, p));     // the class of the component p
//
// build_members.cc builds the members: the elements of the class and of its base classes in the order of the
// text, with redeclarations from outside. lookup.cc finds names.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "daedalus/base/nearest_name.h"
#include "daedalus/base/stable_vector.h"
#include "daedalus/language/scope/class_env.h"
#include "daedalus/language/scope/type_mods.h"

namespace daedalus::scope {

// What a name is.
struct Found {
  enum class Kind : std::uint8_t {
    kNone,
    kError,      // there was an error on the way, which was reported
    kComponent,  // member number `member` of `env`
    kClass,      // `env`
  };
  Kind kind = Kind::kNone;
  EnvId env;
  std::uint32_t member = 0;

  friend bool operator==(const Found&, const Found&) = default;
};

inline constexpr std::uint32_t kNoMember = 0xffffffffu;

class EnvTable {
 public:
  using Report = std::function<void(Diagnostic)>;
  EnvTable(library::ClassStore& store, Report report);

  library::ClassStore& store() { return store_; }
  const library::ClassStore& store() const { return store_; }
  const TypeModsTable& type_mods() const { return type_mods_; }

  // A class in its package, without redeclarations.
  EnvId Root(ClassId cls);
  EnvId PredefinedEnv(Predefined type) const { return predefined_[static_cast<std::size_t>(type)]; }

  // The environments made so far are 0 .. num_envs() - 1.
  std::size_t num_envs() const { return envs_.size(); }
  // True if its members were requested.
  bool IsBuilt(EnvId id) const { return envs_[id.index()].state == ClassEnv::State::kBuilt; }

  // ---- An environment; members are built on first use. ----
  const ClassEnv& operator[](EnvId id) {
    ClassEnv& env = envs_[id.index()];
    if (env.state == ClassEnv::State::kNew) Build(id);
    return env;
  }
  const std::deque<Member>& Members(EnvId id) { return (*this)[id].members; }
  // kNoMember if there is none. Classes in files of their own are found too.
  std::uint32_t FindMember(EnvId id, syntax::NameId name);
  // The environment of a member class, or of a component's type; invalid after an error.
  EnvId EnvOf(EnvId id, std::uint32_t member);
  // The type of a component without its modifiers; invalid after an error, which was reported.
  EnvId DeclaredTypeOf(const Member& component) {
    return FindClass(*component.tree, component.clause->type, component.scope);
  }
  // The class with what these modifiers, outermost first, redeclare in it; values do not matter. An invalid
  // one stays invalid.
  EnvId Modified(EnvId cls, std::span<const Modifier* const> layers) {
    return cls.IsValid() ? WithMods(cls, Canonical(layers, cls, Values::kLeftOut)) : cls;
  }
  // The class that a member declares, whatever redeclares it; invalid after an error, which was reported.
  EnvId DeclaredClassOf(const Member& cls) { return EnvOfClass(cls.cls, cls.scope, {}); }
  // The kind of class as it was declared: `connector`, `function`, ...; a predefined one is a type.
  syntax::ClassKind KindOf(EnvId id) const;
  bool IsPartial(EnvId id) const;
  // "Modelica.Electrical.Analog.Basic.Resistor", "Real".
  std::string NameOf(EnvId id) const;
  // Where the class is named in its text; invalid for a predefined one.
  Span SpanOf(EnvId id) const {
    const ClassId cls = envs_[id.index()].cls;
    return cls.IsValid() ? store_.tree(cls).SpanOf(store_.definition(cls).name) : Span();
  }

  // ---- Names (lookup.cc) ----
  Found Lookup(Scope scope, syntax::NameId name);
  // `rest` after a class or component that was found.
  Found LookupIn(Found found, syntax::NameId name);
  // Finds a class by a dotted name. Reports errors, and is invalid then.
  EnvId FindClass(const syntax::Tree& tree, syntax::ReferenceId name, Scope scope);
  // The name as far as classes and at most one last component go; `parts_used` counts.
  Found Resolve(const syntax::Tree& tree, syntax::ReferenceId name, Scope scope, std::size_t* parts_used);

  void ReportError(Diagnostic error) { report_(std::move(error)); }
  ModifierArena& arena() { return arena_; }
  std::string_view Text(syntax::NameId name) const { return names_.Text(name); }

 private:
  friend class MemberBuilder;
  struct Key {
    ClassId cls;
    EnvId lexical;
    std::uint32_t part;
    TypeModsId mods;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Imports {
    std::vector<std::pair<syntax::NameId, syntax::ImportId>> named;
    std::vector<syntax::ImportId> all;
  };

  void Build(EnvId id);
  EnvId Intern(ClassId cls, Scope lexical, TypeModsId mods);
  // The environment of a class definition. A definition that only renames a class gives that class.
  EnvId EnvOfClass(ClassId cls, Scope lexical, TypeModsId mods);
  EnvId WithMods(EnvId env, TypeModsId mods);
  // Keeps the values of modifiers for classes, which have no instance to keep them.
  enum class Values : bool { kLeftOut, kKept };
  TypeModsId Canonical(std::span<const Modifier* const> layers, EnvId of, Values values);
  TypeMod CanonicalOf(syntax::NameId name, std::span<const Modifier* const> layers, EnvId of, Values values);
  EnvId ClassEnvOf(EnvId id, std::uint32_t member);
  EnvId TypeEnvOf(EnvId id, std::uint32_t member);
  const Modifier* ShortModifiers(ClassId cls, Scope lexical);
  std::vector<const Modifier*> ClassConstraints(const Member& member, EnvId base, bool is_redeclared);
  EnvId RedeclaredClass(const Modifier& node);
  Found LookupLocal(Scope scope, syntax::NameId name);
  Found LookupImport(ClassId cls, syntax::NameId name);
  bool HasLiteral(EnvId env, syntax::NameId name);
  Found ResolveImport(ClassId cls, syntax::ImportId id, syntax::NameId extra);
  bool MayImport(EnvId container, syntax::NameId name, Span span, syntax::ImportKind kind);
  void ReportTwoImports(ClassId cls, syntax::NameId name, syntax::ImportId first, syntax::ImportId second);
  void CheckAccess(EnvId in, bool is_component, syntax::NameId name, Span span);
  void CheckEnclosing(const Found& found, Scope scope, Span span);
  void CheckFields(const syntax::Tree& tree, Found component, std::span<const syntax::ReferencePart> rest);
  void CheckOuterField(const Found& component, EnvId type, Span span, syntax::NameId name);
  void CheckConstantIn(EnvId in, const Found& found, Span span);
  void CheckOtherName(ClassId name, EnvId meant);
  void CheckVisible(EnvId in, std::uint32_t index, Span span);
  bool IsLikePackage(EnvId env);
  const Imports& ImportsOf(ClassId cls);
  void OfferClasses(library::ClassId cls, NearestName& nearest);
  void ReportUnknownClass(const syntax::Tree& tree, syntax::ReferenceId name, std::size_t part, EnvId in,
                          Scope scope);

  library::ClassStore& store_;
  syntax::NameTable& names_;
  Report report_;
  ModifierArena arena_;
  TypeModsTable type_mods_;
  StableVector<ClassEnv, 16> envs_;
  std::map<Key, EnvId> ids_;
  std::map<const Modifier*, EnvId> redeclared_;
  std::unordered_map<std::uint32_t, Imports> imports_;
  std::array<EnvId, 11> predefined_;
  std::unordered_map<syntax::NameId, EnvId> predefined_names_;
  int depth_ = 0;
};

}  // namespace daedalus::scope
