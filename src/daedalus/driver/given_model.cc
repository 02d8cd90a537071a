#include "daedalus/driver/given_model.h"

#include "daedalus/system/parameters.h"

namespace daedalus::driver {
namespace {

bool IsHigherIndex(const Result<causal::Solvability>& solvability) {
  return !solvability.ok() && solvability.error().at(0).code == Code::kHigherIndex;
}

Result<Unit> ReadNumbers(const System& system, GivenModel& model, Diagnostics& diagnostics) {
  auto parameters = EvaluateParameters(system);
  if (!parameters) return Failure{std::move(parameters).error()};
  model.parameters = std::move(parameters->values);
  diagnostics.Append(std::move(parameters->warnings));
  auto attributes = initialize::EvaluateAttributes(system, model.parameters);
  if (!attributes) return Failure{std::move(attributes).error()};
  model.attributes = std::move(*attributes);
  return Unit{};
}

}  // namespace

Result<GivenModel> ReadGivenModel(System system, IndexTreatment treatment, Diagnostics& diagnostics) {
  GivenModel model;
  model.num_equations = system.equations.size();
  model.num_unknowns = system.variables.size();
  auto numbers = ReadNumbers(system, model, diagnostics);
  if (!numbers) return Failure{std::move(numbers).error()};
  model.incidence = causal::IncidenceOf(system);
  auto solvability = treatment == IndexTreatment::kNone ? causal::AcceptAnyIndex(system, model.incidence)
                                                        : causal::CheckSolvability(system, model.incidence);
  if (solvability.ok()) {
    model.structural_index = solvability->structural_index;
    model.matching = std::move(solvability->matching);
    model.system = std::make_shared<const System>(std::move(system));
    return model;
  }
  if (!IsHigherIndex(solvability)) return Failure{std::move(solvability).error()};
  auto reduction = causal::IndexReduction::Make(std::move(system));
  if (!reduction) return Failure{std::move(reduction).error()};
  model.reduction = std::move(*reduction);
  model.structural_index = model.reduction->structural_index();
  model.system = std::shared_ptr<const System>(model.reduction, &model.reduction->given());
  return model;
}

std::vector<Quantity> QuantitiesOf(const GivenModel& given) {
  std::vector<Quantity> out;
  const std::size_t num_variables = given.system->variables.size();
  for (const VariableId v : IdRange<VariableId>(num_variables)) out.push_back({v, 0});
  if (given.reduction) {
    for (const auto& [variable, order] : given.reduction->columns().columns()) {
      if (order > 0) out.push_back({variable, order});
    }
    return out;
  }
  for (const VariableId v : IdRange<VariableId>(num_variables)) {
    if (given.incidence.is_differential[v.index()]) out.push_back({v, 1});
  }
  return out;
}

}  // namespace daedalus::driver
