#include "daedalus/driver/array_fallback.h"

#include <fmt/format.h>

#include "daedalus/analyze/numerical_index.h"

namespace daedalus::driver {
namespace {

constexpr std::size_t kMostUnknowns = 200;

bool MayTakeOver(const SimulateOptions& options, const SimulateReport& failed) {
  const bool is_left_to_us = options.method == "auto" && options.form != simulate::ModelForm::kInline &&
                             options.index_treatment == compile::IndexTreatment::kDummyDerivatives;
  const bool has_failed =
      failed.status == SimulateStatus::kStopped || failed.status == SimulateStatus::kModelWrong;
  return is_left_to_us && has_failed && failed.statistics.unknowns > 0 &&
         MayNeedFallback(static_cast<std::size_t>(failed.statistics.unknowns));
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
  Diagnostic d = Warning(Code::kRankDeficient, {},
                         "the derivative array of the whole model has taken over (method ucp): differential index {}, "
                         "{} free values",
                         *why.analysis.index, why.analysis.num_free);
  if (!why.agrees() && why.structural_index && why.structural_free)
    d.Note(fmt::format("by structure the index is {}, with {} free values", *why.structural_index,
                       *why.structural_free));
  for (const Diagnostic& message : failure.items()) {
    if (message.severity != Severity::kError) continue;
    d.Note(fmt::format("without it: {}", message.message));
    break;
  }
  return d;
}

}  // namespace

bool MayNeedFallback(std::size_t num_unknowns) { return num_unknowns <= kMostUnknowns; }

SimulateReport SimulateWithFallback(const SimulateOptions& options, const FallbackModel& model,
                                    Diagnostics& diagnostics) {
  Diagnostics first;
  SimulateReport report = model.simulate(options, first);
  if (MayTakeOver(options, report)) {
    if (const auto why = FindReason(model, report)) {
      SimulateOptions by_array = options;
      by_array.method = "ucp";
      by_array.form = simulate::ModelForm::kAuto;
      Diagnostics second;
      SimulateReport again = model.simulate(by_array, second);
      if (again.status == SimulateStatus::kDone || again.status == SimulateStatus::kInterrupted) {
        diagnostics.Report(Tell(*why, first));
        diagnostics.Append(second.Take());
        return again;
      }
    }
  }
  diagnostics.Append(first.Take());
  return report;
}

}  // namespace daedalus::driver
