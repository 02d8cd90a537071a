#include "daedalus/products/driver/simulate_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "daedalus/base/stopwatch.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/products/driver/page_of_run.h"
#include "daedalus/products/driver/read_inputs.h"
#include "daedalus/products/driver/run_files.h"
#include "daedalus/products/driver/starting_point.h"
#include "daedalus/results/progress.h"
#include "daedalus/results/stage_line.h"
#include "daedalus/run/read_settings.h"
#include "daedalus/run/simulation.h"

namespace daedalus::driver {
namespace {

// Passes the events of a run to the hooks, and draws its progress.
class HookObserver final : public run::Observer {
 public:
  HookObserver(const SimulateOptions& options, const Sources& sources, const SimulateHooks& hooks,
               results::StageLine& stage)
      : options_(options), sources_(sources), hooks_(hooks), stage_(stage) {}

  void Enter(run::RunStage stage) override { stage_.Enter(std::string(run::NameOf(stage))); }

  Result<Unit> Begin(const run::RunInfo& info) override {
    auto options = results::DetectProgressOptions(info.settings->grid.start, info.settings->grid.stop);
    options.enabled = options.enabled && !options_.quiet;
    progress_.emplace(options);
    return Unit{};
  }
  void Step(double t) override {
    if (progress_->Update(t)) stage_.Yield();
    if (hooks_.after_step) hooks_.after_step(t);
  }
  bool WantsEvents() const override { return options_.log_events && hooks_.log; }
  void Event(const System& system, const simulate::EventRecord& record) override {
    Clear();
    hooks_.log(simulate::DescribeEvent(system, sources_, record));
  }
  void Warn(const Diagnostic& warning) override {
    Clear();
    if (hooks_.report) hooks_.report(warning);
  }
  bool WantsPrint() const override { return static_cast<bool>(hooks_.print); }
  void Print(std::string_view line) override {
    Clear();
    hooks_.print(line);
  }
  Result<Unit> End() override {
    progress_.reset();
    stage_.Enter({});
    return Unit{};
  }

 private:
  // Before lines for the terminal.
  void Clear() {
    if (progress_) progress_->Clear();
    stage_.Yield();
  }

  const SimulateOptions& options_;
  const Sources& sources_;
  const SimulateHooks& hooks_;
  results::StageLine& stage_;
  std::optional<results::ProgressBar> progress_;
};

SimulateStatus BlameFor(const Diagnostics& diagnostics) {
  const bool of_model = std::ranges::any_of(diagnostics.items(), [](const Diagnostic& d) {
    return d.severity == Severity::kError && !run::IsOfCaller(d);
  });
  return of_model ? SimulateStatus::kModelWrong : SimulateStatus::kWrongOption;
}

bool Succeeds(Result<Unit> done, Diagnostics& diagnostics) {
  if (done) return true;
  diagnostics.Append(std::move(done).error());
  return false;
}

void WritePlot(RunFiles& files, double tolerance, SimulateReport& report, Diagnostics& diagnostics) {
  if (files.plot().x.empty()) return;
  report.plot_file = files.plot_path();
  const bool ok =
      Succeeds(files.WritePlot(fmt::format("{}, tolerance {:g}, {} steps", report.statistics.method,
                                           tolerance, report.statistics.steps)),
               diagnostics);
  if (!ok) report.plot_file.clear();
  if (!ok) report.status = SimulateStatus::kModelWrong;
  report.plot = std::move(files.plot());
}

void WritePage(PageOfRun& page, const SimulateOptions& options, double tolerance, SimulateReport& report,
               Diagnostics& diagnostics) {
  if (!page.recorder().has_points()) return;
  const bool ok = Succeeds(page.Write(options.page, options.model, report.statistics, tolerance, diagnostics),
                           diagnostics);
  if (ok) report.page_file = options.page;
  if (!ok) report.status = SimulateStatus::kModelWrong;
}

// A command line that was rejected writes no files.
void WriteStatistics(const SimulateOptions& options, SimulateReport& report, Diagnostics& diagnostics) {
  if (options.stats.empty() || report.status == SimulateStatus::kWrongOption) return;
  const bool ok = Succeeds(results::WriteStatistics(options.stats, report.statistics), diagnostics);
  if (!ok && report.status == SimulateStatus::kDone) report.status = SimulateStatus::kModelWrong;
}

void WriteStateAtEnd(const SimulateOptions& options, SimulateReport& report, Diagnostics& diagnostics) {
  if (options.save_state.empty() || !run::HasEnded(report)) return;
  if (!report.state) {
    diagnostics.Report(Error(Code::kBadState, {}, "there is no state to save: the model integrates nothing"));
  } else if (Succeeds(simulate::WriteState(options.save_state, *report.state), diagnostics)) {
    return;
  }
  report.status = SimulateStatus::kModelWrong;
}

void Run(System system, const SimulateOptions& options, const Sources& sources, Diagnostics& diagnostics,
         const SimulateHooks& hooks, results::StageLine& stage, SimulateReport& report) {
  const auto refuse = [&](std::vector<Diagnostic> errors) {
    diagnostics.Append(std::move(errors));
    report.status = BlameFor(diagnostics);
  };
  auto settings = SettingsBesideState(options, system);
  if (!settings) return refuse(std::move(settings).error());
  std::optional<PageOfRun> page;
  if (!options.page.empty()) page.emplace(system, sources, options.variables);
  const auto model = model::Model::FromSystem(std::move(system));
  run::RunOptions how = options;
  how.keeps_state = !options.save_state.empty();
  auto from = ReadStartingPoint(options, model);
  if (!from) return refuse(std::move(from).error());
  how.from = *std::move(from);
  auto inputs = ReadInputs(options, diagnostics);
  if (!inputs) return refuse(std::move(inputs).error());
  how.inputs = *std::move(inputs);
  run::Simulation simulation(model, std::move(how));
  for (const ParameterValue& setting : *settings) {
    if (auto set = simulation.Set(setting.name, setting.value); !set) return refuse(std::move(set).error());
  }
  HookObserver told(options, sources, hooks, stage);
  RunFiles files(options, sources, hooks.results_opened);
  simulation.Observe(told);
  if (options.profile) {
    simulation.MeasureCosts();
  } else {
    simulation.Observe(files);
  }
  if (page) simulation.Observe(page->recorder());
  simulation.ObeyCancellation(hooks.cancelled);
  results::StageSeconds before = report.statistics.seconds;
  static_cast<run::RunReport&>(report) = simulation.Run();
  report.statistics.seconds.parse = before.parse;
  report.statistics.seconds.flatten = before.flatten;
  diagnostics.Append(simulation.diagnostics().Take());
  if (files.has_results()) report.output_file = files.output_path();
  const double tolerance = options.tolerance.value_or(model->experiment().tolerance.value_or(1e-6));
  WritePlot(files, tolerance, report, diagnostics);
  if (page) WritePage(*page, options, tolerance, report, diagnostics);
  WriteStateAtEnd(options, report, diagnostics);
}

results::StageLineOptions StageLineFor(const SimulateOptions& options) {
  results::StageLineOptions out = results::DetectStageLineOptions();
  out.enabled = out.enabled && !options.quiet;
  return out;
}

// Completes a report when it is known how the run has ended.
void Conclude(const SimulateOptions& options, const Stopwatch& watch, SimulateReport& report,
              Diagnostics& diagnostics) {
  report.statistics.success = report.status == SimulateStatus::kDone;
  report.statistics.seconds.total = watch.Total();
  WriteStatistics(options, report, diagnostics);
}

}  // namespace

SimulateReport SimulateModel(const SimulateOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                             const SimulateHooks& hooks) {
  const Stopwatch watch;
  SimulateReport report;
  results::StageLine stage(StageLineFor(options));
  stage.Enter("flatten");
  FlattenSeconds seconds;
  auto system = FlattenModel(options.model, loaded, diagnostics, &seconds);
  report.statistics.seconds.parse = seconds.parse;
  report.statistics.seconds.flatten = seconds.flatten;
  if (system) {
    Run(*std::move(system), options, loaded.sources, diagnostics, hooks, stage, report);
  } else {
    report.status = BlameFor(diagnostics);
  }
  Conclude(options, watch, report, diagnostics);
  return report;
}

SimulateReport SimulateSystem(System system, const SimulateOptions& options, Diagnostics& diagnostics,
                              const SimulateHooks& hooks) {
  const Stopwatch watch;
  SimulateReport report;
  const SourceFiles none;
  results::StageLine stage(StageLineFor(options));
  Run(std::move(system), options, none.sources, diagnostics, hooks, stage, report);
  Conclude(options, watch, report, diagnostics);
  return report;
}

}  // namespace daedalus::driver
