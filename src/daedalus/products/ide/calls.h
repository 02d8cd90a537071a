// Calls of functions: the signature at the cursor, and names of positional arguments as hints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/ide/cursor.h"
#include "daedalus/products/ide/meaning.h"

namespace daedalus::ide {

struct Signature {
  struct Parameter {
    std::string label, description;
  };
  std::string label;  // "f(Real x, Real y = 1) -> Real z"
  std::string description;
  std::vector<Parameter> parameters;
  std::size_t active = 0;
};

// Of the innermost call around the cursor. `world` has the text without the item at the cursor.
std::optional<Signature> SignatureAt(World& world, const Cursor& cursor, std::size_t offset);

struct Hint {
  std::size_t offset = 0;
  std::string text;
};
// Names of the arguments that calls in [begin, end) give by position: of functions with more than one input.
std::vector<Hint> ArgumentHints(World& world, const TextMap& map, std::size_t begin, std::size_t end);

}  // namespace daedalus::ide
