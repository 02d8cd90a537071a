#include "daedalus/programs/causal/solvability.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/programs/causal/explain_singular.h"
#include "daedalus/structure/perturbation_index.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

Diagnostic HigherIndex(const System& system, const SystemIncidence& incidence, const Offsets& offsets) {
  const auto most = std::max_element(offsets.c.begin(), offsets.c.end()) - offsets.c.begin();
  const structure::RowId row(static_cast<std::size_t>(most));
  const Equation& equation = system.equations[EquationOf(row)];
  return Error(Code::kHigherIndex, SpanOf(system, equation),
               "the model has structural index {}, and needs index reduction", StructuralIndex(offsets))
      .Here(fmt::format("this constraint would have to be differentiated {} time{}", offsets.c[row],
                        offsets.c[row] == 1 ? "" : "s"))
      .Note(fmt::format("flattened: {}", EquationText(system, equation)))
      .Note(fmt::format("between: {}", ListOfVariables(system, incidence.variables.Row(row))));
}

}  // namespace

Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence) {
  return CheckSolvability(system, incidence, OffsetsOf(incidence));
}

Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence,
                                     const std::optional<Offsets>& offsets) {
  if (!offsets) return Fail(ExplainSingular(system, incidence));
  const bool is_differentiated = std::ranges::any_of(offsets->c, [](std::uint32_t c) { return c > 0; });
  if (is_differentiated) return Fail(HigherIndex(system, incidence, *offsets));
  return Solvability{.structural_index = static_cast<int>(StructuralIndex(*offsets)),
                     .matching = offsets->matching};
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
