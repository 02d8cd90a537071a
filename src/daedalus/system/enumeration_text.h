// How flat text keeps the enumeration of a variable. Flat text declares such a variable as an Integer,
// because the graph has numbers only. An annotation of the declaration names the type and its literals:
//
//   Integer mode(start = 1) annotation(__Daedalus(ofEnumeration = "Valve.Mode(closed, open)"));
//
// So whoever reads the text, an FMU for example, can show the literals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daedalus/system/system.h"

namespace daedalus {

// "Valve.Mode(closed, open)"
std::string EnumerationText(const Enumeration& enumeration);

// nullopt if the text has another form. A quoted identifier may contain any character.
std::optional<Enumeration> ReadEnumerationText(std::string_view text);

}  // namespace daedalus
