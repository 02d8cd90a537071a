// What a name in a text means: found by the compiler's own rules of lookup (language/scope).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/ide/uses.h"
#include "daedalus/products/ide/world.h"

namespace daedalus::ide {

struct Meaning {
  enum class Kind : std::uint8_t {
    kNone,
    kComponent,  // member number `member` of `env`
    kClass,    // the class `cls` under its own name, which may be an alias; `env` is the class that it means
    kLiteral,  // of an enumeration
    kAttribute,  // of a predefined type: start, unit, ...
    kBuiltin,    // a function or variable of the language: sin, der, time
    kIndex,      // of a loop
  };
  Kind kind = Kind::kNone;
  scope::EnvId env;
  std::uint32_t member = 0;
  library::ClassId cls;  // for kClass; invalid if the class is predefined
  Span declaration;      // the name in its declaration; invalid if it is not declared in a text
  syntax::NameId name;
  // The modifiers that apply to a component on the path by which it was named, outermost first.
  std::vector<const scope::Modifier*> layers = {};

  bool IsFound() const { return kind != Kind::kNone; }
};

class Resolver {
 public:
  Resolver(World& world, const syntax::Tree& tree) : world_(world), tree_(tree) {}

  Meaning Of(const TextMap& map, const Use& use);
  // What a dotted name with these parts means, as an expression or a class at this place.
  Meaning OfPath(scope::Scope scope, const std::vector<syntax::NameId>& path);
  Meaning First(scope::Scope scope, syntax::NameId name);
  // What `name` means as a member of the class, or of the type of the component, that was found.
  Meaning In(const Meaning& outer, syntax::NameId name);
  // The class whose members a dot after the name would offer; invalid if there is none.
  scope::EnvId TypeOf(const Meaning& meaning);
  // A class with everything that it inherits, as a meaning.
  Meaning OfClass(library::ClassId cls);

 private:
  Meaning OfReference(const Use& use);
  Meaning OfModifier(const TextMap& map, const Use& use);
  Meaning OfDeclared(const Use& use);
  Meaning FromTop(const Use& use);
  Meaning OfMember(scope::EnvId env, std::uint32_t member);
  library::ClassId NamedClass(scope::Scope scope, syntax::NameId name);
  Span DeclarationOf(scope::EnvId env, std::uint32_t member);

  World& world_;
  const syntax::Tree& tree_;
};

// The literals of an enumeration.
struct Literals {
  const syntax::Tree* tree = nullptr;
  syntax::Range<syntax::EnumerationLiteral> range;
};
std::optional<Literals> LiteralsOf(World& world, scope::EnvId env);

}  // namespace daedalus::ide
