// Builds the members of a class in its environment: own and inherited elements in the order of the text. Each
// member has the modifiers of its class and its base classes, and all redeclarations are applied.
#pragma once

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

class MemberBuilder {
 public:
  MemberBuilder(EnvTable& table, EnvId id) : table_(table), id_(id) {}

  void Build();
  // Adds a class that has a file of its own, and returns the number of the new member.
  std::uint32_t AddClass(ClassId cls, std::uint32_t part);

 private:
  ClassEnv& env() { return table_.envs_[id_.index()]; }
  void BuildPart(std::uint32_t part);
  void BuildLong(std::uint32_t part);
  void BuildShort(std::uint32_t part);
  // Of a base class, what its extends clause says.
  struct BaseClause {
    const Modifier* mods = nullptr;
    Span span;
    bool is_protected = false;
    std::shared_ptr<const Deselection> deselection = {};
  };
  void AddBase(EnvId base, std::uint32_t parent, const BaseClause& clause);
  void AddPredefined(EnvId base, std::uint32_t parent, const Modifier* mods);
  void AddComponents(std::uint32_t part, const syntax::Element& element);
  void AddClassElement(std::uint32_t part, const syntax::Element& element);
  void Add(Member member, std::uint32_t part, const syntax::Element* element);
  bool Deselect(const Member& member, std::uint32_t part);
  void Record(const Member& outer, const Member& inner, bool is_inherited);
  bool IsInside(std::uint32_t part, std::uint32_t other);
  void PutBelow(Member& outer, Member inner);
  std::shared_ptr<const Member> Inserted(const std::shared_ptr<const Member>& chain, Member inner);
  void Redeclare(Member& member, const Modifier& node);
  void ApplyModifiers(Member& member);
  bool Inherits(ClassId cls, std::uint32_t part);

  EnvTable& table_;
  EnvId id_;
};

}  // namespace daedalus::scope
