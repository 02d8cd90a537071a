#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/interrupts.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/sweep_model.h"
#include "daedalus/results/terminal.h"

namespace daedalus::cli {
namespace {

// One line on the terminal: how many runs are finished, and the time that is left.
class SweepProgress {
 public:
  explicit SweepProgress(bool is_wanted)
      : is_shown_(is_wanted && results::IsCapableTerminal(STDERR_FILENO)) {}
  ~SweepProgress() {
    if (has_drawn_) Write(stderr, kErase);
  }
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  void Update(std::size_t finished, std::size_t all) {
    if (!is_shown_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    if (!first_) first_ = finished;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const double share = static_cast<double>(finished - *first_) / static_cast<double>(all - *first_ + 1);
    std::string text = fmt::format("{}{} of {} runs", kErase, finished, all);
    if (share > 0.01) text += fmt::format(", {:.0f} s left", seconds * (1 - share) / share);
    Write(stderr, text);
    has_drawn_ = true;
  }

 private:
  static constexpr const char* kErase = "\r\x1b[K";
  using Clock = std::chrono::steady_clock;
  const bool is_shown_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_ + std::chrono::seconds(1);
  std::optional<std::size_t> first_;  // runs that were finished when the line was first drawn
  bool has_drawn_ = false;
};

void PrintSweep(const driver::SweepReport& report) {
  Print("{}: {} runs, {} done, {} failed", report.model, report.num_runs, report.num_done, report.num_failed);
  if (report.num_found > 0) Print("; {} of them were there", report.num_found);
  if (report.num_compiled > 1) Print("; the model was compiled {} times", report.num_compiled);
  Print("\ntable:   {}\n", report.table);
  if (!report.first_failure.empty()) Print("failed:  {}\n", report.first_failure);
}

}  // namespace

int RunSweep(const SweepArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.options.run.model, "sweep")) return kWrongCommandLine;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::SweepReport report;
  {
    SweepProgress progress(!arguments.quiet);
    driver::SweepHooks hooks;
    hooks.cancelled = &InterruptFlag();
    hooks.begun = CatchInterrupts;
    hooks.progress = [&](std::size_t finished, std::size_t all) { progress.Update(finished, all); };
    report = driver::SweepModel(arguments.options, loaded, diagnostics, hooks);
  }
  if (!arguments.quiet && !report.table.empty()) PrintSweep(report);
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (diagnostics.HasErrors()) return ExitCodeFor(diagnostics);
  if (report.is_interrupted) {
    PrintError("{} after {} of {} runs; the same command continues\n",
               ReceivedSignal() == SIGTERM ? "terminated" : "interrupted",
               report.num_done + report.num_failed, report.num_runs);
    return ReceivedSignal() == SIGTERM ? kTerminated : kInterrupted;
  }
  return report.num_failed > 0 ? kSimulationStopped : kDone;
}

}  // namespace daedalus::cli
