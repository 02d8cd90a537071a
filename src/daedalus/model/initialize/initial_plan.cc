#include "daedalus/model/initialize/initial_plan.h"

#include <algorithm>
#include <utility>

#include "daedalus/model/initialize/describe_conditions.h"
#include "daedalus/model/initialize/explain_plan.h"

namespace daedalus::initialize {
namespace {

using causal::SystemIncidence;

std::vector<VariableId> Select(const System& system, const SystemIncidence& incidence, bool fixed) {
  std::vector<VariableId> out;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    const bool is_fixed = system.variables[v].fixed;
    if (is_fixed == fixed && (fixed || incidence.is_differential[v.index()])) out.push_back(v);
  }
  return out;
}

bool HasPreferences(const System& system, std::span<const VariableId> ignored) {
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (system.variables[v].is_start_preferred && std::ranges::find(ignored, v) == ignored.end()) return true;
  }
  return false;
}

bool AllDifferential(const std::vector<VariableId>& variables, const SystemIncidence& incidence) {
  for (const VariableId v : variables) {
    if (!incidence.is_differential[v.index()]) return false;
  }
  return true;
}

// Removes the conditions without a free quantity from the plan. Returns false if they are too many.
bool LeaveOut(const InitialConditions& conditions, InitialPlan& plan) {
  if (conditions.num_conflicts != conditions.conflicts.size()) return false;
  for (const Conflict& conflict : conditions.conflicts) {
    const InitialRow& row = conflict.condition;
    if (row.kind == InitialRow::Kind::kFixed) {
      std::erase(plan.start_conditions, row.variable);
    } else {
      std::erase(plan.initial_equations, row.equation);
    }
    plan.redundant.push_back(row);
  }
  plan.num_fixed = plan.start_conditions.size();
  return true;
}

}  // namespace

Result<InitialPlan> PlanInitialization(const System& system, const SystemIncidence& incidence,
                                       std::vector<VariableId> ignored) {
  InitialPlan plan;
  plan.ignored = std::move(ignored);
  plan.start_conditions = Select(system, incidence, true);
  plan.num_fixed = plan.start_conditions.size();
  for (const EquationId e : IdRange<EquationId>(system.initial_equations.size()))
    plan.initial_equations.push_back(e);
  std::vector<VariableId> assumed;
  if (system.initial_equations.empty() && AllDifferential(plan.start_conditions, incidence) &&
      !HasPreferences(system, plan.ignored)) {
    plan.given_by_states = true;
    assumed = Select(system, incidence, false);
  } else {
    auto conditions = ExplainInitialConditions(system, incidence, plan.ignored);
    if (!conditions) return Failure{std::move(conditions).error()};
    if (!conditions->conflicts.empty()) {
      if (!LeaveOut(*conditions, plan)) return Failure{DescribeConflicts(system, *conditions)};
      plan.conflicts = DescribeConflicts(system, *conditions, conditions->conflicts.size());
    }
    assumed = std::move(conditions->assumed);
  }
  plan.start_conditions.insert(plan.start_conditions.end(), assumed.begin(), assumed.end());
  return plan;
}

std::vector<Diagnostic> DescribeAssumptions(const System& system, const InitialPlan& plan) {
  if (plan.start_conditions.size() == plan.num_fixed) return {};
  Diagnostic d;
  d.severity = Severity::kNote;
  d.code = Code::kInitialAssumed;
  d.message = fmt::format(
      "too few initial conditions: {} start values were taken, since nothing else determines them",
      plan.start_conditions.size() - plan.num_fixed);
  constexpr std::size_t kMaxNamed = 5;
  for (std::size_t i = plan.num_fixed; i < plan.start_conditions.size() && i < plan.num_fixed + kMaxNamed;
       ++i) {
    const Variable& variable = system.variables[plan.start_conditions[i]];
    d.With(system.declarations[variable.declaration].span,
           fmt::format("`{}` {}", NameOf(system, variable),
                       variable.is_start_preferred
                           ? "is not a state, but starts at its start value, since a state has none"
                       : variable.start.IsValid() ? "starts at its start value"
                                                  : "has no start value, and starts at 0"));
  }
  return {d};
}

}  // namespace daedalus::initialize
