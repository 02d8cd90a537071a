// profile: where a run spends its time.
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/interrupts.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/profile_report.h"
#include "daedalus/products/driver/simulate_model.h"

namespace daedalus::cli {

int RunProfile(const ProfileArguments& arguments, DiagnosticsFormat format) {
  driver::SimulateOptions options = arguments.options;
  if (!HasModel(options.model, "profile")) return kWrongCommandLine;
  options.profile = true;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::SimulateHooks hooks;
  hooks.cancelled = &InterruptFlag();
  // After a first step there is something to print: from then on an interrupted run prints it.
  hooks.after_step = [is_caught = false](double) mutable {
    if (!std::exchange(is_caught, true)) CatchInterrupts();
  };
  hooks.report = [&](const Diagnostic& d) { PrintDiagnostic(d, loaded.sources, format); };
  const driver::SimulateReport report = driver::SimulateModel(options, loaded, diagnostics, hooks);
  if (arguments.json) {
    constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
    Print("{}\n", driver::ProfileJson(report, loaded.sources).dump(1, ' ', false, kReplace));
  } else if (report.profile) {
    Print("{}", driver::ProfileText(report, loaded.sources, arguments.rows));
  }
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  return ExitCodeOf(report.status);
}

}  // namespace daedalus::cli
