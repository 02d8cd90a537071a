// file:// addresses and paths.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::lsp {

// The path of a file:// address, with %20 and the like decoded. Any other address (untitled:Untitled-1) is
// returned unchanged, as a name that is not a file.
std::string PathOfUri(std::string_view uri);
std::string UriOfPath(std::string_view path);

}  // namespace daedalus::lsp
