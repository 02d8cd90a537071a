// A class in its environment: its members after all redeclarations from outside.
//
// Environments are interned: two components whose classes are the same text in the same surroundings with the
// same redeclarations have the same EnvId, whatever the values of their modifiers. Its members (inherited
// ones merged) are computed once for all instances.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/scope/modifier.h"

namespace daedalus::scope {

using library::ClassId;

struct TypeModsTag;
using TypeModsId = Id<TypeModsTag>;  // redeclarations from outside (type_mods.h); invalid if none

// The kind of a class after resolving short classes and bases.
enum class Predefined : std::uint8_t {
  kNone,
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,  // literals: those of the definition `ClassEnv::enumeration`, or of a predefined one
  kStateSelect,
  kAssertionLevel,
  kExternalObject,
  kClock,
};

struct Deselection;  // deselection.h

// The class itself (the first), or a class that it inherits from, in the order of the text; the bases of a
// base follow it directly.
struct Part {
  ClassId cls;
  Scope lexical;                   // where the class stands
  EnvId found;                     // the base class as it was found, without `mods`; of the first: invalid
  std::uint32_t parent = 0;        // the part whose extends clause names it; of the first: itself
  std::uint32_t end = 0;           // parts [this, end) are this class and what it inherits
  const Modifier* mods = nullptr;  // of that extends clause
  std::shared_ptr<const Deselection> deselection;  // of that extends clause; null: it deselects nothing
  TypeModsId type_mods;                            // of the environment in which the base class was found
  bool is_short = false;      // a short class has no names of its own: lookup starts around it
  bool is_protected = false;  // `protected extends`
};

// An expression of a declaration, such as a dimension, `type Axis = Real[3]`, and where its names are looked
// up.
struct DeclaredText {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression;
  Scope scope;
};

// `constrainedby type(...)`, and where its names are looked up. Without it the type of the original
// declaration is the constraining type (section 7.3.2).
struct DeclaredConstraint {
  const syntax::Tree* tree = nullptr;
  syntax::ConstraintId id;  // invalid if there is none
  Scope scope;
  syntax::ReferenceId type;  // of the clause, or of the original declaration of a component
};

struct Member;

// What a member may be redeclared to, and what it redeclares itself.
struct Redeclaring {
  bool is_replaceable = false;
  bool is_redeclared = false;                           // by an element or a modifier
  DeclaredConstraint constraint;                        // of a replaceable one
  std::vector<const Modifier*> outer_constraints = {};  // of constraining clauses, below all others
  std::shared_ptr<const Member> replaced = {};          // the original of a redeclaring element
};

// A component or a class of a class.
struct Member {
  syntax::NameId name;
  bool is_class = false;
  bool is_protected = false;
  bool is_final = false;
  bool is_inner = false;
  bool is_outer = false;
  Redeclaring redeclaring;

  // The text of the declaration, and where its names are looked up.
  Scope scope;
  const syntax::Tree* tree = nullptr;
  const syntax::ComponentClause* clause = nullptr;  // of a component
  const syntax::Component* component = nullptr;
  // Its prefixes. A redeclaration keeps the prefixes of the original that it does not give (section 7.3).
  syntax::Variability variability = syntax::Variability::kNone;
  syntax::Causality causality = syntax::Causality::kNone;
  syntax::Connection connection = syntax::Connection::kNone;
  ClassId cls;                           // of a class
  Span span;                             // of its name
  std::vector<DeclaredText> dimensions;  // of a component, without those of its type
  DeclaredText condition;                // of a component; its expression is invalid where there is none

  std::vector<const Modifier*>
      mods;  // outermost first, the last those of the declaration; their roots mean this member
  std::vector<std::uint32_t> parts;  // that declare it: it is visible in these and in their parents

  // True if it makes no component and stands for the inner one around it. `inner outer` makes a component of
  // its own, except as an output of a state of a state machine: the states below assign to the variable that
  // this state assigns to (Modelica 3.6, section 17.3.5).
  bool StandsForInner() const { return is_outer && (!is_inner || causality == syntax::Causality::kOutput); }
};

// Two declarations of one name that meet in a class. check_redeclarations.h checks them later, because types
// cannot be looked up while members are being built.
struct Encounter {
  std::shared_ptr<const Member> outer;  // of the class that inherits the other one; of two bases, the first
  std::shared_ptr<const Member> inner;
  bool is_inherited = true;  // the outer one's class inherits the inner one's; else both are inherited
};

// A member that the extends clause of a part deselects: it is none of the class.
struct DeselectedMember {
  std::uint32_t by_part = 0;
  std::shared_ptr<const Member> member;
};

struct ClassEnv {
  enum class State : std::uint8_t { kNew, kBuilding, kBuilt };

  ClassId cls;  // invalid: predefined
  Scope lexical;
  TypeModsId type_mods;
  State state = State::kNew;
  bool is_broken = false;  // a base class was not found, and that was reported

  std::vector<Part> parts;
  std::deque<Member> members;  // a deque: members must not move when others are added
  std::unordered_map<syntax::NameId, std::uint32_t> by_name;
  std::vector<Encounter> encounters;
  std::vector<DeselectedMember> deselected;
  std::vector<EnvId> member_envs;    // of classes, and of the types of components; invalid: not computed yet
  std::vector<char> is_being_found;  // by member: true while its environment is being computed

  Predefined predefined = Predefined::kNone;
  ClassId enumeration;  // kEnumeration: the class that lists the literals
  std::vector<const Modifier*>
      attributes;                        // of a predefined type: modifiers on the way to it, outermost first
  std::vector<DeclaredText> dimensions;  // of `type A = B[n]`, those of A before those of B
  syntax::Causality causality = syntax::Causality::kNone;  // of `connector A = input Real`
};

}  // namespace daedalus::scope
