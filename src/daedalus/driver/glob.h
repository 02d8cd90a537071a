// Glob patterns over variable names: `*` any characters, `?` one character. Brackets are ordinary characters,
// because they are subscripts in names: `v[*]` matches `v[1]`.
#pragma once

#include <string_view>

namespace daedalus::driver {

bool MatchesGlob(std::string_view pattern, std::string_view name);

}  // namespace daedalus::driver
