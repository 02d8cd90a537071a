// export: an inlined step as C.
#include "daedalus/cli/commands.h"
#include "daedalus/cli/exit_codes.h"
#include "daedalus/cli/print.h"
#include "daedalus/cli/report.h"
#include "daedalus/driver/export_model.h"
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
