// What is declared at a place, and everything in all texts around that means the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/products/ide/references.h"
#include "daedalus/products/lsp/requests.h"

namespace daedalus::lsp {

// The outermost directory that is a package and contains the file; empty if there is none.
std::string PackageRoot(const std::string& file);

// What the name at `params.position` means; throws RequestError if there is no name, or nothing declares it.
ide::Declared DeclaredAt(RequestContext& context, const Json& params);

// In the order of the files: those of its library, of the opened folders, and open texts. The texts of one
// library share a world. `new_name`: what they shall be called; empty: they keep their name.
std::vector<ide::Occurrence> AllOccurrences(RequestContext& context, const ide::Declared& declared,
                                            std::string_view new_name = {});

}  // namespace daedalus::lsp
