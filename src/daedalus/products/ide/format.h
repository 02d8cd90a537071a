// The layout of a text: two spaces a level, nothing behind the last token of a line, at most one empty line.
//
// Lines are never joined or broken, and spaces inside of a line stay, except those before a comma or
// semicolon. So tokens and comments remain what they are, and a second run changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/language/syntax/node.h"

namespace daedalus::ide {

struct Edit {
  syntax::Place place;
  std::string text;
};

// The edits that lay a text out, in its order. nullopt if the text has mistakes of syntax: what a line
// belongs to is not known then.
std::optional<std::vector<Edit>> Format(std::string_view text);

// The text after edits that are in its order and do not overlap.
std::string Apply(std::string_view text, const std::vector<Edit>& edits);

}  // namespace daedalus::ide
