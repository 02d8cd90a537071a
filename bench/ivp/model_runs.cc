#include "ivp/model_runs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "daedalus/products/driver/simulate_model.h"
#include "daedalus/results/reader.h"

namespace daedalus::bench {
namespace {

std::string FileOf(const problems::IvpProblem& problem) {
  return fmt::format("{}/{}.mo", IVP_MODELS, problem.name);
}

double ThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct ModelRun {
  driver::SimulateReport report;
  std::string remark;
  long steps = 0;
  double seconds = 0;
};

// `steps`: how many there will be, from a run before, so that the clock is looked at twice only; 0: not
// known.
ModelRun RunModel(const driver::SimulateOptions& options, long steps) {
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  ModelRun run;
  double first = 0, last = 0;
  driver::SimulateHooks hooks;
  hooks.after_step = [&](double) {
    ++run.steps;
    if (run.steps == 1) first = ThreadSeconds();
    if (run.steps == steps) last = ThreadSeconds();
  };
  run.report = driver::SimulateModel(options, loaded, diagnostics, hooks);
  if (!diagnostics.items().empty()) run.remark = diagnostics.items().front().message;
  if (steps > 1) run.seconds = (last - first) * static_cast<double>(steps) / static_cast<double>(steps - 1);
  return run;
}

// The unknowns y[1], y[2], ... at the end; empty when they are not all there.
std::vector<double> ReadEnd(const std::string& file, std::int32_t size) {
  const auto trajectory = results::ReadResult(file);
  std::vector<double> y;
  if (!trajectory.ok()) return y;
  for (std::int32_t i = 1; i <= size; ++i) {
    const auto signal = trajectory->FindSignal(fmt::format("y[{}]", i));
    if (!signal || trajectory->Values(*signal).empty()) return {};
    y.push_back(trajectory->Values(*signal).back());
  }
  return y;
}

}  // namespace

bool HasModel(const problems::IvpProblem& problem) {
  return std::filesystem::exists(FileOf(problem));
}

Run MeasureModel(const problems::IvpProblem& problem, double relative, int intervals,
                 const MeasureOptions& measure) {
  Run out{.form = problem.name, .task = Task::kModel, .method = "auto", .relative = relative};
  driver::SimulateOptions options;
  options.model.files = {FileOf(problem)};
  options.stop = problem.t_end;
  options.intervals = intervals;
  options.tolerance = relative;
  options.quiet = true;
  options.output =
      (std::filesystem::temp_directory_path() / fmt::format("daedalus_ivp_{}.csv", ::getpid())).string();
  const ModelRun first = RunModel(options, 0);
  const std::vector<double> y = ReadEnd(options.output, problem.dae.size);
  out.ok = first.report.status == driver::SimulateStatus::kDone && !y.empty() && first.steps > 1;
  out.remark = first.remark;
  out.steps = static_cast<long>(first.report.statistics.steps);
  if (out.ok) {
    out.digits = problems::CorrectDigits(problem, y);
    options.variables = {"y[1]"};
    double total = 0;
    for (int runs = 0; runs < measure.min_runs || total < measure.min_seconds; ++runs) {
      const double seconds = RunModel(options, first.steps).seconds;
      out.seconds = runs == 0 ? seconds : std::min(out.seconds, seconds);
      total += std::max(seconds, 1e-3);  // the compilation takes some milliseconds
    }
  }
  std::filesystem::remove(options.output);
  return out;
}

}  // namespace daedalus::bench
