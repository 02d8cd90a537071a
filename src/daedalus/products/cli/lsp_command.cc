// lsp: a language server for editors.
#include <unistd.h>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/version.h"
#include "daedalus/products/lsp/serve.h"

namespace daedalus::cli {

int RunLsp(const LspArguments& arguments, DiagnosticsFormat) {
  return lsp::Serve({arguments.libraries, VersionText()}, STDIN_FILENO, STDOUT_FILENO);
}

}  // namespace daedalus::cli
