#include "daedalus/model/initialize/start_preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "daedalus/model/initialize/initial_problem.h"
#include "daedalus/model/initialize/initial_structure.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::initialize {
namespace {

bool MayBePreferred(const Variable& variable) {
  return !variable.fixed && variable.start.IsValid() && variable.start_weight != StartWeight::kGuess;
}

bool IsOpen(const Variable& variable) {
  return !variable.fixed && !variable.start.IsValid();
}

// True for each row that is nearly linear over the step dz from z:
//   |F(z + dz)_i - F(z)_i - (J dz)_i| <= kBent * sum_j |J_ij dz_j| + kRounding * sum_j |J_ij| max(|z_j|,
//   nominal_j)
class Straightness {
 public:
  Straightness(const nonlinear::NonlinearProblem& numbers, const std::vector<double>& z,
               const std::vector<double>& jacobian)
      : numbers_(numbers),
        z_(z),
        jacobian_(jacobian),
        before_(z.size()),
        after_(z.size()),
        change_(z.size()),
        moved_(z.size()),
        size_(z.size()) {
    numbers_.residual(z_, before_);
  }

  bool Holds(const std::vector<double>& dz) {
    constexpr double kBent = 0.5, kRounding = 1e-12;
    std::ranges::fill(change_, 0.0);
    std::ranges::fill(moved_, 0.0);
    std::ranges::fill(size_, 0.0);
    std::vector<double> there = z_;
    for (std::size_t j = 0; j < z_.size(); ++j) {
      there[j] += dz[j];
      for (std::int32_t k = numbers_.pattern.column_starts[j]; k < numbers_.pattern.column_starts[j + 1];
           ++k) {
        const auto row = static_cast<std::size_t>(numbers_.pattern.row_indices[static_cast<std::size_t>(k)]);
        const double slope = jacobian_[static_cast<std::size_t>(k)];
        change_[row] += slope * dz[j];
        moved_[row] += std::abs(slope * dz[j]);
        size_[row] += std::abs(slope) * std::max(std::abs(z_[j]), numbers_.nominal[j]);
      }
    }
    numbers_.residual(there, after_);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double rest = std::abs(after_[i] - before_[i] - change_[i]);
      if (!(rest <= kBent * moved_[i] + kRounding * size_[i])) return false;
    }
    return true;
  }

 private:
  const nonlinear::NonlinearProblem& numbers_;
  const std::vector<double>&z_, &jacobian_;
  std::vector<double> before_, after_, change_, moved_, size_;  // per row
};

std::string NamesOf(const System& system, std::span<const VariableId> variables) {
  constexpr std::size_t kMaxNamed = 5;
  std::string out;
  for (std::size_t i = 0; i < variables.size() && i < kMaxNamed; ++i)
    out += fmt::format("{}`{}`", i > 0 ? ", " : "", NameOf(system, variables[i]));
  return variables.size() > kMaxNamed ? out + ", ..." : out;
}

}  // namespace

void MarkStartPreferences(System& system, const causal::SystemIncidence& incidence) {
  bool is_any_open = false, is_any_preferred = false;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    Variable& variable = system.variables[v];
    const bool is_differential = incidence.is_differential[v.index()];
    variable.is_start_preferred = !is_differential && MayBePreferred(variable);
    is_any_open |= is_differential && IsOpen(variable);
    is_any_preferred |= variable.is_start_preferred;
  }
  if (!is_any_preferred) return;
  std::vector<VariableId> found;
  if (is_any_open) {
    const auto structure =
        MatchInitialConditions(system, incidence, causal::IncidenceOf(system, system.initial_equations));
    for (const structure::RowId row : structure.incidence.Rows()) {
      if (structure.KindOf(row) == InitialRow::Kind::kStart &&
          structure.matching.column_of_row[row].IsValid())
        found.push_back(structure.rows[row].variable);
    }
  }
  for (Variable& variable : system.variables) variable.is_start_preferred = false;
  for (const VariableId v : found)
    system.variables[v].is_start_preferred = !incidence.is_differential[v.index()];
}

std::vector<VariableId> StartPreferencesOf(const System& system, const InitialPlan& plan) {
  std::vector<VariableId> out;
  for (std::size_t i = plan.num_fixed; i < plan.start_conditions.size(); ++i) {
    if (system.variables[plan.start_conditions[i]].is_start_preferred)
      out.push_back(plan.start_conditions[i]);
  }
  return out;
}

std::vector<VariableId> LowestStartPreferences(const System& system,
                                               std::span<const VariableId> preferences) {
  StartWeight least = StartWeight::kModel;
  for (const VariableId v : preferences) least = std::min(least, system.variables[v].start_weight);
  std::vector<VariableId> out;
  std::ranges::copy_if(preferences, std::back_inserter(out),
                       [&](VariableId v) { return system.variables[v].start_weight == least; });
  return out;
}

std::vector<VariableId> FindNearlySingularPreferences(const System& system, execute::DaeModel& dae,
                                                      const InitialPlan& plan,
                                                      const AttributeValues& attributes, double start_time,
                                                      const InitialValues& values) {
  constexpr double kPart = 1e-6;  // of a start value
  const std::vector<VariableId> preferences = StartPreferencesOf(system, plan);
  InitialProblem problem(system, dae, ConditionsOf(plan), attributes.start, start_time);
  const nonlinear::NonlinearProblem numbers = problem.Problem(attributes.nominal);
  const std::vector<double> z = problem.Join(values.y, values.yp);
  std::vector<double> jacobian(numbers.pattern.row_indices.size());
  numbers.jacobian(z, jacobian);
  const auto solver = linear::MakeLinearSolver(numbers.pattern);
  if (solver->Factor(jacobian) != linear::FactorStatus::kOk) return preferences;
  Straightness straightness(numbers, z, jacobian);
  std::vector<VariableId> out;
  for (std::size_t i = 0; i < plan.start_conditions.size(); ++i) {
    const VariableId v = plan.start_conditions[i];
    if (!system.variables[v].is_start_preferred) continue;
    std::vector<double> dz(z.size(), 0.0);
    const std::size_t row = system.variables.size() + plan.initial_equations.size() + i;
    dz[row] = kPart * std::max(std::abs(attributes.start[v.index()]), attributes.nominal[v.index()]);
    solver->Solve(dz);
    if (!straightness.Holds(dz)) out.push_back(v);
  }
  return out;
}

void TellGivenUp(const System& system, const InitialPlan& plan, const AttributeValues& attributes,
                 double tolerance, InitialValues& values) {
  std::vector<VariableId> assumed;
  for (const VariableId v : plan.start_conditions) {
    if (IsOpen(system.variables[v])) assumed.push_back(v);
  }
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (!system.variables[v].is_start_preferred ||
        std::ranges::find(plan.start_conditions, v) != plan.start_conditions.end())
      continue;
    const Variable& variable = system.variables[v];
    const double value = values.y[v.index()], start = attributes.start[v.index()];
    if (std::abs(value - start) <= tolerance * std::max(std::abs(start), attributes.nominal[v.index()]))
      continue;
    Diagnostic d = Warning(Code::kStartChanged, system.declarations[variable.declaration].span,
                           "`{}` starts at {:.6g}, not at its start value {:.6g}, which is not fixed",
                           NameOf(system, v), value, start);
    d.Note(
        "this start value would determine no initial value that is free, or the equations have no solution "
        "with it");
    if (!assumed.empty())
      d.Note(
          fmt::format("assumed to start at 0, since they have no start value: {}", NamesOf(system, assumed)));
    const bool is_of_model = variable.start_weight == StartWeight::kModel;
    (is_of_model ? values.warnings : values.remarks)
        .push_back(std::move(d).Hint("give a start value for a state"));
  }
}

}  // namespace daedalus::initialize
