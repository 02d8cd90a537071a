// linearize: the matrices of a model near a point, and its poles.
#include <nlohmann/json.hpp>

#include "daedalus/model/linear_system_text.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/linearize_model.h"
#include "daedalus/results/output_file.h"

namespace daedalus::cli {
namespace {

Result<Unit> CheckFiles(const LinearizeArguments& arguments) {
  for (const std::string& file : {arguments.json, arguments.mat}) {
    if (file.empty()) continue;
    if (auto possible = results::CheckCanWrite(file); !possible) return possible;
  }
  return Unit{};
}

Result<Unit> WriteFiles(const LinearizeArguments& arguments, const model::LinearSystem& system) {
  if (!arguments.json.empty()) {
    const std::string text =
        model::LinearSystemJson(system).dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (auto written = results::WriteWholeFile(arguments.json, text + "\n"); !written) return written;
  }
  return arguments.mat.empty() ? Unit{}
                               : results::WriteWholeFile(arguments.mat, model::LinearSystemMat(system));
}

}  // namespace

int RunLinearize(const LinearizeArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.options.model, "linearize")) return kWrongCommandLine;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  if (auto possible = CheckFiles(arguments); !possible) {
    diagnostics.Append(std::move(possible).error());
  } else if (const auto system = driver::LinearizeModel(arguments.options, loaded, diagnostics)) {
    if (!arguments.quiet) Print("{}", model::LinearSystemText(*system));
    if (auto written = WriteFiles(arguments, *system); !written)
      diagnostics.Append(std::move(written).error());
  }
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
