// Glob patterns over variable names: `*` any characters, `?` one character. Brackets are ordinary characters,
// because they are subscripts in names: `v[*]` matches `v[1]`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daedalus {

bool MatchesGlob(std::string_view pattern, std::string_view name);

// A list of patterns, cut at the commas that stand outside of brackets, parentheses and quoted identifiers:
// `x, a[1,2], 'p,q'` has three. Blanks around a pattern and empty patterns are ignored.
std::vector<std::string> SplitPatterns(std::string_view list);

}  // namespace daedalus
