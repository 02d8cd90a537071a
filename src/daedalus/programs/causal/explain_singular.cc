#include "daedalus/programs/causal/explain_singular.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "daedalus/structure/singular_sets.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

constexpr std::size_t kMaxMembers = 5;

void AddLabel(Diagnostic& d, Span span, const std::string& text) {
  if (d.primary.span.IsValid()) {
    if (d.secondary.size() < kMaxMembers) d.With(span, text);
  } else {
    d.primary = {span, text};
  }
}

// The messages of the models' authors for this case (`unassignedMessage`), each text once.
void AddMessagesOfAuthors(const System& system, std::span<const structure::ColumnId> variables,
                          Diagnostic& d) {
  std::vector<std::string_view> told;
  for (const structure::ColumnId column : variables) {
    const Variable& variable = system.variables[VariableOf(column)];
    const std::string& text = system.declarations[variable.declaration].unassigned_message;
    if (text.empty() || told.size() == kMaxMembers) continue;
    if (std::find(told.begin(), told.end(), text) != told.end()) continue;
    told.push_back(text);
    d.Note(fmt::format("the author of `{}` says: {}", NameOf(system, variable), text));
  }
}

}  // namespace

std::string ListOfVariables(const System& system, std::span<const structure::ColumnId> variables) {
  std::string text;
  for (std::size_t i = 0; i < variables.size() && i < kMaxMembers; ++i) {
    text += fmt::format("{}`{}`", i ? ", " : "", NameOf(system, VariableOf(variables[i])));
  }
  if (variables.size() > kMaxMembers) text += fmt::format(" and {} more", variables.size() - kMaxMembers);
  return text;
}

// The fewest equations that explain it: one too many for the unknowns they contain together.
Diagnostic ExplainSingular(const System& system, const SystemIncidence& incidence) {
  const structure::Singularity why =
      structure::ExplainSingularity(AnyDerivative(incidence), {.trust = {}, .max_sets = 1});
  const structure::OverdeterminedSet& set = why.overdetermined.at(0);
  const Equation& equation = system.equations[EquationOf(set.row)];
  Diagnostic d = Error(Code::kStructurallySingular, SpanOf(system, equation),
                       "the system is structurally singular: {} equations determine only {} of {} unknowns",
                       system.equations.size(), system.variables.size() - why.num_unmatched_columns,
                       system.variables.size())
                     .Here("no unknown is left for this equation")
                     .Note(fmt::format("flattened: {}", EquationText(system, equation)));
  if (!set.columns.empty()) {
    d.Note(
        fmt::format("{} equations contain only: {}", set.rows.size(), ListOfVariables(system, set.columns)));
  }
  for (const structure::RowId row : set.rows) {
    if (row == set.row || d.secondary.size() == kMaxMembers) continue;
    d.With(SpanOf(system, system.equations[EquationOf(row)]), "the same unknowns are determined here");
  }
  if (!why.underdetermined.empty()) {
    d.Note(fmt::format("unknowns without an equation, one of: {}",
                       ListOfVariables(system, why.underdetermined[0].columns)));
    AddMessagesOfAuthors(system, why.underdetermined[0].columns, d);
  }
  return d;
}

void ExplainImbalance(const System& system, Diagnostic& message) {
  const structure::Singularity why =
      structure::ExplainSingularity(AnyDerivative(IncidenceOf(system)), {.trust = {}, .max_sets = 3});
  for (const structure::OverdeterminedSet& set : why.overdetermined) {
    if (set.columns.empty()) continue;  // an equation without an unknown, already reported
    AddLabel(message, SpanOf(system, system.equations[EquationOf(set.row)]),
             "one of these equations is too many");
    for (const structure::RowId row : set.rows) {
      if (row != set.row) AddLabel(message, SpanOf(system, system.equations[EquationOf(row)]), "or this one");
    }
    message.Note(
        fmt::format("{} equations contain only: {}", set.rows.size(), ListOfVariables(system, set.columns)));
    message.Hint("remove one of them, or let one of the parameters in them be a variable");
  }
  for (const structure::UnderdeterminedSet& set : why.underdetermined) {
    AddMessagesOfAuthors(system, set.columns, message);
    if (set.rows.empty()) continue;  // an unknown in no equation, already reported
    const Variable& variable = system.variables[VariableOf(set.column)];
    AddLabel(message, system.declarations[variable.declaration].span,
             fmt::format("no equation is left to determine `{}`", NameOf(system, variable)));
    message.Note(
        fmt::format("unknowns without an equation, one of: {}", ListOfVariables(system, set.columns)));
    message.Hint("add an equation, or make one of them a parameter");
  }
}

}  // namespace daedalus::causal
