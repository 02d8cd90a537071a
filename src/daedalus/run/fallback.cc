#include "daedalus/run/fallback.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "daedalus/model/compile/numerical_index.h"
#include "daedalus/run/rank_deficient_blocks.h"
#include "daedalus/run/read_settings.h"
#include "daedalus/run/recorded_run.h"

namespace daedalus::run {
namespace {

constexpr std::size_t kMostUnknowns = 20000;
constexpr std::size_t kMostOfArray =
    200;  // unknowns: arrays are dense, and larger ones take too long to be tried without being asked for

// A run that has failed.
struct Failed {
  const RunOptions& options;
  const FallbackModel& model;
  const Audience& audience;
  const RunReport& report;
  const Diagnostics& messages;
};

bool MayTakeOver(const RunOptions& options, const RunReport& failed) {
  const bool is_left_to_us = options.method == "auto" &&
                             FormAskedFor(options) != simulate::ModelForm::kInline &&
                             options.index_treatment == compile::IndexTreatment::kDummyDerivatives;
  const bool has_failed = failed.status == RunStatus::kStopped || failed.status == RunStatus::kModelWrong;
  return is_left_to_us && has_failed && !failed.observer_failed && !failed.has_acted_outside &&
         failed.statistics.unknowns > 0 &&
         MayNeedFallback(static_cast<std::size_t>(failed.statistics.unknowns));
}

// Adds the failure of the run without this way.
Diagnostic WithFailure(Diagnostic d, const Diagnostics& failure, std::string_view lead = "without it") {
  for (const Diagnostic& message : failure.items()) {
    if (message.severity == Severity::kError) return d.Note(fmt::format("{}: {}", lead, message.message));
  }
  return d;
}

constexpr double kHardlyBegun = 1e-3;  // of the time of a run
constexpr double kNever = std::numeric_limits<double>::infinity();

// Makes another run instead of a failed one. Its points replace those of the first run if it ends well, or if
// it gets beyond `begun` and the first run did not. Otherwise the observers receive nothing of it.
std::optional<RunReport> RunInstead(const Failed& failed, double begun, Diagnostics& diagnostics,
                                    const std::function<RunReport(const Audience&)>& run) {
  const auto has_begun = [&](const RunReport& report) {
    return report.has_points && report.statistics.final_time > begun;
  };
  RecordedRun recorded(failed.audience);
  RunReport report = run(Audience({&recorded}));
  if (!HasEnded(report) && (has_begun(failed.report) || !has_begun(report))) return std::nullopt;
  if (auto told = recorded.PlayBack(); !told) {
    diagnostics.Append(std::move(told).error());
    report.status = RunStatus::kStopped;
  }
  return report;
}

// Replaces parts whose structure is wrong by their arrays; nullopt if there are none. If this run fails as
// well, its report counts only if it has made progress and the first run has not.
std::optional<RunReport> RunRepaired(const Failed& failed, Diagnostics& diagnostics) {
  std::optional<System> system = failed.model.equations();
  if (!system) return std::nullopt;
  const auto settings = ReadSettings(failed.options, system->experiment);
  if (!settings) return std::nullopt;
  auto repaired = ReplaceRankDeficientBlocks(*std::move(system), *settings);
  if (!repaired) return std::nullopt;
  const double begun = settings->grid.start + kHardlyBegun * (settings->grid.stop - settings->grid.start);
  Diagnostics told;
  auto report = RunInstead(failed, begun, told, [&](const Audience& audience) {
    return failed.model.run_repaired(std::move(repaired->system), failed.options, audience, told);
  });
  if (!report) return std::nullopt;
  for (Diagnostic& warning : repaired->warnings)
    diagnostics.Report(WithFailure(std::move(warning), failed.messages));
  diagnostics.Append(told.Take());
  return report;
}

// nullopt if the array has no index, or agrees with the structure.
std::optional<compile::NumericalIndex> FindReason(const Failed& failed) {
  std::optional<System> system = failed.model.equations();
  if (!system || !system->hybrid.empty() || !system->invariants.empty()) return std::nullopt;
  Diagnostics told_before;
  auto found = compile::FindNumericalIndex(*std::move(system), told_before);
  if (!found || !found->analysis.index) return std::nullopt;
  const bool failed_at_start = !failed.report.has_points;
  if (found->agrees() && !failed_at_start) return std::nullopt;
  return *std::move(found);
}

Diagnostic Tell(const compile::NumericalIndex& why, const Diagnostics& failure) {
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

// Runs in another way, after a message that gives the reason.
std::optional<RunReport> RunWith(const RunOptions& options, const Failed& failed, const Diagnostic& why,
                                 Diagnostics& diagnostics) {
  Diagnostics told;
  auto report = RunInstead(failed, kNever, told, [&](const Audience& audience) {
    return failed.model.run(options, audience, told);
  });
  if (!report) return std::nullopt;
  diagnostics.Report(why);
  diagnostics.Append(told.Take());
  return report;
}

// Integrates the whole model by its array, if there is a reason.
std::optional<RunReport> RunByArray(const Failed& failed, Diagnostics& diagnostics) {
  if (failed.report.statistics.unknowns > static_cast<std::int64_t>(kMostOfArray)) return std::nullopt;
  const auto why = FindReason(failed);
  if (!why) return std::nullopt;
  RunOptions by_array = failed.options;
  by_array.method = "ucp";
  by_array.form = simulate::ModelForm::kAuto;
  return RunWith(by_array, failed, Tell(*why, failed.messages), diagnostics);
}

Diagnostic ResidualFormHasTakenOver(const Diagnostics& failure) {
  return WithFailure(Warning(Code::kUndetermined, {}, "the residual form has taken over (--form dae)"),
                     failure);
}

Diagnostic CausalFormHasTakenOver(const Diagnostics& failure) {
  return WithFailure(Warning(Code::kUndetermined, {}, "the causal form has taken over (--form ode)"),
                     failure);
}

// Runs in the residual form if the causal one is not reliable; if that fails, in the causal form to its end.
// The points of the run that was given up are of no use, so the observers receive both runs afterwards.
RunReport RunResidualForm(const Failed& failed, Diagnostics& diagnostics) {
  RunOptions other = failed.options;
  other.form = simulate::ModelForm::kDae;
  Diagnostics told;
  RunReport report = failed.model.run(other, failed.audience, told);
  if (HasEnded(report)) {
    diagnostics.Report(ResidualFormHasTakenOver(failed.messages));
    diagnostics.Append(told.Take());
    return report;
  }
  other.form = simulate::ModelForm::kOde;
  report = failed.model.run(other, failed.audience, diagnostics);
  diagnostics.Report(WithFailure(
      Warning(Code::kUndetermined, {},
              "the residual form failed too: these results are from the causal form (--form ode)"),
      told, "there"));
  return report;
}

bool HasStoppedOnTheWay(const Failed& failed) {
  if (failed.report.status != RunStatus::kStopped || !failed.report.has_points) return false;
  return std::ranges::any_of(failed.messages.items(), [](const Diagnostic& d) {
    return d.code == Code::kStepFailed || d.code == Code::kLoopNotSolved;
  });
}

// The causal form has come to a singular point, and steps of the residual form may pass it. Or the corrector
// of the residual form fails where switches change resistances by many decades, and blocks are solved one by
// one.
std::optional<RunReport> RunInOtherForm(const Failed& failed, Diagnostics& diagnostics) {
  if (FormAskedFor(failed.options) != simulate::ModelForm::kAuto || !HasStoppedOnTheWay(failed))
    return std::nullopt;
  const bool was_causal = failed.report.statistics.form == "ode";
  RunOptions other = failed.options;
  other.form = was_causal ? simulate::ModelForm::kDae : simulate::ModelForm::kOde;
  return RunWith(
      other, failed,
      was_causal ? ResidualFormHasTakenOver(failed.messages) : CausalFormHasTakenOver(failed.messages),
      diagnostics);
}

std::optional<RunReport> RunInAnotherWay(const Failed& failed, Diagnostics& diagnostics) {
  Diagnostics told_of_repaired;
  auto repaired = RunRepaired(failed, told_of_repaired);
  if (!repaired || !HasEnded(*repaired)) {
    if (auto by_array = RunByArray(failed, diagnostics)) return by_array;
    if (auto other = RunInOtherForm(failed, diagnostics)) return other;
  }
  if (repaired) diagnostics.Append(told_of_repaired.Take());
  return repaired;
}

}  // namespace

bool MayNeedFallback(std::size_t num_unknowns) {
  return num_unknowns <= kMostUnknowns;
}

RunReport RunWithFallback(const RunOptions& options, const FallbackModel& model, const Audience& audience,
                          Diagnostics& diagnostics) {
  Diagnostics first;
  RunReport report = model.run(options, audience, first);
  const Failed failed{options, model, audience, report, first};
  if (report.gave_up_causal_form && !report.observer_failed &&
      MayNeedFallback(static_cast<std::size_t>(report.statistics.unknowns)))
    return RunResidualForm(failed, diagnostics);
  if (MayTakeOver(options, report)) {
    if (auto other = RunInAnotherWay(failed, diagnostics)) return *std::move(other);
  }
  diagnostics.Append(first.Take());
  return report;
}

}  // namespace daedalus::run
