// export: an inlined step as C.
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/export_model.h"
#include "daedalus/results/output_file.h"

namespace daedalus::cli {

int RunExport(const ExportArguments& arguments, DiagnosticsFormat format) {
  const driver::SimulateOptions& options = arguments.options;
  if (!HasModel(options.model, "export")) return kWrongCommandLine;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto code = driver::ExportModel(options, loaded, diagnostics);
  if (code && !options.output.empty()) {
    auto written = results::WriteWholeFile(options.output, *code);
    if (!written) diagnostics.Append(std::move(written).error());
  }
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (code && options.output.empty()) Print("{}", *code);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
