// Redeclarations that reach a class from outside, in a form that can be compared: two environments are equal
// if their redeclarations are. Values of component modifiers are omitted: they do not change the members of a
// class. Values of class modifiers (`Medium(singleState = true)`) are kept, for a class has no other place
// for them.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "daedalus/language/scope/class_env.h"

namespace daedalus::scope {

struct TypeMod {
  enum class Kind : std::uint8_t {
    kClass,      // redeclared as `target`; in a class, the last of `nodes` says so
    kComponent,  // redeclared by `nodes[0]`
    kNested,     // something inside of it is modified: `nested`, and `nodes` with values for a class
  };
  syntax::NameId name;
  Kind kind = Kind::kNested;
  EnvId target;
  TypeModsId nested;
  std::vector<const Modifier*> nodes;

  friend auto operator<=>(const TypeMod&, const TypeMod&) = default;
};

class TypeModsTable {
 public:
  // Sorted by name, each once.
  TypeModsId Intern(std::vector<TypeMod> mods);
  std::span<const TypeMod> operator[](TypeModsId id) const {
    return id.IsValid() ? std::span<const TypeMod>(*tables_[id]) : std::span<const TypeMod>();
  }
  // nullptr if there is none for the name.
  const TypeMod* Find(TypeModsId id, syntax::NameId name) const;
  // Merges both; the outer ones win.
  TypeModsId Merge(TypeModsId outer, TypeModsId inner);

 private:
  std::map<std::vector<TypeMod>, TypeModsId> ids_;
  IdVector<TypeModsId, const std::vector<TypeMod>*> tables_;
};

}  // namespace daedalus::scope
