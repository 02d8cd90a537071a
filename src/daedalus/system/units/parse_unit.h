// The text of a unit, "N.m/rad", "kg.m2.s-2", "W/(m2.K)", by the grammar of Modelica 3.6, chapter 19:
//
//   expression  = numerator ["/" denominator]        one slash; several factors below it stand in brackets
//   numerator   = "1" | factors | "(" expression ")"
//   denominator = factor | "(" expression ")"
//   factors     = factor {"." factor}
//   factor      = [prefix] symbol [["+" | "-"] digits]
//
// with the symbols of the SI, those accepted with it, and a few that models use (unit_symbols.cc). A word is
// a symbol if the table has it, otherwise a prefix and a symbol: `min` is a minute, `Pa` a pascal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daedalus/system/units/unit.h"

namespace daedalus::units {

struct ParsedUnit {
  std::optional<Unit> unit;  // nullopt if empty, malformed, or with an unknown symbol
  // Why the text is malformed, for a message. Empty if it is a unit, or could be a unit that we do not know.
  std::string mistake;
};

ParsedUnit ParseUnit(std::string_view text);

// A symbol, perhaps with a prefix; nullopt if unknown. (unit_symbols.cc)
std::optional<Unit> FindSymbol(std::string_view letters);

}  // namespace daedalus::units
