#include "daedalus/driver/simulate_model.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "daedalus/causal/system_incidence.h"
#include "daedalus/driver/experiment.h"
#include "daedalus/driver/flatten_model.h"
#include "daedalus/driver/output_selection.h"
#include "daedalus/driver/prepare_model.h"
#include "daedalus/driver/stopwatch.h"
#include "daedalus/initialize/algebraic_slopes.h"
#include "daedalus/initialize/consistent.h"
#include "daedalus/integrate/methods.h"
#include "daedalus/results/html_plot.h"
#include "daedalus/results/progress.h"
#include "daedalus/results/writer.h"
#include "daedalus/simulate/assertions.h"
#include "daedalus/simulate/explain_failure.h"
#include "daedalus/simulate/run.h"
#include "daedalus/simulate/tier_up.h"
#include "daedalus/structure/block_triangular_form.h"

namespace daedalus::driver {
namespace {

// The stages of one simulation, in order. Each returns false when it cannot go on; what it found is kept for
// the next.
class Pipeline {
 public:
  Pipeline(const SimulateOptions& options, Program& program, Diagnostics& diagnostics,
           const SimulateHooks& hooks)
      : options_(options), program_(program), diagnostics_(diagnostics), hooks_(hooks) {}

  SimulateReport Run() {
    report_.status = RunStages();
    report_.statistics.success = report_.status == SimulateStatus::kDone;
    report_.statistics.seconds.total = watch_.Total();
    WriteStatisticsFile();
    return std::move(report_);
  }

 private:
  SimulateStatus RunStages() {
    if (!Flatten()) return FailureStatus();
    if (!ReadOptions()) return FailureStatus();
    if (!Prepare()) return SimulateStatus::kModelWrong;
    Compile();
    if (!OpenOutputs()) return FailureStatus();
    if (model_.system.variables.empty()) return WriteWithoutUnknowns();
    if (!Initialize()) return SimulateStatus::kStopped;
    const SimulateStatus status = Integrate();
    return WritePlot() ? status : SimulateStatus::kModelWrong;
  }

  template <class T>
  bool Keep(Result<T> result, T& into) {
    if (!result) {
      diagnostics_.Append(std::move(result).error());
      return false;
    }
    into = std::move(*result);
    return true;
  }

  // A wrong option is the command line's fault, everything else the model's.
  SimulateStatus FailureStatus() const {
    for (const Diagnostic& d : diagnostics_.items()) {
      if (d.severity == Severity::kError && d.code != Code::kBadOption) return SimulateStatus::kModelWrong;
    }
    return SimulateStatus::kWrongOption;
  }

  bool Flatten() {
    FlattenSeconds seconds;
    std::optional<System> system = FlattenModel(options_.model, program_, diagnostics_, &seconds);
    report_.statistics.seconds.parse = seconds.parse;
    report_.statistics.seconds.flatten = seconds.flatten;
    watch_.Lap();
    if (!system) return false;
    flat_ = std::move(system);
    report_.statistics.model = flat_->name;
    report_.statistics.equations = static_cast<std::int64_t>(flat_->equations.size());
    report_.statistics.unknowns = static_cast<std::int64_t>(flat_->variables.size());
    return true;
  }

  bool ReadOptions() {
    if (!Keep(ReadSettings(options_, flat_->experiment), settings_)) return false;
    report_.statistics.method = settings_.method;
    report_.statistics.form = "dae";
    return true;
  }

  bool Prepare() {
    const auto treatment =
        options_.index_reduction == "none" ? IndexTreatment::kNone : IndexTreatment::kDummyDerivatives;
    if (!Keep(PrepareModel(std::move(*flat_), treatment, settings_.grid.start, diagnostics_), model_))
      return false;
    if (!Keep(initialize::PlanInitialization(model_.system, model_.incidence), plan_)) return false;
    const auto blocks =
        structure::BlockTriangularForm(causal::HighestDerivatives(model_.incidence), model_.matching);
    report_.statistics.states = static_cast<std::int64_t>(model_.incidence.num_differential());
    report_.statistics.structural_index = model_.structural_index;
    report_.statistics.blocks = static_cast<std::int64_t>(blocks.size());
    report_.statistics.seconds.structure = watch_.Lap();
    return true;
  }

  void Compile() {
    kernels_ = codegen::CompileModel(model_.system);
    dae_ = std::make_unique<initialize::ModelDae>(*kernels_, model_.parameters,
                                                  model_.incidence.is_differential);
    tolerances_.relative = settings_.tolerance;
    tolerances_.absolute = model_.attributes.nominal;
    for (double& value : tolerances_.absolute) value *= settings_.tolerance;
    report_.statistics.seconds.codegen = watch_.Lap();
  }

  bool OpenOutputs() {
    if (!Keep(PlotRecorder::Make(model_.system, dae_->is_differential(), options_.plot), plot_)) return false;
    OutputSelection selection =
        SelectOutputs(model_.system, dae_->is_differential(), model_.parameters, options_.variables);
    columns_ = std::move(selection.columns);
    row_.resize(columns_.size());
    report_.output_file = options_.output.empty() ? model_.system.name + ".csv" : options_.output;
    if (Keep(results::OpenResultWriter(report_.output_file, selection.schema), writer_)) return true;
    report_.output_file.clear();
    return false;
  }

  bool Initialize() {
    initialize::ConsistentOptions options{
        .start_time = settings_.grid.start,
        .time_scale = settings_.grid.interval > 0 ? settings_.grid.interval : 1.0,
        .tolerances = tolerances_};
    for (Diagnostic& note : initialize::DescribeAssumptions(model_.system, plan_)) {
      if (options_.verbose) diagnostics_.Report(std::move(note));
    }
    const bool found = Keep(
        initialize::FindConsistentValues(model_.system, *dae_, plan_, model_.attributes, options), initial_);
    if (found) initialize::EstimateAlgebraicSlopes(*dae_, model_.attributes.nominal, options, initial_);
    report_.statistics.final_time = settings_.grid.start;
    report_.statistics.seconds.initialize = watch_.Lap();
    if (!found) CloseWriter();
    return found;
  }

  // A model of parameters only has a trajectory all the same: time itself.
  SimulateStatus WriteWithoutUnknowns() {
    simulate::AssertionChecker assertions(model_.system, model_.parameters);
    Unit done;
    bool ok = true;
    for (std::int64_t i = 0; ok && i < settings_.grid.num_points(); ++i) {
      ok = Keep(Output(settings_.grid.Time(i), {}, {}, assertions), done);
      if (ok) report_.statistics.final_time = settings_.grid.Time(i);
    }
    return CloseWriter() && ok ? SimulateStatus::kDone : SimulateStatus::kStopped;
  }

  SimulateStatus Integrate() {
    auto integrator = integrate::MakeIntegrator(settings_.method, dae_->Problem(), tolerances_);
    DAEDALUS_CHECK(integrator.ok(), "the options of the integrator were checked before");
    simulate::TierUp tier_up(*kernels_, options_.code);
    report_.statistics.seconds.codegen += watch_.Lap();
    integrate::StepOutcome start = (*integrator)->Initialize(settings_.grid.start, initial_.y, initial_.yp);
    simulate::RunOutcome outcome;
    if (start.ok()) {
      outcome = RunWithProgress(**integrator, tier_up);
    } else {
      outcome.status = simulate::RunOutcome::Status::kSolverFailed;
      outcome.final_time = settings_.grid.start;
      outcome.failure = start;
    }
    const bool closed = CloseWriter();
    TakeStatistics((*integrator)->statistics(), outcome);
    if (const auto reason = tier_up.Finish()) report_.remarks.push_back("no machine code: " + *reason);
    report_.remarks.push_back(kernels_->residual.machine_code() ? "the run ended in machine code"
                                                                : "the run was interpreted");
    return closed ? StatusOf(outcome, **integrator) : SimulateStatus::kStopped;
  }

  simulate::RunOutcome RunWithProgress(integrate::Integrator& integrator, simulate::TierUp& tier_up) {
    auto progress_options = results::DetectProgressOptions(settings_.grid.start, settings_.grid.stop);
    progress_options.enabled = progress_options.enabled && !options_.quiet;
    results::ProgressBar progress(progress_options);
    simulate::AssertionChecker assertions(model_.system, model_.parameters);
    simulate::RunHooks hooks;
    hooks.output = [&](double t, auto y, auto yp) { return Output(t, y, yp, assertions); };
    hooks.after_step = [&](double t) {
      progress.Update(t);
      tier_up.AfterStep();
    };
    hooks.interrupted = hooks_.interrupted;
    return simulate::Run(integrator, settings_.grid, hooks);
  }

  Result<Unit> Output(double t, std::span<const double> y, std::span<const double> yp,
                      simulate::AssertionChecker& assertions) {
    for (std::size_t i = 0; i < columns_.size(); ++i) row_[i] = columns_[i].Read(y, yp);
    plot_.Record(t, y, yp);
    auto written = writer_->Append(t, row_);
    if (!written) return written;
    Diagnostics violations;
    violations.Append(assertions.Check(t, y, yp));
    if (violations.HasErrors()) return Failure{violations.Take()};
    for (const Diagnostic& warning : violations.items()) {
      if (hooks_.report) hooks_.report(warning);
    }
    return Unit{};
  }

  bool CloseWriter() {
    Unit closed;
    return Keep(writer_->Finish(), closed);
  }

  void TakeStatistics(const integrate::Statistics& from, const simulate::RunOutcome& outcome) {
    results::Statistics& to = report_.statistics;
    to.steps = from.steps;
    to.rejected_steps = from.rejected_steps();
    to.residual_evaluations = from.residual_evaluations;
    to.jacobian_evaluations = from.jacobian_evaluations;
    to.factorizations = from.factorizations;
    to.newton_iterations = from.newton_iterations;
    to.final_time = outcome.final_time;
    to.seconds.integrate = watch_.Lap();
  }

  SimulateStatus StatusOf(simulate::RunOutcome& outcome, const integrate::Integrator& integrator) {
    using Status = simulate::RunOutcome::Status;
    switch (outcome.status) {
      case Status::kDone:
        return SimulateStatus::kDone;
      case Status::kInterrupted:
        return SimulateStatus::kInterrupted;
      case Status::kSolverFailed:
        diagnostics_.Report(simulate::ExplainStepFailure(model_.system, *dae_, integrator, *outcome.failure));
        return SimulateStatus::kStopped;
      case Status::kOutputFailed:
        diagnostics_.Append(std::move(outcome.output_errors));
        return SimulateStatus::kStopped;
    }
    return SimulateStatus::kStopped;
  }

  bool WritePlot() {
    if (plot_.empty()) return true;
    results::PlotSpec& spec = plot_.spec();
    spec.subtitle = fmt::format("{}, tolerance {:g}, {} steps", settings_.method, settings_.tolerance,
                                report_.statistics.steps);
    report_.plot_file = std::filesystem::path(report_.output_file).replace_extension(".html").string();
    Unit written;
    const bool ok = Keep(results::WriteHtmlPlot(report_.plot_file, spec), written);
    if (!ok) report_.plot_file.clear();
    report_.plot = std::move(spec);
    return ok;
  }

  void WriteStatisticsFile() {
    Unit written;
    if (!options_.stats.empty()) Keep(results::WriteStatistics(options_.stats, report_.statistics), written);
  }

  const SimulateOptions& options_;
  Program& program_;
  Diagnostics& diagnostics_;
  const SimulateHooks& hooks_;
  SimulateReport report_;
  Stopwatch watch_;

  std::optional<System> flat_;
  RunSettings settings_;
  PreparedModel model_;
  initialize::InitialPlan plan_;
  std::unique_ptr<codegen::ModelKernels> kernels_;
  std::unique_ptr<initialize::ModelDae> dae_;
  integrate::Tolerances tolerances_;
  initialize::InitialValues initial_;
  PlotRecorder plot_;
  std::vector<ValueSource> columns_;
  std::vector<double> row_;
  std::unique_ptr<results::ResultWriter> writer_;
};

}  // namespace

SimulateReport SimulateModel(const SimulateOptions& options, Program& program, Diagnostics& diagnostics,
                             const SimulateHooks& hooks) {
  return Pipeline(options, program, diagnostics, hooks).Run();
}

}  // namespace daedalus::driver
