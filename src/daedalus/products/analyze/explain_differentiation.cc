#include "daedalus/products/analyze/explain_differentiation.h"

#include <span>

#include "daedalus/programs/causal/system_incidence.h"

namespace daedalus::analyze {
namespace {

std::string Listed(const System& system, std::span<const structure::ColumnId> variables) {
  constexpr std::size_t kMost = 6;
  std::string out;
  for (std::size_t i = 0; i < variables.size() && i < kMost; ++i) {
    if (i > 0) out += i + 1 == variables.size() ? " and " : ", ";
    out += NameOf(system, causal::VariableOf(variables[i]));
  }
  return variables.size() > kMost ? out + ", ..." : out;
}

// Of the variables that it contains undifferentiated, the states-to-be and the others.
struct Contained {
  std::vector<structure::ColumnId> differential, algebraic;
};
Contained VariablesOf(const causal::SystemIncidence& incidence, EquationId equation) {
  Contained out;
  for (const structure::ColumnId v : incidence.variables.Row(causal::RowOf(equation)))
    (incidence.is_differential[v.index()] ? out.differential : out.algebraic).push_back(v);
  return out;
}

std::string ConstraintText(const System& system, const Contained& contained) {
  const std::string on = "a constraint on " + Listed(system, contained.differential);
  if (contained.algebraic.empty()) return on + ", which other equations determine by integration";
  return on + ", together with others that contain " + Listed(system, contained.algebraic);
}

}  // namespace

std::vector<std::string> ReasonsToDifferentiate(const System& system,
                                                const std::vector<causal::Differentiated>& differentiated) {
  const causal::SystemIncidence incidence = causal::IncidenceOf(system);
  const structure::Incidence any = causal::AnyDerivative(incidence);
  structure::PerColumn<std::uint32_t> num_uses(system.variables.size(), 0);
  for (const causal::Differentiated& d : differentiated) {
    for (const structure::ColumnId v : any.Row(causal::RowOf(d.equation))) ++num_uses[v];
  }
  std::vector<std::string> out;
  for (const causal::Differentiated& d : differentiated) {
    const Contained contained = VariablesOf(incidence, d.equation);
    if (incidence.derivatives.Row(causal::RowOf(d.equation)).empty() && !contained.differential.empty()) {
      out.push_back(ConstraintText(system, contained));
      continue;
    }
    std::vector<structure::ColumnId> shared;
    for (const structure::ColumnId v : any.Row(causal::RowOf(d.equation))) {
      if (num_uses[v] > 1) shared.push_back(v);
    }
    out.push_back(shared.empty() ? "other equations determine its unknowns as well"
                                 : "needed to differentiate a constraint, through " + Listed(system, shared));
  }
  return out;
}

}  // namespace daedalus::analyze
