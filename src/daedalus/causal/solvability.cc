#include "daedalus/causal/solvability.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/causal/explain_singular.h"
#include "daedalus/causal/offsets.h"
#include "daedalus/structure/perturbation_index.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

Diagnostic HigherIndex(const System& system, const SystemIncidence& incidence,
                       const structure::SigmaResult& sigma) {
  const auto most = std::max_element(sigma.c.begin(), sigma.c.end()) - sigma.c.begin();
  const structure::RowId row(static_cast<std::size_t>(most));
  const Equation& equation = system.equations[EquationOf(row)];
  return Error(Code::kHigherIndex, SpanOf(system, equation),
               "the model has structural index {}, and needs index reduction", sigma.structural_index)
      .Here(fmt::format("this constraint would have to be differentiated {} time{}", sigma.c[row],
                        sigma.c[row] == 1 ? "" : "s"))
      .Note(fmt::format("flattened: {}", EquationText(system, equation)))
      .Note(fmt::format("between: {}", ListOfVariables(system, incidence.variables.Row(row))));
}

}  // namespace

Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence) {
  Solvability out;
  out.matching = structure::MaximumMatching(HighestDerivatives(incidence));
  out.structural_index = incidence.num_differential() == system.variables.size() ? 0 : 1;
  if (out.matching.IsPerfect()) return out;
  const auto sigma = structure::AnalyzeSignature(SignatureOf(incidence));
  if (!sigma) return Fail(ExplainSingular(system, incidence));
  return Fail(HigherIndex(system, incidence, *sigma));
}

Result<std::uint32_t> DegreesOfFreedom(const System& system, const SystemIncidence& incidence) {
  const auto sigma = structure::AnalyzeSignature(SignatureOf(incidence));
  if (!sigma) return Fail(ExplainSingular(system, incidence));
  return sigma->degrees_of_freedom;
}

Result<Solvability> AcceptAnyIndex(const System& system, SystemIncidence& incidence) {
  const structure::SignatureMatrix signature = SignatureOf(incidence);
  const auto sigma = structure::AnalyzeSignature(signature);
  if (!sigma) return Fail(ExplainSingular(system, incidence));
  Solvability out{.structural_index = static_cast<int>(sigma->structural_index), .matching = {}};
  if (sigma->structural_index > 1) out.index = structure::PerturbationIndices(signature, *sigma).raw();
  out.matching.column_of_row = sigma->variable_of_equation;
  out.matching.row_of_column.resize(system.variables.size());
  out.matching.size = static_cast<std::uint32_t>(system.variables.size());
  for (const structure::RowId e : signature.incidence.Rows()) {
    const structure::ColumnId v = sigma->variable_of_equation[e];
    out.matching.row_of_column[v] = e;
    const auto derivatives = incidence.derivatives.Row(e);
    if (!std::binary_search(derivatives.begin(), derivatives.end(), v))
      incidence.is_differential[v.index()] = 0;
  }
  return out;
}

}  // namespace daedalus::causal
