// Finds all uses of a name in one text or in a library, and renames it.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/ide/meaning.h"

namespace daedalus::ide {

struct Occurrence {
  std::string file;
  syntax::Place place;
  bool is_declaration = false;
  bool is_taken = false;  // the new name already means something else there
  friend bool operator==(const Occurrence& a, const Occurrence& b) {
    return a.file == b.file && a.place.begin == b.place.begin;
  }
};

// A declaration, in a form that other worlds (world.h) can find.
struct Declared {
  std::string file;
  syntax::Place place;
  std::string name;
};
std::optional<Declared> DeclaredBy(World& world, const Meaning& meaning);

// The uses in a tree that the world has loaded, in the order of the text. Names that refer to the declaration
// by another word, such as imports with an alias, are left out. `new_name` is the name after renaming; empty
// if nothing is renamed.
std::vector<Occurrence> OccurrencesIn(World& world, const syntax::Tree& tree, const Declared& declared,
                                      std::string_view new_name = {});

// The class under which the world has loaded exactly this tree; false if it has loaded another text under
// that name, or none.
bool HasLoaded(World& world, const syntax::Tree& tree);

// True if the name occurs in the text. A text without it need not be analysed.
bool HasWord(std::string_view text, std::string_view name);

// The reason why something cannot get this name; empty if it can.
std::string WhyNoName(std::string_view name);

}  // namespace daedalus::ide
