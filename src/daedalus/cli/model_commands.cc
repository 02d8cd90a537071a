// check, flatten and parse: the first stages of the pipeline, each on its own.
#include <fmt/format.h>

#include <cstdio>

#include "daedalus/causal/solvability.h"
#include "daedalus/cli/commands.h"
#include "daedalus/cli/exit_codes.h"
#include "daedalus/cli/report.h"
#include "daedalus/driver/flatten_model.h"
#include "daedalus/syntax/unparse.h"
#include "daedalus/system/print.h"

namespace daedalus::cli {
namespace {

bool HasModel(const driver::ModelOptions& model, const char* command) {
  if (!model.files.empty() || !model.model.empty()) return true;
  fmt::print(stderr, "error: {} needs a FILE, or a --model that is found in a library\n", command);
  return false;
}

}  // namespace

int RunCheck(const CheckArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.model, "check")) return kWrongCommandLine;
  driver::Program program;
  Diagnostics diagnostics;
  const auto system = driver::FlattenModel(arguments.model, program, diagnostics);
  if (system) {
    auto solvability = causal::CheckSolvability(*system, causal::IncidenceOf(*system));
    for (Diagnostic& d : solvability ? std::vector<Diagnostic>() : std::move(solvability).error()) {
      // A higher index is no mistake of the model; we only cannot simulate it yet.
      if (d.code == Code::kHigherIndex) d.severity = Severity::kWarning;
      diagnostics.Report(std::move(d));
    }
  }
  PrintDiagnostics(diagnostics.items(), program.sources, format);
  if (diagnostics.HasErrors()) return kModelWrong;
  fmt::print("{}: {} equations for {} unknowns, {} parameters\n", system->name, system->equations.size(),
             system->variables.size(), system->parameters.size());
  return kDone;
}

int RunFlatten(const FlattenArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.model, "flatten")) return kWrongCommandLine;
  driver::Program program;
  Diagnostics diagnostics;
  const auto system = driver::FlattenModel(arguments.model, program, diagnostics);
  PrintDiagnostics(diagnostics.items(), program.sources, format);
  if (!system) return kModelWrong;
  fmt::print("{}", FlatModelica(*system));
  return kDone;
}

int RunParse(const ParseArguments& arguments, DiagnosticsFormat format) {
  driver::Program program;
  Diagnostics diagnostics;
  driver::Load(arguments.files, program, diagnostics);
  PrintDiagnostics(diagnostics.items(), program.sources, format);
  if (arguments.print) {
    for (const syntax::Tree& tree : program.trees) fmt::print("{}", syntax::Unparse(tree));
  }
  return diagnostics.HasErrors() ? kModelWrong : kDone;
}

}  // namespace daedalus::cli
