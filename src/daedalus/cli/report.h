// What commands tell on standard error: diagnostics in the form that was asked for, and what is missing on
// the command line.
#pragma once

#include <string_view>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/cli/arguments.h"
#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::cli {

// JSON: one object a line.
void PrintDiagnostic(const Diagnostic& diagnostic, const Sources& sources, DiagnosticsFormat format);
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const Sources& sources,
                      DiagnosticsFormat format);

// Whether the command line says what to read; if not, that is told.
bool HasModel(const driver::ModelOptions& model, std::string_view command);

// What these messages mean for the exit code: kDone, kWrongCommandLine where only options are wrong,
// kModelWrong.
int ExitCodeFor(const Diagnostics& diagnostics);

}  // namespace daedalus::cli
