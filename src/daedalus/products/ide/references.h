// All uses of what a name means, in one text or in a library; and its renaming.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/ide/meaning.h"

namespace daedalus::ide {

struct Occurrence {
  std::string file;
  syntax::Place place;
  bool is_declaration = false;
  bool is_taken = false;  // another thing has the new name there
  friend bool operator==(const Occurrence& a, const Occurrence& b) {
    return a.file == b.file && a.place.begin == b.place.begin;
  }
};

// A declaration, in a form that other worlds understand.
struct Declared {
  std::string file;
  syntax::Place place;
  std::string name;
};
std::optional<Declared> DeclaredBy(World& world, const Meaning& meaning);

// The uses in a tree that the world has loaded, in the order of the text. Names that mean the same by another
// word, as imports with an alias do, are none. `new_name`: what they shall be called; empty: they keep their
// name.
std::vector<Occurrence> OccurrencesIn(World& world, const syntax::Tree& tree, const Declared& declared,
                                      std::string_view new_name = {});

// The class by which the world has loaded this very tree of a file; false if it knows another text, or none,
// by that name.
bool HasLoaded(World& world, const syntax::Tree& tree);

// Whether the text has the name at all; a text without it need not be read as a world.
bool HasWord(std::string_view text, std::string_view name);

// Why the name cannot be given to something; empty if it can.
std::string WhyNoName(std::string_view name);

}  // namespace daedalus::ide
