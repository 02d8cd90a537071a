// The structure of a text: its classes and components, the ranges that can be folded, and the ranges to which
// a selection grows.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/ide/lines.h"
#include "daedalus/products/ide/uses.h"

namespace daedalus::ide {

struct Symbol {
  enum class Kind : std::uint8_t {
    kClass,
    kPackage,
    kFunction,
    kType,
    kConnector,
    kComponent,
    kParameter,
    kLiteral
  };
  Kind kind = Kind::kClass;
  std::string name;
  std::string detail;  // the kind of a class, the type of a component
  syntax::Place place;
  syntax::Place name_place;
  std::vector<Symbol> children;
};

std::vector<Symbol> SymbolsOf(const syntax::Tree& tree);

struct Fold {
  std::uint32_t first_line = 0, last_line = 0;
  enum class Kind : std::uint8_t { kRegion, kComment } kind = Kind::kRegion;
  friend auto operator<=>(const Fold&, const Fold&) = default;
};
// Classes, sections, loops, long modifications and annotations, comments of several lines.
std::vector<Fold> FoldsOf(const syntax::Tree& tree, const Lines& lines);

// The ranges around an offset, innermost first; each one contains the one before and is larger.
std::vector<syntax::Place> SelectionsAt(const TextMap& map, const syntax::Tree& tree, std::size_t offset);

}  // namespace daedalus::ide
