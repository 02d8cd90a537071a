#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/simulate_model.h"
#include "daedalus/results/terminal_sketch.h"

namespace daedalus::cli {
namespace {

using driver::SimulateStatus;

// A signal handler can communicate only through globals.
std::atomic<bool> cancelled = false;
volatile std::sig_atomic_t received_signal = 0;
std::atomic<std::int64_t> received_at = 0;  // seconds
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a handler may write them");

// A second signal ends the program at once, unless it comes together with the first: `timeout` sends its
// signal to the program and to its group.
void OnInterrupt(int signal) {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  if (cancelled && now.tv_sec - received_at > 1) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  if (!cancelled) received_at = now.tv_sec;
  received_signal = signal;
  cancelled = true;
}

// Until there are results to keep, a signal simply ends the program.
void CatchInterrupts() {
  struct sigaction action{};
  action.sa_handler = OnInterrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

int ExitCodeOf(SimulateStatus status) {
  switch (status) {
    case SimulateStatus::kDone:
      return kDone;
    case SimulateStatus::kModelWrong:
      return kModelWrong;
    case SimulateStatus::kWrongOption:
      return kWrongCommandLine;
    case SimulateStatus::kStopped:
      return kSimulationStopped;
    case SimulateStatus::kInterrupted:
      return received_signal == SIGTERM ? kTerminated : kInterrupted;
  }
  return kModelWrong;
}

std::string Count(std::int64_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

void PrintSummary(const driver::SimulateReport& report) {
  const results::RunStatistics& s = report.statistics;
  Print("{}: {}, {}, index {}; method {}, to time = {:g} in {}, {:.3g} s\n", s.model,
        Count(s.equations, "equation"), Count(s.states, "state"), s.structural_index, s.method, s.final_time,
        Count(s.steps, "step"), s.seconds.total);
  if (s.worst_step_seconds > 0) {
    Print("real time: the worst step took {:.3g} us, the mean {:.3g} us; {} too late\n",
          1e6 * s.worst_step_seconds, 1e6 * s.mean_step_seconds,
          s.overruns == 1 ? "1 step was" : fmt::format("{} steps were", s.overruns));
  }
  Print("results: {}\n", report.output_file);
  if (!report.plot_file.empty()) Print("plot:    {}\n", report.plot_file);
}

void PrintVerbose(const driver::SimulateReport& report) {
  const auto& t = report.statistics.seconds;
  Print(
      "seconds: parse {:.4f}, flatten {:.4f}, structure {:.4f}, codegen {:.4f}, initialize {:.4f}, integrate "
      "{:.4f}\n",
      t.parse, t.flatten, t.structure, t.codegen, t.initialize, t.integrate);
  for (const std::string& remark : report.remarks) Print("{}\n", remark);
}

}  // namespace

int RunSimulate(const SimulateArguments& arguments, DiagnosticsFormat format) {
  const driver::SimulateOptions& options = arguments.options;
  if (!HasModel(options.model, "simulate")) return kWrongCommandLine;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::SimulateHooks hooks;
  hooks.cancelled = &cancelled;
  hooks.results_opened = CatchInterrupts;
  hooks.log = [](const std::string& lines) { std::fputs(lines.c_str(), stderr); };
  // Lines that the model itself prints are not messages about it.
  if (!options.quiet) hooks.print = [](std::string_view line) { Print("{}\n", line); };
  hooks.report = [&](const Diagnostic& d) { PrintDiagnostic(d, loaded.sources, format); };
  const driver::SimulateReport report = driver::SimulateModel(options, loaded, diagnostics, hooks);
  if (!options.quiet && !report.plot.x.empty()) {
    Print("{}\n", results::RenderSketch(report.plot, results::DetectSketchOptions()));
  }
  if (!options.quiet && !report.output_file.empty()) PrintSummary(report);
  if (options.verbose) PrintVerbose(report);
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (report.status == SimulateStatus::kInterrupted) {
    PrintError("{} at time = {:g}; the results up to there are in {}\n",
               received_signal == SIGTERM ? "terminated" : "interrupted", report.statistics.final_time,
               report.output_file);
  }
  return ExitCodeOf(report.status);
}

}  // namespace daedalus::cli
