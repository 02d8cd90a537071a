#include "daedalus/causal/solvability.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/system/print.h"

namespace daedalus::causal {
namespace {

using structure::kUnmatched;

constexpr std::size_t kMaxNamed = 5;

std::string ListOfVariables(const System& system, const std::vector<std::uint32_t>& variables) {
  std::string text;
  for (std::size_t i = 0; i < variables.size() && i < kMaxNamed; ++i) {
    text += fmt::format("{}`{}`", i ? ", " : "", system.variables[VariableId(variables[i])].name);
  }
  if (variables.size() > kMaxNamed) text += fmt::format(" and {} more", variables.size() - kMaxNamed);
  return text;
}

std::vector<std::uint32_t> Unmatched(const std::vector<std::uint32_t>& partner) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < partner.size(); ++i) {
    if (partner[i] == kUnmatched) out.push_back(i);
  }
  return out;
}

// The equations that compete with the first one that is left over, as secondary labels: those that its search for an
// unknown ran through.
void LabelCompetitors(Diagnostic& d, const System& system, const structure::Incidence& incidence,
                      const structure::Matching& matching, std::uint32_t row) {
  for (const std::uint32_t column : incidence.Row(row)) {
    if (d.secondary.size() >= kMaxNamed) return;
    const std::uint32_t owner = matching.row_of_column[column];
    if (owner == kUnmatched || owner == row) continue;
    d.With(system.equations[EquationId(owner)].origin.span,
           fmt::format("`{}` is already determined here", system.variables[VariableId(column)].name));
  }
}

Diagnostic Singular(const System& system, const structure::Incidence& incidence, const structure::Matching& matching) {
  const std::uint32_t row = Unmatched(matching.column_of_row).front();
  const Equation& equation = system.equations[EquationId(row)];
  Diagnostic d = Error(Code::kStructurallySingular, equation.origin.span,
                       "the system is structurally singular: {} equations determine only {} of {} unknowns",
                       system.equations.size(), matching.size, system.variables.size())
                     .Here("no unknown is left for this equation")
                     .Note(fmt::format("flattened: {}", EquationText(system, equation)))
                     .Note(fmt::format("unknowns without an equation: {}",
                                       ListOfVariables(system, Unmatched(matching.row_of_column))));
  LabelCompetitors(d, system, incidence, matching, row);
  return d;
}

Diagnostic HigherIndex(const System& system, const structure::Incidence& incidence, const structure::Matching& matching) {
  const std::uint32_t row = Unmatched(matching.column_of_row).front();
  const Equation& equation = system.equations[EquationId(row)];
  return Error(Code::kHigherIndex, equation.origin.span, "the model has an index higher than 1, which needs index reduction")
      .Here(incidence.Row(row).empty() ? "this equation constrains differential variables only"
                                       : "this equation takes part in a constraint between differential variables")
      .Note(fmt::format("flattened: {}", EquationText(system, equation)))
      .Note(fmt::format("no equation is left for: {}", ListOfVariables(system, Unmatched(matching.row_of_column))))
      .Hint("index reduction is not available yet; differentiate the constraint by hand, or integrate it as it stands with --index-reduction none");
}

}  // namespace

Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence) {
  Solvability out;
  const structure::Incidence highest = HighestDerivatives(incidence);
  out.matching = structure::MaximumMatching(highest);
  out.structural_index = incidence.num_differential() == system.variables.size() ? 0 : 1;
  if (out.matching.IsPerfect()) return out;
  const structure::Incidence any = AnyDerivative(incidence);
  const structure::Matching loose = structure::MaximumMatching(any);
  if (!loose.IsPerfect()) return Fail(Singular(system, any, loose));
  return Fail(HigherIndex(system, highest, out.matching));
}

Result<Solvability> AcceptAnyIndex(const System& system, SystemIncidence& incidence) {
  if (auto solvability = CheckSolvability(system, incidence); solvability) return solvability;
  const structure::Incidence any = AnyDerivative(incidence);
  Solvability out{.structural_index = 2, .matching = structure::MaximumMatching(any)};
  if (!out.matching.IsPerfect()) return Fail(Singular(system, any, out.matching));
  for (std::uint32_t e = 0; e < any.num_rows(); ++e) {
    const std::uint32_t v = out.matching.column_of_row[e];
    const auto derivatives = incidence.derivatives.Row(e);
    if (!std::binary_search(derivatives.begin(), derivatives.end(), v)) incidence.is_differential[v] = 0;
  }
  return out;
}

}  // namespace daedalus::causal
