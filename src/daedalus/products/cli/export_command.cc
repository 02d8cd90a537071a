// export: a model as an FMU, or an inlined step of it as C.
#include <fmt/format.h>

#include "daedalus/base/stopwatch.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/export_fmu.h"
#include "daedalus/products/driver/export_model.h"
#include "daedalus/products/fmi/source_files.h"
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

// As source, or with the run-time as its binary, which solves the equations or gives them (--dae).
std::optional<std::string> MakeFmu(const ExportArguments& arguments, const fmi::FmuOptions& options,
                                   driver::SourceFiles& loaded, Diagnostics& diagnostics) {
  const driver::ModelOptions& given = arguments.options.model;
  if (arguments.dae) return driver::ExportDaeFmu(given, options, *arguments.dae, loaded, diagnostics);
  if (!arguments.as_source) return driver::ExportFmu(given, options, loaded, diagnostics);
  const auto model = driver::ExportModel(arguments.options, loaded, diagnostics);
  if (!model) return std::nullopt;
  auto fmu = fmi::MakeSourceFmu(*model, options);
  if (fmu) return *std::move(fmu);
  diagnostics.Append(std::move(fmu).error());
  return std::nullopt;
}

int ExportAsFmu(const ExportArguments& arguments, DiagnosticsFormat format) {
  const driver::ModelOptions& model = arguments.options.model;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  Stopwatch watch;
  const fmi::FmuOptions options{
      .version = *arguments.fmi == 2 ? fmi::FmiVersion::kFmi2 : fmi::FmiVersion::kFmi3,
      .has_exchange = !arguments.stepping_only,
      .has_stepping = !arguments.exchange_only && !arguments.dae,
      .tool = "Daedalus " DAEDALUS_VERSION};
  const auto fmu = MakeFmu(arguments, options, loaded, diagnostics);
  const std::string file = arguments.options.output.empty() ? DefaultFile(model) : arguments.options.output;
  if (fmu) {
    auto written = results::WriteWholeFile(file, *fmu);
    if (!written) diagnostics.Append(std::move(written).error());
  }
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (!diagnostics.HasErrors()) {
    Print("{}: FMI {}, {}, {:.1f} MB, {:.2f} s\n", file, *arguments.fmi,
          arguments.as_source ? "as source" : "binary", static_cast<double>(fmu->size()) / 1e6, watch.Lap());
  }
  return ExitCodeFor(diagnostics);
}

int ExportAsC(const ExportArguments& arguments, DiagnosticsFormat format) {
  const driver::SimulateOptions& options = arguments.options;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto code = driver::ExportModel(options, loaded, diagnostics);
  if (code && !options.output.empty()) {
    auto written = results::WriteWholeFile(options.output, code->code.text);
    if (!written) diagnostics.Append(std::move(written).error());
  }
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (code && options.output.empty()) Print("{}", code->code.text);
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
  if (arguments.dae && *arguments.fmi != 3)
    return Refuse(Error(Code::kBadOption, {}, "--dae needs FMI 3").Hint("--fmi 3"), format);
  if (arguments.as_source && (*arguments.fmi != 3 || arguments.exchange_only)) {
    return Refuse(Error(Code::kBadOption, {}, "an FMU as source is of FMI 3, and for Co-Simulation")
                      .Hint("--kind binary makes the others"),
                  format);
  }
  return ExportAsFmu(arguments, format);
}

}  // namespace daedalus::cli
