#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "daedalus/cli/commands.h"
#include "daedalus/cli/exit_codes.h"
#include "daedalus/cli/report.h"
#include "daedalus/driver/flatten_model.h"
#include "daedalus/driver/render_analysis.h"

namespace daedalus::cli {

int RunAnalyze(const AnalyzeArguments& arguments, DiagnosticsFormat format) {
  if (arguments.model.files.empty() && arguments.model.model.empty()) {
    fmt::print(stderr, "error: analyze needs a FILE, or a --model that is found in a library\n");
    return kWrongCommandLine;
  }
  driver::Program program;
  Diagnostics diagnostics;
  if (auto system = driver::FlattenModel(arguments.model, program, diagnostics)) {
    auto explained = driver::ExplainStructure(std::move(*system), diagnostics);
    if (!explained) {
      diagnostics.Append(std::move(explained).error());
    } else if (arguments.json) {
      fmt::print("{}\n", driver::AnalysisJson(*explained, program.sources).dump(1));
    } else {
      fmt::print("{}", driver::RenderAnalysis(*explained));
    }
  }
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), program.sources, format);
  return diagnostics.HasErrors() ? kModelWrong : kDone;
}

}  // namespace daedalus::cli
