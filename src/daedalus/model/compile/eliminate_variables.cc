#include "daedalus/model/compile/eliminate_variables.h"

#include "daedalus/programs/causal/elimination.h"
#include "daedalus/programs/causal/exponential_sums.h"

namespace daedalus::compile {
namespace {

std::vector<double> Kept(const std::vector<double>& values, const causal::Elimination& elimination) {
  std::vector<double> out;
  out.reserve(elimination.system.variables.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (elimination.kept_as[v].IsValid()) out.push_back(values[v]);
  }
  return out;
}

}  // namespace

PreparedModel EliminateVariables(PreparedModel model) {
  model.system->graph.Compact();  // the graph is copied, and only the copy grows
  causal::EliminationOptions options;
  options.num_removed_before = model.num_aliases;
  causal::Elimination elimination =
      causal::EliminateExplicit(*model.system, model.incidence, model.program, options);
  if (elimination.system.variables.empty()) return model;
  causal::RewriteExponentialSums(elimination.system);
  auto incidence = causal::IncidenceOf(elimination.system);
  auto solvability = causal::CheckSolvability(elimination.system, incidence);
  if (!solvability) return model;
  model.recovered.reserve(elimination.kept_as.size() - elimination.system.variables.size());
  for (Quantity& place : model.places) {
    const std::size_t v = place.variable.index();
    place.variable = elimination.kept_as[v];
    if (!place.variable.IsValid()) model.recovered.push_back(elimination.values[v]);
  }
  for (const VariableId v : IdRange<VariableId>(elimination.kept_as.size())) {
    const ExprId start = model.system->variables[v].start;
    if (start.IsValid() && !elimination.kept_as[v.index()].IsValid())
      model.hints.push_back({elimination.values[v.index()], start});
  }
  model.attributes.start = Kept(model.attributes.start, elimination);
  model.attributes.nominal = Kept(model.attributes.nominal, elimination);
  model.attributes.derived = Kept(model.attributes.derived, elimination);
  model.attributes.min = Kept(model.attributes.min, elimination);
  model.attributes.max = Kept(model.attributes.max, elimination);
  model.system = std::make_shared<System>(std::move(elimination.system));
  model.incidence = std::move(incidence);
  model.matching = std::move(solvability->matching);
  return model;
}

}  // namespace daedalus::compile
