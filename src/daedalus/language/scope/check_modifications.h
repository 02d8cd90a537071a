// Modifiers of elements that cannot be modified: final ones, protected ones of another class, outer ones, and
// missing ones (Modelica 3.6, sections 4.1, 5.4, 7.2.4 and 7.2.6). Redeclarations on the way are passed to
// check_redeclarations.h.
#pragma once

#include <set>
#include <vector>

#include "daedalus/language/scope/deselection.h"
#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

class ModificationChecker {
 public:
  explicit ModificationChecker(EnvTable& table) : table_(table) {}

  // The modifiers in the texts of the class and its base classes: of extends clauses, and of components.
  void CheckBases(EnvId env);
  void CheckComponents(EnvId env);

 private:
  enum class From : bool {
    kInheriting,  // an extends clause: protected elements are its own
    kOutside,
  };
  // Modifiers of the same element inside the modified class, innermost last.
  using Layers = std::vector<const Modifier*>;

  void CheckComponent(const Member& member);
  void CheckDeselected(const Modifier& mods, const Deselection& deselection);
  // Reports an element that one list modifies twice.
  void CheckTwice(const Modifier& node);
  void CheckAll(const Modifier& node, EnvId target, const Layers& inner, From from);
  void CheckOne(const Modifier& child, EnvId target, const Layers& inner, From from);
  void CheckAttribute(const Modifier& child, EnvId target, const Layers& inner);
  void CheckRedeclared(const Modifier& child, EnvId target, std::uint32_t member);

  EnvTable& table_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, EnvId>> done_;  // a text and the class that it modifies
};

}  // namespace daedalus::scope
