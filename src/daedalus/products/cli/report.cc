#include "daedalus/products/cli/report.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "daedalus/base/diagnostics/render.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/interrupts.h"
#include "daedalus/products/cli/print.h"

namespace daedalus::cli {
namespace {

bool WantsColor() {
  return ::isatty(STDERR_FILENO) && !std::getenv("NO_COLOR");
}

}  // namespace

void PrintDiagnostic(const Diagnostic& diagnostic, const Sources& sources, DiagnosticsFormat format) {
  const std::string text =
      format == DiagnosticsFormat::kJson
          ? RenderJson(diagnostic, sources).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
                "\n"
          : RenderText(diagnostic, sources, {.color = WantsColor()});
  Write(stderr, text);
}

void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const Sources& sources,
                      DiagnosticsFormat format) {
  for (const Diagnostic& d : diagnostics) PrintDiagnostic(d, sources, format);
}

bool HasModel(const driver::ModelOptions& model, std::string_view command) {
  if (!model.files.empty() || !model.model.empty()) return true;
  PrintError("error: {} needs a FILE, or a --model that is found in a library\n", command);
  return false;
}

int ExitCodeOf(run::RunStatus status) {
  using run::RunStatus;
  switch (status) {
    case RunStatus::kDone:
      return kDone;
    case RunStatus::kModelWrong:
      return kModelWrong;
    case RunStatus::kWrongOption:
      return kWrongCommandLine;
    case RunStatus::kStopped:
      return kSimulationStopped;
    case RunStatus::kInterrupted:
      return ReceivedSignal() == SIGTERM ? kTerminated : kInterrupted;
  }
  return kModelWrong;
}

int ExitCodeFor(const Diagnostics& diagnostics) {
  int code = kDone;
  for (const Diagnostic& d : diagnostics.items()) {
    if (d.severity != Severity::kError) continue;
    if (d.code != Code::kBadOption) return kModelWrong;
    code = kWrongCommandLine;
  }
  return code;
}

}  // namespace daedalus::cli
