// Checks an open document completely: what `daedalus check` says about its classes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daedalus/products/lsp/workspace.h"

namespace daedalus::lsp {

// Messages about syntax, which are available at once.
Json SyntaxDiagnostics(Workspace& workspace, const Document& document);

// The classes of the document that are checked: first the one that was edited last. At most kMaxChecked.
inline constexpr std::size_t kMaxChecked = 20;
std::vector<std::string> ClassesToCheck(Workspace& workspace, const Document& document);

// Checks these classes one after the other. After each class it reports all messages so far. It reads files
// and may take long, so it should run in its own process (checker.h).
void CheckClasses(Workspace& workspace, const Document& document, const std::vector<std::string>& classes,
                  const std::function<void(const Json& diagnostics)>& found);

}  // namespace daedalus::lsp
