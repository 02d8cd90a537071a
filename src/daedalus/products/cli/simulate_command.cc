#include <fmt/format.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/interrupts.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/add_fmu.h"
#include "daedalus/products/driver/simulate_model.h"
#include "daedalus/results/terminal_sketch.h"

namespace daedalus::cli {
namespace {

using driver::SimulateStatus;

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
  if (!report.page_file.empty()) Print("page:    {}\n", report.page_file);
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
  driver::SimulateOptions options = arguments.options;
  if (!HasModel(options.model, "simulate")) return kWrongCommandLine;
  // For an FMU of Co-Simulation, the step is that of communication.
  if (driver::MakesSteps(options.model)) options.model.fmus.step = std::exchange(options.step, std::nullopt);
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::SimulateHooks hooks;
  hooks.cancelled = &InterruptFlag();
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
               ReceivedSignal() == SIGTERM ? "terminated" : "interrupted", report.statistics.final_time,
               report.output_file);
  }
  return ExitCodeOf(report.status);
}

}  // namespace daedalus::cli
