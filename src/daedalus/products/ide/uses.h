// All names in a text, with their places and the way in which each is looked up, and the places of all
// constructs.
//
// This knows syntax only. meaning.h says what a name means.
#pragma once

#include <vector>

#include "daedalus/language/syntax/tree.h"

namespace daedalus::ide {

enum class UseKind : std::uint8_t {
  kClass,      // the name of a class where it is declared
  kClassEnd,   // `end Name`
  kComponent,  // the name of a component where it is declared
  kLiteral,    // of an enumeration, where it is declared
  kIndex,      // of a loop, where it is declared
  kIndexUse,   // where it is used
  kType,       // a part of the name of a class
  kImport,     // a part of the name behind `import` or `within`: it is looked up from the top
  kAlias,      // `import Alias = A.B`
  kValue,      // a part of the name of a component or constant in an expression
  kFunction,   // a part of the name of a function that is called
  kModifier,   // of an element that is modified
  kArgument,   // f(name = value)
};

struct Use {
  UseKind kind = UseKind::kValue;
  syntax::Place place;  // of the identifier alone
  syntax::NameId name;
  syntax::ClassId cls;             // the class in whose text it is looked up; invalid at the top of the file
  syntax::ReferenceId reference;   // of parts of a reference: that reference; of an argument: the function
  std::uint32_t part = 0;          // which part
  std::size_t owner = kNone;       // of a modifier: the use whose type is modified
  syntax::ReferenceId owner_type;  // or the class that is modified
  syntax::ClassId declared;        // kClass, kClassEnd: the class
  syntax::Place declaration;       // of indices: where it is declared

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

struct TextMap {
  std::vector<Use> uses;              // roughly in the order of the text
  std::vector<syntax::Place> places;  // of all nodes, in no order
};

TextMap MapText(const syntax::Tree& tree);

// The use at this place of the text, or ending there. nullptr if there is none.
const Use* UseAt(const TextMap& map, std::size_t offset);

// The innermost class around a place; invalid at the top of the file.
syntax::ClassId ClassAt(const syntax::Tree& tree, std::size_t offset);

}  // namespace daedalus::ide
