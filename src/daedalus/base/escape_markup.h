// Texts of models inside XML and HTML: whatever they contain, they remain text.
#pragma once

#include <string>
#include <string_view>

namespace daedalus {

// For the content of elements and for values of attributes in quotes. White space of attributes survives.
// Control characters and bytes that are not UTF-8 become U+FFFD, since XML does not allow them.
std::string EscapeMarkup(std::string_view text);

}  // namespace daedalus
