#include "daedalus/driver/fallback.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "daedalus/analyze/numerical_index.h"
#include "daedalus/driver/lying_blocks.h"
#include "daedalus/driver/read_settings.h"

namespace daedalus::driver {
namespace {

constexpr std::size_t kMostUnknowns = 20000;
constexpr std::size_t kMostOfArray =
    200;  // unknowns: arrays are dense, and those of more take too long to be tried unasked

bool MayTakeOver(const SimulateOptions& options, const SimulateReport& failed) {
  const bool is_left_to_us = options.method == "auto" &&
                             FormAskedFor(options) != simulate::ModelForm::kInline &&
                             options.index_treatment == compile::IndexTreatment::kDummyDerivatives;
  const bool has_failed =
      failed.status == SimulateStatus::kStopped || failed.status == SimulateStatus::kModelWrong;
  return is_left_to_us && has_failed && !failed.has_acted_outside && failed.statistics.unknowns > 0 &&
         MayNeedFallback(static_cast<std::size_t>(failed.statistics.unknowns));
}

bool HasEnded(const SimulateReport& report) {
  return report.status == SimulateStatus::kDone || report.status == SimulateStatus::kInterrupted;
}

// With what happened otherwise.
Diagnostic WithFailure(Diagnostic d, const Diagnostics& failure, std::string_view lead = "without it") {
  for (const Diagnostic& message : failure.items()) {
    if (message.severity == Severity::kError) return d.Note(fmt::format("{}: {}", lead, message.message));
  }
  return d;
}

// A file beside this one, of the same format.
std::string Beside(const std::string& file) {
  const std::filesystem::path path(file);
  return (path.parent_path() / (path.stem().string() + ".again" + path.extension().string())).string();
}

// To where the first run had it.
void Rename(std::string& file, const std::string& to) {
  std::error_code failed;
  if (!file.empty()) std::filesystem::rename(file, to, failed);
  if (!file.empty() && !failed) file = to;
}

void Remove(const std::string& file) {
  std::error_code failed;
  if (!file.empty()) std::filesystem::remove(file, failed);
}

constexpr double kHardlyBegun = 1e-3;  // of the time of a run
constexpr double kNever = std::numeric_limits<double>::infinity();

// Another run in the place of one that has failed: where it ends well, or has come beyond some time that the
// first one has not reached, its results are those of the run. Else the first one's are left as they were.
std::optional<SimulateReport> RunInstead(SimulateOptions options, const SimulateReport& failed, double begun,
                                         const std::function<SimulateReport(const SimulateOptions&)>& run) {
  const auto has_begun = [&](const SimulateReport& report) {
    return !report.output_file.empty() && report.statistics.final_time > begun;
  };
  if (!failed.output_file.empty()) options.output = Beside(failed.output_file);
  SimulateReport report = run(options);
  if (!HasEnded(report) && (has_begun(failed) || !has_begun(report))) {
    Remove(report.output_file);
    Remove(report.plot_file);
    return std::nullopt;
  }
  if (!failed.output_file.empty()) {
    Rename(report.output_file, failed.output_file);
    Rename(report.plot_file, failed.plot_file);
  }
  return report;
}

// With the parts that lie written by their arrays; nothing where there are none. Where it fails as well, the
// report of a run that has got on its way where the first one did not.
std::optional<SimulateReport> RunMended(const SimulateOptions& options, const FallbackModel& model,
                                        const SimulateReport& failed, const Diagnostics& failure,
                                        Diagnostics& diagnostics) {
  std::optional<System> system = model.flatten();
  if (!system) return std::nullopt;
  const auto settings = ReadSettings(options, system->experiment);
  if (!settings) return std::nullopt;
  auto mended = MendLyingBlocks(*std::move(system), *settings);
  if (!mended) return std::nullopt;
  const double begun = settings->grid.start + kHardlyBegun * (settings->grid.stop - settings->grid.start);
  Diagnostics told;
  auto report = RunInstead(options, failed, begun, [&](const SimulateOptions& other) {
    return model.simulate_mended(std::move(mended->system), other, told);
  });
  if (!report) return std::nullopt;
  for (Diagnostic& warning : mended->warnings) diagnostics.Report(WithFailure(std::move(warning), failure));
  diagnostics.Append(told.Take());
  return report;
}

// Nothing where the array has no index, or nothing to say that the structure did not.
std::optional<analyze::NumericalIndex> FindReason(const FallbackModel& model, const SimulateReport& failed) {
  std::optional<System> system = model.flatten();
  if (!system || !system->hybrid.empty() || !system->invariants.empty()) return std::nullopt;
  Diagnostics told_before;
  auto found = analyze::FindNumericalIndex(*std::move(system), told_before);
  if (!found || !found->analysis.index) return std::nullopt;
  const bool failed_at_start = failed.output_file.empty();
  if (found->agrees() && !failed_at_start) return std::nullopt;
  return *std::move(found);
}

Diagnostic Tell(const analyze::NumericalIndex& why, const Diagnostics& failure) {
  Diagnostic d =
      Warning(Code::kRankDeficient, {},
              "the derivative array of the whole model has taken over (method ucp): differential index {}, "
              "{} free values",
              *why.analysis.index, why.analysis.num_free);
  if (!why.agrees() && why.structural_index && why.structural_free)
    d.Note(fmt::format("by structure the index is {}, with {} free values", *why.structural_index,
                       *why.structural_free));
  return WithFailure(std::move(d), failure);
}

// The whole model by its array, where there is a reason.
std::optional<SimulateReport> RunByArray(const SimulateOptions& options, const FallbackModel& model,
                                         const SimulateReport& failed, const Diagnostics& failure,
                                         Diagnostics& diagnostics) {
  if (failed.statistics.unknowns > static_cast<std::int64_t>(kMostOfArray)) return std::nullopt;
  const auto why = FindReason(model, failed);
  if (!why) return std::nullopt;
  SimulateOptions by_array = options;
  by_array.method = "ucp";
  by_array.form = simulate::ModelForm::kAuto;
  Diagnostics told;
  auto report = RunInstead(by_array, failed, kNever,
                           [&](const SimulateOptions& other) { return model.simulate(other, told); });
  if (!report) return std::nullopt;
  diagnostics.Report(Tell(*why, failure));
  diagnostics.Append(told.Take());
  return report;
}

Diagnostic ResidualFormHasTakenOver() {
  return Warning(Code::kUndetermined, {}, "the residual form has taken over (--form dae)");
}

// The residual form, where the causal one is not to be trusted; else the causal one once more, to its end.
SimulateReport RunResidualForm(const SimulateOptions& options, const FallbackModel& model,
                               const Diagnostics& failure, Diagnostics& diagnostics) {
  SimulateOptions other = options;
  other.form = simulate::ModelForm::kDae;
  Diagnostics told;
  SimulateReport report = model.simulate(other, told);
  if (HasEnded(report)) {
    diagnostics.Report(WithFailure(ResidualFormHasTakenOver(), failure));
    diagnostics.Append(told.Take());
    return report;
  }
  other.form = simulate::ModelForm::kOde;
  report = model.simulate(other, diagnostics);
  diagnostics.Report(
      WithFailure(Warning(Code::kUndetermined, {},
                          "the residual form was no way out: the run is one of the causal form (--form ode)"),
                  told, "there"));
  return report;
}

bool HasStoppedOnTheWay(const SimulateReport& report, const Diagnostics& failure) {
  if (report.status != SimulateStatus::kStopped || report.output_file.empty()) return false;
  return std::ranges::any_of(failure.items(), [](const Diagnostic& d) {
    return d.code == Code::kStepFailed || d.code == Code::kLoopNotSolved;
  });
}

// A singular point on the way of the causal form may be one that steps of the residual form pass.
std::optional<SimulateReport> RunPastSingularPoint(const SimulateOptions& options, const FallbackModel& model,
                                                   const SimulateReport& failed, const Diagnostics& failure,
                                                   Diagnostics& diagnostics) {
  if (FormAskedFor(options) != simulate::ModelForm::kAuto || failed.statistics.form != "ode" ||
      !HasStoppedOnTheWay(failed, failure))
    return std::nullopt;
  SimulateOptions other = options;
  other.form = simulate::ModelForm::kDae;
  Diagnostics told;
  auto report = RunInstead(other, failed, kNever,
                           [&](const SimulateOptions& again) { return model.simulate(again, told); });
  if (!report) return std::nullopt;
  diagnostics.Report(WithFailure(ResidualFormHasTakenOver(), failure));
  diagnostics.Append(told.Take());
  return report;
}

}  // namespace

bool MayNeedFallback(std::size_t num_unknowns) {
  return num_unknowns <= kMostUnknowns;
}

SimulateReport SimulateWithFallback(const SimulateOptions& options, const FallbackModel& model,
                                    Diagnostics& diagnostics) {
  Diagnostics first;
  SimulateReport report = model.simulate(options, first);
  if (report.gave_up_causal_form && MayNeedFallback(static_cast<std::size_t>(report.statistics.unknowns)))
    return RunResidualForm(options, model, first, diagnostics);
  if (MayTakeOver(options, report)) {
    Diagnostics told_of_mended;
    auto mended = RunMended(options, model, report, first, told_of_mended);
    if (!mended || !HasEnded(*mended)) {
      if (auto by_array = RunByArray(options, model, report, first, diagnostics)) return *std::move(by_array);
      if (auto past = RunPastSingularPoint(options, model, report, first, diagnostics))
        return *std::move(past);
    }
    if (mended) {
      diagnostics.Append(told_of_mended.Take());
      return *std::move(mended);
    }
  }
  diagnostics.Append(first.Take());
  return report;
}

}  // namespace daedalus::driver
