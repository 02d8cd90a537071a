// The text of a unit, "N.m/rad", "kg.m2.s-2", "W/(m2.K)", by the grammar of Modelica 3.6, chapter 19:
//
//   expression  = numerator ["/" denominator]        one slash; several factors below it stand in brackets
//   numerator   = "1" | factors | "(" expression ")"
//   denominator = factor | "(" expression ")"
//   factors     = factor {"." factor}
//   factor      = [prefix] symbol [["+" | "-"] digits]
//
// with the symbols of the SI, those accepted beside it, and a few that models use (unit_symbols.cc). A letter
// string is a symbol if it is one as it stands, else a prefix and a symbol: `min` is a minute and `Pa` a
// pascal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daedalus/units/unit.h"

namespace daedalus::units {

struct ParsedUnit {
  std::optional<Unit> unit;  // none: empty, wrong, or with a symbol that is not known
  // Why the text is no unit at all, for a message; empty: it is one, or at least could be one of somebody
  // else's.
  std::string mistake;
};

ParsedUnit ParseUnit(std::string_view text);

// A symbol, perhaps with a prefix; nothing where it is not known. (unit_symbols.cc)
std::optional<Unit> FindSymbol(std::string_view letters);

}  // namespace daedalus::units
