// What a class of each kind may contain (Modelica 3.6, section 4.7) and inherit from (section 7.1.3).
#pragma once

#include <set>

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

class KindChecker {
 public:
  explicit KindChecker(EnvTable& table) : table_(table) {}

  // Checks the class of an environment and its base classes. The text of each class is checked once.
  void Check(EnvId env);

 private:
  void CheckText(ClassId cls);
  void CheckSections(ClassId cls);
  void CheckFunctionSections(ClassId cls);
  void CheckElement(ClassId cls, const syntax::Element& element);
  void CheckNested(ClassId cls, const syntax::Element& element);
  void CheckConstructor(const syntax::Tree& tree, const syntax::ClassDefinition& function);
  void CheckComponents(ClassId cls, const syntax::Element& element);
  void CheckTypes(EnvId env);
  void CheckFlowOperators(const Member& member, EnvId type);
  void CheckBase(EnvId env, std::uint32_t part);
  void CheckWrittenBases(EnvId env);

  EnvTable& table_;
  std::set<ClassId> texts_;
};

}  // namespace daedalus::scope
