#include "daedalus/products/driver/sweep_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "daedalus/model/model.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/products/driver/output_selection.h"
#include "daedalus/products/driver/read_inputs.h"
#include "daedalus/products/driver/run_files.h"
#include "daedalus/products/driver/sweep_identity.h"
#include "daedalus/products/driver/sweep_log.h"
#include "daedalus/products/driver/sweep_plan.h"
#include "daedalus/results/output_file.h"
#include "daedalus/run/simulation.h"

namespace daedalus::driver {
namespace {

namespace fs = std::filesystem;
using ModelPointer = std::shared_ptr<const model::Model>;

// The values of the selected variables at the last point.
class FinalValues final : public run::Observer {
 public:
  explicit FinalValues(const std::vector<std::string>& patterns) : patterns_(patterns) {}

  Result<Unit> Begin(const run::RunInfo& info) override {
    auto selection = SelectOutputs(*info.given, info.quantities, patterns_);
    if (!selection) return Failure{std::move(selection).error()};
    selection_ = *std::move(selection);
    return Unit{};
  }
  Result<Unit> Point(double /*t*/, std::span<const double> values) override {
    last_.assign(values.begin(), values.end());
    return Unit{};
  }
  std::vector<std::pair<std::string, double>> Take() const {
    std::vector<std::pair<std::string, double>> out;
    if (last_.empty()) return out;
    const auto sources = results::ResolveSources(selection_.schema);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const results::Signal& signal = selection_.schema.signals[i];
      if (sources[i].kind == results::Signal::Kind::kVariable) {
        out.emplace_back(signal.name, sources[i].sign * selection_.columns[sources[i].index].Read(last_));
      } else if (sources[i].kind == results::Signal::Kind::kConstant) {
        out.emplace_back(signal.name, results::ConstantValue(selection_.schema, i));
      }
    }
    return out;
  }

 private:
  const std::vector<std::string>& patterns_;
  OutputSelection selection_;
  std::vector<double> last_;
};

std::string FirstError(const std::vector<Diagnostic>& messages) {
  const auto found = std::ranges::find(messages, Severity::kError, &Diagnostic::severity);
  return found == messages.end() ? std::string() : found->message;
}

class Sweeper {
 public:
  Sweeper(const SweepOptions& options, SourceFiles& loaded, Diagnostics& diagnostics, const SweepHooks& hooks)
      : options_(options),
        run_options_(options.run),
        loaded_(loaded),
        diagnostics_(diagnostics),
        hooks_(hooks) {}

  Result<Unit> Sweep();
  SweepReport TakeReport() { return std::move(report_); }

 private:
  // Runs that share their structural values, and so the model.
  struct Group {
    std::vector<std::string> settings;
    std::vector<std::size_t> runs;
  };

  Result<Unit> Prepare();
  ModelPointer Flatten(const std::vector<std::string>& settings, SourceFiles& files, Diagnostics& messages);
  void SortAxes();
  std::vector<Group> Groups() const;
  void RunGroup(const Group& group, bool is_first);
  void RunAll(const std::vector<std::size_t>& runs, const ModelPointer& model, const Sources& sources);
  FinishedRun RunOne(std::size_t run, const ModelPointer& model, const Sources& sources) const;
  bool IsCancelled() const { return hooks_.cancelled != nullptr && *hooks_.cancelled; }
  void Keep(FinishedRun finished);
  Result<Unit> WriteTable();
  std::string PathOf(std::size_t run) const;

  const SweepOptions& options_;
  SimulateOptions run_options_;
  SourceFiles& loaded_;
  Diagnostics& diagnostics_;
  const SweepHooks& hooks_;
  SweepReport report_;
  std::optional<SweepPlan> plan_;
  std::vector<std::size_t> free_, structural_;  // axes: set for a run, or compiled in
  ModelPointer model_;                          // with the first values of all axes
  std::optional<SweepLog> log_;
  std::vector<std::optional<FinishedRun>> finished_;
  std::mutex mutex_;  // guards the next members, finished_ and log_ while threads run
  std::size_t num_finished_ = 0;
  std::vector<Diagnostic> log_failure_;
};

Result<Unit> Sweeper::Sweep() {
  if (auto prepared = Prepare(); !prepared) return prepared;
  if (hooks_.begun) hooks_.begun();
  bool is_first = true;
  for (const Group& group : Groups()) {
    if (IsCancelled() || !log_failure_.empty()) break;
    RunGroup(group, std::exchange(is_first, false));
  }
  report_.is_interrupted = IsCancelled();
  if (!log_failure_.empty()) return Failure{std::move(log_failure_)};
  return WriteTable();
}

// Finds everything that can be wrong before the first run.
Result<Unit> Sweeper::Prepare() {
  auto axes = ReadAxes(options_.run.model.settings);
  if (!axes) return Failure{std::move(axes).error()};
  auto plan = SweepPlan::Make(*std::move(axes));
  if (!plan) return Failure{std::move(plan).error()};
  plan_ = *std::move(plan);
  auto inputs = ReadInputs(options_.run, diagnostics_);
  if (!inputs) return Failure{std::move(inputs).error()};
  run_options_.inputs = *std::move(inputs);
  std::vector<std::size_t> all(plan_->axes().size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  model_ = Flatten(plan_->SettingsOf(0, all), loaded_, diagnostics_);
  if (!model_) return Failure{diagnostics_.Take()};
  SortAxes();
  report_.model = model_->name();
  report_.num_runs = plan_->num_runs();
  report_.directory = options_.run.output.empty() ? model_->name() + ".sweep" : options_.run.output;
  std::error_code failed;
  fs::create_directories(report_.directory, failed);
  if (failed)
    return Fail(Error(Code::kCannotWriteFile, {}, "cannot make the directory `{}`: {}", report_.directory,
                      failed.message()));
  auto log = SweepLog::Open((fs::path(report_.directory) / "finished.jsonl").string(),
                            SweepIdentity(options_, loaded_.sources));
  if (!log) return Failure{std::move(log).error()};
  log_ = *std::move(log);
  finished_.resize(plan_->num_runs());
  for (const FinishedRun& found : log_->found()) {
    if (found.run >= finished_.size() || finished_[found.run]) continue;
    finished_[found.run] = found;
    ++report_.num_found;
  }
  return Unit{};
}

ModelPointer Sweeper::Flatten(const std::vector<std::string>& settings, SourceFiles& files,
                              Diagnostics& messages) {
  ModelOptions options = options_.run.model;
  options.settings = settings;
  auto system = FlattenModel(options, files, messages);
  if (!system) return nullptr;
  ++report_.num_compiled;
  return model::Model::FromSystem(*std::move(system));
}

// Which parameters and start values a run of the compiled model can set.
void Sweeper::SortAxes() {
  const auto is_free = [&](const SweepAxis& axis) {
    if (!axis.HasNumbers()) return false;
    if (!model_->HasParameter(axis.name)) return model_->WithSettableStarts({axis.name}).ok();
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
      if (!model_->CheckParameter(axis.name, *axis.NumberAt(i))) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < plan_->axes().size(); ++i)
    (is_free(plan_->axes()[i]) ? free_ : structural_).push_back(i);
}

// The remaining runs, grouped by their structural values. The first group uses the model that is already
// compiled.
std::vector<Sweeper::Group> Sweeper::Groups() const {
  std::vector<Group> out;
  out.push_back({plan_->SettingsOf(0, structural_), {}});
  for (std::size_t run = 0; run < plan_->num_runs(); ++run) {
    if (finished_[run]) continue;
    auto settings = plan_->SettingsOf(run, structural_);
    auto known = std::ranges::find(out, settings, &Group::settings);
    if (known == out.end()) known = out.insert(out.end(), {std::move(settings), {}});
    known->runs.push_back(run);
  }
  return out;
}

void Sweeper::RunGroup(const Group& group, bool is_first) {
  if (group.runs.empty()) return;
  if (is_first) return RunAll(group.runs, model_, loaded_.sources);
  SourceFiles files;
  Diagnostics messages;
  std::vector<std::string> settings = plan_->SettingsOf(group.runs.front(), free_);
  settings.insert(settings.end(), group.settings.begin(), group.settings.end());
  const ModelPointer model = Flatten(settings, files, messages);
  if (model) return RunAll(group.runs, model, files.sources);
  for (const std::size_t run : group.runs)
    Keep({.run = run,
          .status = NameOf(run::RunStatus::kModelWrong),
          .message = FirstError(messages.items()),
          .final_values = {}});
}

void Sweeper::RunAll(const std::vector<std::size_t>& runs, const ModelPointer& model,
                     const Sources& sources) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size() && !IsCancelled(); i = next++) {
      FinishedRun finished = RunOne(runs[i], model, sources);
      if (finished.status != NameOf(run::RunStatus::kInterrupted)) Keep(std::move(finished));
    }
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t jobs = std::min<std::size_t>(options_.jobs > 0 ? options_.jobs : cores, runs.size());
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < jobs; ++i) others.emplace_back(work);
  work();
}

FinishedRun Sweeper::RunOne(std::size_t run, const ModelPointer& model, const Sources& sources) const {
  FinishedRun out{.run = run, .status = {}, .message = {}, .final_values = {}};
  SimulateOptions options = run_options_;
  options.output = PathOf(run);
  run::Simulation simulation(model, options);
  const auto places = plan_->PlacesOf(run);
  for (const std::size_t i : free_) {
    const SweepAxis& axis = plan_->axes()[i];
    if (auto set = simulation.Set(axis.name, *axis.NumberAt(places[i])); !set) {
      out.status = NameOf(run::RunStatus::kWrongOption);
      out.message = FirstError(set.error());
      return out;
    }
  }
  FinalValues last(options.variables);
  RunFiles files(options, sources, {});
  simulation.Observe(last);
  if (options_.writes_points) simulation.Observe(files);
  simulation.ObeyCancellation(hooks_.cancelled);
  const run::RunReport report = simulation.Run();
  out.status = NameOf(report.status);
  out.message = FirstError(simulation.diagnostics().items());
  out.final_time = report.statistics.final_time;
  out.steps = report.statistics.steps;
  out.final_values = last.Take();
  return out;
}

// Called from any thread.
void Sweeper::Keep(FinishedRun finished) {
  const std::lock_guard lock(mutex_);
  if (auto added = log_->Add(finished); !added && log_failure_.empty())
    log_failure_ = std::move(added).error();
  const std::size_t run = finished.run;
  finished_[run] = std::move(finished);
  ++num_finished_;
  if (hooks_.progress) hooks_.progress(report_.num_found + num_finished_, report_.num_runs);
}

Result<Unit> Sweeper::WriteTable() {
  std::vector<std::string> names;
  for (const SweepAxis& axis : plan_->axes()) names.push_back(axis.name);
  std::vector<std::vector<std::string>> values;
  std::vector<FinishedRun> runs;
  for (std::size_t run = 0; run < finished_.size(); ++run) {
    if (!finished_[run]) continue;
    const auto places = plan_->PlacesOf(run);
    auto& row = values.emplace_back();
    for (std::size_t i = 0; i < places.size(); ++i) row.push_back(plan_->axes()[i].values[places[i]]);
    const FinishedRun& finished = runs.emplace_back(*std::move(finished_[run]));
    const bool is_done = finished.status == NameOf(run::RunStatus::kDone);
    ++(is_done ? report_.num_done : report_.num_failed);
    if (is_done || !report_.first_failure.empty()) continue;
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < names.size(); ++i) settings.push_back(names[i] + "=" + row[i]);
    report_.first_failure =
        fmt::format("run {} ({}): {}", run + 1, fmt::join(settings, ", "), finished.message);
  }
  const std::string path = (fs::path(report_.directory) / "runs.csv").string();
  if (auto written = results::WriteWholeFile(path, SweepTable(names, values, runs)); !written) return written;
  report_.table = path;
  return Unit{};
}

std::string Sweeper::PathOf(std::size_t run) const {
  const std::size_t digits = std::max<std::size_t>(4, fmt::formatted_size("{}", report_.num_runs));
  return (fs::path(report_.directory) / fmt::format("run-{:0{}}.csv", run + 1, digits)).string();
}

}  // namespace

SweepReport SweepModel(const SweepOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                       const SweepHooks& hooks) {
  Sweeper sweeper(options, loaded, diagnostics, hooks);
  if (auto done = sweeper.Sweep(); !done) diagnostics.Append(std::move(done).error());
  return sweeper.TakeReport();
}

}  // namespace daedalus::driver
