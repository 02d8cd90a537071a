// Lays out a text: two spaces a level, no spaces at the end of a line, at most one empty line in a row.
//
// Lines are never joined or broken. Spaces inside a line stay, except before a comma or semicolon. So tokens
// and comments are unchanged, and formatting twice gives the same text as formatting once.
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

// The edits, in the order of the text. nullopt if the text has syntax errors, because the structure of the
// lines is unknown then.
std::optional<std::vector<Edit>> Format(std::string_view text);

// Applies edits that are in order and do not overlap.
std::string Apply(std::string_view text, const std::vector<Edit>& edits);

}  // namespace daedalus::ide
