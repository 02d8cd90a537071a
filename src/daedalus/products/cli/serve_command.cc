// serve: the workbench in the browser.
#include <cstdio>
#include <filesystem>

#include "daedalus/language/library/search_path.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/cli/version.h"
#include "daedalus/products/server/serve.h"

namespace daedalus::cli {
namespace {

namespace fs = std::filesystem;

std::string Absolute(const std::string& path) {
  std::error_code failed;
  const fs::path absolute = fs::weakly_canonical(path, failed);
  return failed ? path : absolute.string();
}

// Children are this program again.
std::string OwnProgram() {
  std::error_code failed;
  const fs::path path = fs::read_symlink("/proc/self/exe", failed);
  return failed ? std::string() : path.string();
}

// False, with messages, if a folder does not exist.
bool AreFolders(const std::vector<std::string>& folders) {
  bool ok = true;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    PrintError("error: `{}` is not a folder\n", folder);
    ok = false;
  }
  return ok;
}

}  // namespace

int RunServe(const ServeArguments& arguments, DiagnosticsFormat format) {
  Diagnostics diagnostics;
  library::CheckLibraries(arguments.libraries, diagnostics);
  PrintDiagnostics(diagnostics.items(), {}, format);
  server::ServeOptions options;
  options.port = static_cast<unsigned short>(arguments.port);
  options.workbench.folders = arguments.folders;
  if (options.workbench.folders.empty()) options.workbench.folders.emplace_back(".");
  if (!AreFolders(options.workbench.folders) || diagnostics.HasErrors()) return kWrongCommandLine;
  options.workbench.version = VersionText();
  options.workbench.tools.program = OwnProgram();
  for (const std::string& library : arguments.libraries)
    options.workbench.tools.libraries.push_back(Absolute(library));
  options.workbench.tools.allow_external = arguments.allow_external;
  const auto done = server::Serve(std::move(options), [](const std::string& address) {
    Print(
        "The workbench is at\n\n  {}\n\nKeep this address to yourself: it has the token. Ctrl-C ends the "
        "workbench and its runs.\n",
        address);
    std::fflush(stdout);
  });
  if (done) return kDone;
  PrintError("error: {}\n", done.error());
  return kModelWrong;
}

}  // namespace daedalus::cli
