// export: a model as an FMU, or an inlined step of it as C.
#include <fmt/format.h>

#include "daedalus/base/stopwatch.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/export_fmu.h"
#include "daedalus/products/driver/export_model.h"
#include "daedalus/results/output_file.h"

namespace daedalus::cli {
namespace {

// A folder of the given files, without it: the name of the model or of its file.
std::string DefaultFile(const driver::ModelOptions& model) {
  if (!model.model.empty()) return model.model + ".fmu";
  const std::string& file = model.files.back();
  const std::size_t begin = file.find_last_of('/') == std::string::npos ? 0 : file.find_last_of('/') + 1;
  const std::string name = file.substr(begin);
  return (name.ends_with(".mo") ? name.substr(0, name.size() - 3) : name) + ".fmu";
}

int ExportAsFmu(const ExportArguments& arguments, DiagnosticsFormat format) {
  const driver::ModelOptions& model = arguments.options.model;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  Stopwatch watch;
  const fmi::FmuOptions options{
      .version = *arguments.fmi == 2 ? fmi::FmiVersion::kFmi2 : fmi::FmiVersion::kFmi3,
      .has_exchange = !arguments.stepping_only,
      .has_stepping = !arguments.exchange_only,
      .tool = "Daedalus " DAEDALUS_VERSION,
      .page = {}};
  const auto fmu = driver::ExportFmu(model, options, loaded, diagnostics);
  const std::string file = arguments.options.output.empty() ? DefaultFile(model) : arguments.options.output;
  if (fmu) {
    auto written = results::WriteWholeFile(file, *fmu);
    if (!written) diagnostics.Append(std::move(written).error());
  }
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (!diagnostics.HasErrors()) {
    Print("{}: FMI {}, {:.1f} MB, {:.2f} s\n", file, *arguments.fmi, static_cast<double>(fmu->size()) / 1e6,
          watch.Lap());
  }
  return ExitCodeFor(diagnostics);
}

int ExportAsC(const ExportArguments& arguments, DiagnosticsFormat format) {
  const driver::SimulateOptions& options = arguments.options;
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

int Refuse(Diagnostic why, DiagnosticsFormat format) {
  PrintDiagnostics({std::move(why)}, {}, format);
  return kWrongCommandLine;
}

}  // namespace

int RunExport(const ExportArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.options.model, "export")) return kWrongCommandLine;
  if (arguments.as_c) return ExportAsC(arguments, format);
  if (!arguments.fmi) {
    return Refuse(Error(Code::kBadOption, {}, "as what should the model be exported?")
                      .Hint("--fmi 3 makes an FMU, --c makes C"),
                  format);
  }
  if (*arguments.fmi != 2 && *arguments.fmi != 3)
    return Refuse(Error(Code::kBadOption, {}, "there is no FMI {}: --fmi takes 2 or 3", *arguments.fmi),
                  format);
  return ExportAsFmu(arguments, format);
}

}  // namespace daedalus::cli
