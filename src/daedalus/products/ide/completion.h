// Suggests what can be typed at a place.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/ide/cursor.h"
#include "daedalus/products/ide/meaning.h"

namespace daedalus::ide {

struct Proposal {
  enum class Kind : std::uint8_t {
    kComponent,
    kParameter,
    kConstant,
    kClass,
    kPackage,
    kFunction,
    kType,
    kLiteral,
    kModifier,
    kArgument,
    kUnit,
    kKeyword,
  };
  Kind kind = Kind::kKeyword;
  std::string label;
  std::string detail;       // its type
  std::string description;  // its description string
};

// All suggestions, sorted by label; the editor filters them by what was typed. `world` holds the text without
// the item at the cursor (WithoutItem).
std::vector<Proposal> Complete(World& world, const Cursor& cursor, std::size_t offset);

// The class that the innermost list of modifiers, or the called function, belongs to; invalid if there is
// none.
scope::EnvId TargetOf(World& world, const Cursor& cursor, std::size_t offset);

}  // namespace daedalus::ide
