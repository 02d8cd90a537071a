// flatten and parse: the first stages of the pipeline, each alone.
#include <fmt/format.h>

#include <cstdio>

#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/flatten_model.h"

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
