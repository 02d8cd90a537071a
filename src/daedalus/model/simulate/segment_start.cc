// Finds consistent values of a segment at the start (initialize/initial_values.h), respecting preferences of
// the user (initialize/start_preferences.h).
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "daedalus/model/hybrid/free_system.h"
#include "daedalus/model/initialize/algebraic_slopes.h"
#include "daedalus/model/initialize/redundant_conditions.h"
#include "daedalus/model/initialize/start_preferences.h"
#include "daedalus/model/simulate/segment.h"

namespace daedalus::simulate {

const initialize::InitialProgram& Segment::StartProgram(const initialize::InitialPlan& plan) {
  if (at_start_) {
    if (!own_start_ || !own_start_->HoldsFor(parameters_, plan))
      own_start_.emplace(at_start_->system, at_start_->incidence, plan, *attributes_, parameters_,
                         model_.hints);
    return *own_start_;
  }
  const initialize::InitialProgram& shared = compiled_->StartProgram(plan);
  if (shared.HoldsFor(parameters_, plan)) return shared;
  if (own_start_ && own_start_->HoldsFor(parameters_, plan)) return *own_start_;
  own_start_.emplace(*model_.system, model_.incidence, plan, *attributes_, parameters_, model_.hints);
  return *own_start_;
}

Result<initialize::InitialPlan> Segment::PlanInitialization() {
  return PlanWithout({});
}

Result<initialize::InitialPlan> Segment::PlanWithout(std::vector<VariableId> ignored) {
  auto system = at_start_ ? std::nullopt : hybrid::SystemAtStart(*model_.system);
  if (system) {
    causal::SystemIncidence incidence = causal::IncidenceOf(*system);
    at_start_ = std::make_unique<const AtStart>(AtStart{*std::move(system), std::move(incidence)});
  }
  if (at_start_) {
    return initialize::PlanInitialization(at_start_->system, at_start_->incidence, std::move(ignored));
  }
  return initialize::PlanInitialization(*model_.system, model_.incidence, std::move(ignored));
}

// Preferences are respected as far as possible.
Result<initialize::InitialValues> Segment::FindInitialValues(const initialize::InitialPlan& plan) {
  const System& system = SystemOfStart();
  initialize::InitialPlan trial = plan;
  while (true) {
    const std::vector<VariableId> wishes = initialize::StartPreferencesOf(system, trial);
    auto values = FindByPlan(trial, !wishes.empty());
    if (dae_->is_cancelled() || (!values && wishes.empty())) return values;
    const std::vector<VariableId> bad = !values          ? initialize::LowestStartPreferences(system, wishes)
                                        : wishes.empty() ? std::vector<VariableId>()
                                                         : VagueWishes(trial, *values);
    if (bad.empty()) {
      initialize::TellGivenUp(system, trial, *attributes_, settings_.tolerance, *values);
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

std::vector<VariableId> Segment::VagueWishes(const initialize::InitialPlan& plan,
                                             const initialize::InitialValues& values) {
  const System& system = SystemOfStart();
  const bool is_undetermined =
      std::ranges::any_of(values.warnings, [](const Diagnostic& d) { return d.code == Code::kUndetermined; });
  if (is_undetermined) return initialize::StartPreferencesOf(system, plan);
  if (at_start_) return {};
  return initialize::FindNearlySingularPreferences(system, *dae_, plan, *attributes_, settings_.grid.start,
                                                   values);
}

Result<initialize::InitialValues> Segment::FindByPlan(const initialize::InitialPlan& plan, bool is_trial) {
  auto options = OptionsAt(settings_.grid.start);
  options.is_trial = is_trial;
  if (at_start_) return RunStartProgram(plan);
  auto values = initialize::FindInitialValues(
      *model_.system, *dae_, plan, *attributes_, options,
      [&]() -> const initialize::InitialProgram& { return StartProgram(plan); });
  if (values.ok() && !ode_)
    initialize::EstimateAlgebraicSlopes(*dae_, attributes_->nominal, options, *values);
  return values;
}

Result<initialize::InitialValues> Segment::RunStartProgram(const initialize::InitialPlan& plan) {
  auto found = StartProgram(plan).Run(*attributes_, parameters_, settings_.grid.start, settings_.cancelled,
                                      dae_->held());
  if (!found.ok) {
    return Fail(Error(Code::kInitialNotConverged, {},
                      "no consistent initial values were found at time = {:.9g}: {}", settings_.grid.start,
                      found.reason)
                    .Hint("give start values nearer to the solution, or check the initial equations"));
  }
  initialize::InitialValues values{std::move(found.values.y), std::move(found.values.yp),
                                   found.newton_iterations};
  if (found.undetermined) values.warnings.push_back(*std::move(found.undetermined));
  if (settings_.explains_start) values.blocks = StartProgram(plan).Describe(found.loops);
  auto redundant = initialize::CheckRedundant(at_start_->system, plan, *attributes_, parameters_,
                                              dae_->held(), settings_.grid.start, values.y, values.yp);
  if (!redundant.conflicts.empty()) return Failure{std::move(redundant.conflicts)};
  std::ranges::move(redundant.notes, std::back_inserter(values.warnings));
  std::ranges::move(redundant.remarks, std::back_inserter(values.remarks));
  return values;
}

std::optional<initialize::InitialValues> Segment::FindFreeValues() {
  const System free = hybrid::FreeSystem(*model_.system);
  const causal::SystemIncidence incidence = causal::IncidenceOf(free);
  if (!causal::CheckSolvability(free, incidence).ok()) return std::nullopt;
  std::vector<VariableId> ignored;
  while (true) {
    const auto plan = initialize::PlanInitialization(free, incidence, ignored);
    if (!plan) return std::nullopt;
    const initialize::InitialProgram program(free, incidence, *plan, *attributes_, parameters_);
    auto found =
        program.Run(*attributes_, parameters_, settings_.grid.start, settings_.cancelled, dae_->held());
    if (found.ok)
      return initialize::InitialValues{std::move(found.values.y), std::move(found.values.yp),
                                       found.newton_iterations};
    const auto wishes = initialize::StartPreferencesOf(free, *plan);
    if (wishes.empty()) return std::nullopt;
    ignored.insert(ignored.end(), wishes.begin(), wishes.end());
  }
}

}  // namespace daedalus::simulate
