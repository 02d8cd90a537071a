// Printing diagnostics to standard error in the form that was asked for.
#pragma once

#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/cli/arguments.h"
#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::cli {

// JSON: one object a line.
void PrintDiagnostic(const Diagnostic& diagnostic, const Sources& sources, DiagnosticsFormat format);
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const Sources& sources,
                      DiagnosticsFormat format);

// What these messages mean for the exit code: kDone, kWrongCommandLine where only options are wrong,
// kModelWrong.
int ExitCodeFor(const Diagnostics& diagnostics);

}  // namespace daedalus::cli
