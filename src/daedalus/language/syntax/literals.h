// The values of number and string literals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace daedalus::syntax {

// The double nearest to an unsigned number of Modelica; infinity when it is too large.
double NumberValue(std::string_view text);

// An unsigned integer, if it fits.
std::optional<std::int64_t> IntegerLiteralValue(std::string_view text);

// The text between the quotes, with escape sequences replaced. Unknown ones stay as they are.
std::string StringLiteralValue(std::string_view quoted);

// Whether a backslash may stand before this character (specification 3.6, section 2.3.1, S-ESCAPE).
bool IsEscapable(char c);

}  // namespace daedalus::syntax
