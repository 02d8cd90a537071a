// What commands print on standard error: diagnostics in the requested form, and what the command line lacks.
#pragma once

#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/products/cli/arguments.h"
#include "daedalus/run/run_report.h"

namespace daedalus::cli {

// JSON: one object on each line.
void PrintDiagnostic(const Diagnostic& diagnostic, const Sources& sources, DiagnosticsFormat format);
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const Sources& sources,
                      DiagnosticsFormat format);

// True if the command line names something to read; otherwise an error is printed.
bool HasModel(const driver::ModelOptions& model, std::string_view command);

// The exit code of a run that ended so.
int ExitCodeOf(run::RunStatus status);
// The exit code for these messages: kDone, kWrongCommandLine if only options are wrong, or kModelWrong.
int ExitCodeFor(const Diagnostics& diagnostics);

}  // namespace daedalus::cli
