// Well-formed UTF-8 (Unicode 15, table 3-7), one code point at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace daedalus::syntax {

// The number of bytes (1 to 4) of the well-formed code point at `at`; 0 when the bytes there are not one.
std::size_t CodePointLength(std::string_view text, std::size_t at);

}  // namespace daedalus::syntax
