// file:// addresses and paths.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::lsp {

// The path of a file: address, %20 and the like replaced. Another address (untitled:Untitled-1) is returned
// as it is: it names no file, but is a name.
std::string PathOfUri(std::string_view uri);
std::string UriOfPath(std::string_view path);

}  // namespace daedalus::lsp
