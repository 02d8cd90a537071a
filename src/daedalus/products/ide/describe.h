// What an editor shows about a name: its declaration, unit, description, value and documentation.
#pragma once

#include <string>

#include "daedalus/products/ide/meaning.h"

namespace daedalus::ide {

// Markdown; empty if there is nothing to say.
std::string Describe(World& world, const Meaning& meaning);

// "parameter Modelica.Units.SI.Resistance R", in one line. Empty if the name is neither a component nor a
// class.
std::string DeclarationText(World& world, const Meaning& meaning);
// The description string.
std::string DescriptionOf(World& world, const Meaning& meaning);
// The type of a component, by its full name, with its dimensions.
std::string TypeText(World& world, const Meaning& meaning);

// The text of HTML documentation as Markdown; pictures and styles are left out. At most `limit` bytes.
std::string MarkdownOfHtml(std::string_view html, std::size_t limit);

}  // namespace daedalus::ide
