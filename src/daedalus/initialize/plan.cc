#include "daedalus/initialize/plan.h"

#include "daedalus/structure/matching.h"
#include "daedalus/system/print.h"

namespace daedalus::initialize {
namespace {

using causal::SystemIncidence;

// Rows: equations, initial equations, then v = start of `starts`. Columns: variables 0 .. n-1, derivatives n
// .. 2n-1.
structure::Incidence InitialIncidence(const System& system, const SystemIncidence& equations,
                                      const SystemIncidence& initial, const std::vector<VariableId>& starts) {
  structure::Incidence out;
  const auto n = static_cast<std::uint32_t>(system.variables.size());
  out.num_columns = 2 * n;
  std::vector<std::uint32_t> row;
  for (const SystemIncidence* part : {&equations, &initial}) {
    for (std::uint32_t e = 0; e < part->variables.num_rows(); ++e) {
      row.clear();
      for (const std::uint32_t v : part->variables.Row(e)) row.push_back(v);
      for (const std::uint32_t v : part->derivatives.Row(e)) {
        if (equations.is_differential[v]) row.push_back(n + v);
      }
      out.AddRow(row);
    }
  }
  for (const VariableId v : starts) out.AddRow(std::vector<std::uint32_t>{v.value});
  return out;
}

Diagnostic Excess(std::size_t num_free) {
  return Error(Code::kInitialOverdetermined, {},
               "there are more initial conditions than the model leaves free ({})", num_free);
}

Diagnostic ExcessEquation(const System& system, const Equation& equation, std::size_t num_free) {
  Diagnostic d = Excess(num_free);
  d.primary = {equation.origin.span, "this initial equation finds no unknown that is still free"};
  return std::move(d).Note(fmt::format("flattened: {}", EquationText(system, equation)));
}

Diagnostic ExcessStart(const System& system, VariableId v, std::size_t num_free) {
  const Variable& variable = system.variables[v];
  Diagnostic d = Excess(num_free);
  d.primary = {system.declarations[variable.declaration].span,
               fmt::format("`{}` is fixed here, but already determined by other conditions and the equations",
                           variable.name)};
  return d;
}

// An initial equation may not speak of a derivative that no equation of the model contains.
std::vector<Diagnostic> FindForeignDerivatives(const System& system, const SystemIncidence& equations,
                                               const SystemIncidence& initial) {
  std::vector<Diagnostic> out;
  for (std::uint32_t e = 0; e < initial.derivatives.num_rows(); ++e) {
    for (const std::uint32_t v : initial.derivatives.Row(e)) {
      if (equations.is_differential[v]) continue;
      out.push_back(Error(Code::kInitialUnderdetermined, system.initial_equations[EquationId(e)].origin.span,
                          "`der({})` stands in an initial equation, but in no equation of the model",
                          system.variables[VariableId(v)].name));
    }
  }
  return out;
}

std::vector<VariableId> Select(const System& system, const SystemIncidence& incidence, bool fixed) {
  std::vector<VariableId> out;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    const bool is_fixed = system.variables[v].fixed;
    if (is_fixed == fixed && (fixed || incidence.is_differential[v.index()])) out.push_back(v);
  }
  return out;
}

bool AllDifferential(const std::vector<VariableId>& variables, const SystemIncidence& incidence) {
  for (const VariableId v : variables) {
    if (!incidence.is_differential[v.index()]) return false;
  }
  return true;
}

Diagnostic Underdetermined(const System& system, const SystemIncidence& incidence,
                           const structure::Matching& matching) {
  std::string names;
  const std::size_t n = system.variables.size();
  for (std::size_t column = 0; column < 2 * n; ++column) {
    const std::size_t v = column % n;
    if (matching.row_of_column[column] != structure::kUnmatched ||
        (column >= n && !incidence.is_differential[v]))
      continue;
    const std::string& name = system.variables[VariableId(v)].name;
    names += fmt::format("{}{}", names.empty() ? "" : ", ",
                         column >= n ? fmt::format("`der({})`", name) : fmt::format("`{}`", name));
  }
  return Error(Code::kInitialUnderdetermined, {}, "the initial conditions do not determine {}", names)
      .Hint("add an initial equation, or fixed = true with a start value");
}

}  // namespace

Result<InitialPlan> PlanInitialization(const System& system, const SystemIncidence& incidence) {
  InitialPlan plan;
  const std::size_t num_free = incidence.num_differential();
  const std::vector<VariableId> fixed = Select(system, incidence, true);
  const std::vector<VariableId> candidates = Select(system, incidence, false);
  plan.start_conditions = fixed;
  plan.num_fixed = fixed.size();
  if (system.initial_equations.empty() && AllDifferential(fixed, incidence)) {
    plan.given_by_states = true;
    plan.start_conditions.insert(plan.start_conditions.end(), candidates.begin(), candidates.end());
    return plan;
  }

  const SystemIncidence initial = causal::IncidenceOf(system, system.initial_equations);
  std::vector<Diagnostic> errors = FindForeignDerivatives(system, incidence, initial);
  if (!errors.empty()) return Failure{std::move(errors)};
  std::vector<VariableId> offered = fixed;
  offered.insert(offered.end(), candidates.begin(), candidates.end());
  const structure::Incidence rows = InitialIncidence(system, incidence, initial, offered);
  structure::MatchingExtender matching(rows);
  std::uint32_t row = 0;
  for (; row < system.equations.size(); ++row) {
    DAEDALUS_CHECK(matching.AugmentRow(row), "a model of index 0 or 1 has a place for each of its equations");
  }
  for (const Equation& equation : system.initial_equations) {
    if (!matching.AugmentRow(row++)) errors.push_back(ExcessEquation(system, equation, num_free));
  }
  for (const VariableId v : fixed) {
    if (!matching.AugmentRow(row++)) errors.push_back(ExcessStart(system, v, num_free));
  }
  if (!errors.empty()) return Failure{std::move(errors)};
  for (const VariableId v : candidates) {
    if (matching.AugmentRow(row++)) plan.start_conditions.push_back(v);
  }
  if (matching.matching().size < system.variables.size() + num_free) {
    return Fail(Underdetermined(system, incidence, matching.matching()));
  }
  return plan;
}

std::vector<Diagnostic> DescribeAssumptions(const System& system, const InitialPlan& plan) {
  if (plan.start_conditions.size() == plan.num_fixed) return {};
  Diagnostic d;
  d.severity = Severity::kNote;
  d.code = Code::kInitialAssumed;
  d.message =
      fmt::format("{} start values were taken as initial conditions, since nothing else determines them",
                  plan.start_conditions.size() - plan.num_fixed);
  constexpr std::size_t kMaxNamed = 5;
  for (std::size_t i = plan.num_fixed; i < plan.start_conditions.size() && i < plan.num_fixed + kMaxNamed;
       ++i) {
    const Variable& variable = system.variables[plan.start_conditions[i]];
    d.With(system.declarations[variable.declaration].span,
           fmt::format("`{}` starts at its start value", variable.name));
  }
  return {d};
}

}  // namespace daedalus::initialize
