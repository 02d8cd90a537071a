// Pages are texts with {{marks}}, in which data are filled in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::results {

// JSON that no HTML parser mistakes for the end of a script.
std::string EscapeForScript(std::string_view json);

using Mark = std::pair<std::string_view, std::string_view>;

// Replaces each {{mark}} of the page by its text. Texts are not searched for marks again.
std::string FillPage(std::string_view page, const std::vector<Mark>& marks);

}  // namespace daedalus::results
