// flatten and parse: the first stages of the pipeline, each alone.
#include <fmt/format.h>

#include <cstdio>

#include "daedalus/cli/commands.h"
#include "daedalus/cli/exit_codes.h"
#include "daedalus/cli/print.h"
#include "daedalus/cli/report.h"
#include "daedalus/driver/flatten_model.h"
#include "daedalus/syntax/unparse.h"

namespace daedalus::cli {
int RunFlatten(const FlattenArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.model, "flatten")) return kWrongCommandLine;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto text = driver::DescribeStage(arguments.model, arguments.stage, loaded, diagnostics);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (text) Print("{}", *text);
  return ExitCodeFor(diagnostics);
}

int RunParse(const ParseArguments& arguments, DiagnosticsFormat format) {
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::Load(arguments.files, loaded, diagnostics);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (arguments.print) {
    for (const syntax::Tree& tree : loaded.trees) Print("{}", syntax::Unparse(tree));
  }
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
