#include "daedalus/model/simulate/forms/start_search.h"

#include <algorithm>
#include <iterator>

#include "daedalus/model/hybrid/free_system.h"
#include "daedalus/model/initialize/redundant_conditions.h"
#include "daedalus/model/initialize/start_preferences.h"

namespace daedalus::simulate {

const initialize::InitialProgram& StartSearch::StartProgram(const initialize::InitialPlan& plan) {
  if (at_start_) {
    if (!own_start_ || !own_start_->HoldsFor(equations_.parameters, plan))
      own_start_.emplace(at_start_->system, at_start_->incidence, plan, *equations_.attributes,
                         equations_.parameters, equations_.model.hints);
    return *own_start_;
  }
  const initialize::InitialProgram& shared = equations_.compiled->StartProgram(plan);
  if (shared.HoldsFor(equations_.parameters, plan)) return shared;
  if (own_start_ && own_start_->HoldsFor(equations_.parameters, plan)) return *own_start_;
  own_start_.emplace(*equations_.model.system, equations_.model.incidence, plan, *equations_.attributes,
                     equations_.parameters, equations_.model.hints);
  return *own_start_;
}

Result<initialize::InitialPlan> StartSearch::Plan() {
  return PlanWithout({});
}

Result<initialize::InitialPlan> StartSearch::PlanWithout(std::vector<VariableId> ignored) {
  auto system = at_start_ ? std::nullopt : hybrid::SystemAtStart(*equations_.model.system);
  if (system) {
    causal::SystemIncidence incidence = causal::IncidenceOf(*system);
    at_start_ = std::make_unique<const AtStart>(AtStart{*std::move(system), std::move(incidence)});
  }
  if (at_start_) {
    return initialize::PlanInitialization(at_start_->system, at_start_->incidence, std::move(ignored));
  }
  return initialize::PlanInitialization(*equations_.model.system, equations_.model.incidence,
                                        std::move(ignored));
}

// Preferences are respected as far as possible.
Result<initialize::InitialValues> StartSearch::Find(const initialize::InitialPlan& plan) {
  const System& system = SystemOfStart();
  initialize::InitialPlan trial = plan;
  while (true) {
    const std::vector<VariableId> preferences = initialize::StartPreferencesOf(system, trial);
    auto values = FindByPlan(trial, !preferences.empty());
    if (equations_.dae->is_cancelled() || (!values && preferences.empty())) return values;
    const std::vector<VariableId> bad = !values ? initialize::LowestStartPreferences(system, preferences)
                                        : preferences.empty() ? std::vector<VariableId>()
                                                              : VaguePreferences(trial, *values);
    if (bad.empty()) {
      initialize::TellGivenUp(system, trial, *equations_.attributes, equations_.settings.tolerance, *values);
      values->ignored = trial.ignored;
      return values;
    }
    std::vector<VariableId> ignored = trial.ignored;
    ignored.insert(ignored.end(), bad.begin(), bad.end());
    auto next = PlanWithout(std::move(ignored));
    if (!next) return Failure{std::move(next).error()};
    trial = *std::move(next);
  }
}

std::vector<VariableId> StartSearch::VaguePreferences(const initialize::InitialPlan& plan,
                                                      const initialize::InitialValues& values) const {
  const System& system = SystemOfStart();
  const bool is_undetermined =
      std::ranges::any_of(values.warnings, [](const Diagnostic& d) { return d.code == Code::kUndetermined; });
  if (is_undetermined) return initialize::StartPreferencesOf(system, plan);
  if (at_start_) return {};
  return initialize::FindNearlySingularPreferences(system, *equations_.dae, plan, *equations_.attributes,
                                                   equations_.settings.grid.start, values);
}

Result<initialize::InitialValues> StartSearch::FindByPlan(const initialize::InitialPlan& plan,
                                                          bool is_trial) {
  auto options = equations_.OptionsAt(equations_.settings.grid.start);
  options.is_trial = is_trial;
  if (at_start_) return RunStartProgram(plan);
  auto values = initialize::FindInitialValues(
      *equations_.model.system, *equations_.dae, plan, *equations_.attributes, options,
      [&]() -> const initialize::InitialProgram& { return StartProgram(plan); });
  if (values.ok()) view_.EstimateSlopes(options, *values);
  return values;
}

Result<initialize::InitialValues> StartSearch::RunStartProgram(const initialize::InitialPlan& plan) {
  auto found =
      StartProgram(plan).Run(*equations_.attributes, equations_.parameters, equations_.settings.grid.start,
                             equations_.settings.cancelled, equations_.dae->held());
  if (!found.ok) {
    return Fail(Error(Code::kInitialNotConverged, {},
                      "no consistent initial values were found at time = {:.9g}: {}",
                      equations_.settings.grid.start, found.reason)
                    .Hint("give start values nearer to the solution, or check the initial equations"));
  }
  initialize::InitialValues values{std::move(found.values.y), std::move(found.values.yp),
                                   found.newton_iterations};
  if (found.undetermined) values.warnings.push_back(*std::move(found.undetermined));
  if (equations_.settings.explains_start) values.blocks = StartProgram(plan).Describe(found.loops);
  auto redundant =
      initialize::CheckRedundant(at_start_->system, plan, *equations_.attributes, equations_.parameters,
                                 equations_.dae->held(), equations_.settings.grid.start, values.y, values.yp);
  if (!redundant.conflicts.empty()) return Failure{std::move(redundant.conflicts)};
  std::ranges::move(redundant.notes, std::back_inserter(values.warnings));
  std::ranges::move(redundant.remarks, std::back_inserter(values.remarks));
  return values;
}

std::optional<initialize::InitialValues> StartSearch::FindFreeValues() const {
  const System free = hybrid::FreeSystem(*equations_.model.system);
  const causal::SystemIncidence incidence = causal::IncidenceOf(free);
  if (!causal::CheckSolvability(free, incidence).ok()) return std::nullopt;
  std::vector<VariableId> ignored;
  while (true) {
    const auto plan = initialize::PlanInitialization(free, incidence, ignored);
    if (!plan) return std::nullopt;
    const initialize::InitialProgram program(free, incidence, *plan, *equations_.attributes,
                                             equations_.parameters);
    auto found = program.Run(*equations_.attributes, equations_.parameters, equations_.settings.grid.start,
                             equations_.settings.cancelled, equations_.dae->held());
    if (found.ok)
      return initialize::InitialValues{std::move(found.values.y), std::move(found.values.yp),
                                       found.newton_iterations};
    const auto preferences = initialize::StartPreferencesOf(free, *plan);
    if (preferences.empty()) return std::nullopt;
    ignored.insert(ignored.end(), preferences.begin(), preferences.end());
  }
}

}  // namespace daedalus::simulate
