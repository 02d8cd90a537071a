#include "daedalus/driver/prepare_model.h"

#include "daedalus/system/parameters.h"

namespace daedalus::driver {
namespace {

bool IsHigherIndex(const Result<causal::Solvability>& solvability) {
  return !solvability.ok() && solvability.error().at(0).code == Code::kHigherIndex;
}

// Replaces the system by the reduced one, with the attributes of its new variables.
Result<Unit> Reduce(PreparedModel& model, double start_time) {
  auto reduced =
      causal::ReduceIndex(std::move(model.system), {start_time, model.attributes.start, model.parameters});
  if (!reduced) return Failure{std::move(reduced).error()};
  model.system = std::move(reduced->system);
  model.structural_index = reduced->structural_index;
  model.differentiated = std::move(reduced->differentiated);
  model.dummy_derivatives = std::move(reduced->dummy_derivatives);
  auto attributes = initialize::EvaluateAttributes(model.system, model.parameters);
  if (!attributes) return Failure{std::move(attributes).error()};
  model.attributes = std::move(*attributes);
  model.incidence = causal::IncidenceOf(model.system);
  return Unit{};
}

}  // namespace

Result<PreparedModel> PrepareModel(System system, IndexTreatment treatment, double start_time,
                                   Diagnostics& diagnostics) {
  PreparedModel model;
  model.system = std::move(system);
  model.num_given_equations = model.system.equations.size();
  model.num_given_unknowns = model.system.variables.size();
  auto parameters = EvaluateParameters(model.system);
  if (!parameters) return Failure{std::move(parameters).error()};
  model.parameters = std::move(parameters->values);
  diagnostics.Append(std::move(parameters->warnings));
  auto attributes = initialize::EvaluateAttributes(model.system, model.parameters);
  if (!attributes) return Failure{std::move(attributes).error()};
  model.attributes = std::move(*attributes);

  model.incidence = causal::IncidenceOf(model.system);
  auto solvability = treatment == IndexTreatment::kNone
                         ? causal::AcceptAnyIndex(model.system, model.incidence)
                         : causal::CheckSolvability(model.system, model.incidence);
  if (IsHigherIndex(solvability)) {
    auto reduced = Reduce(model, start_time);
    if (!reduced) return Failure{std::move(reduced).error()};
    solvability = causal::CheckSolvability(model.system, model.incidence);
  } else if (solvability.ok()) {
    model.structural_index = solvability->structural_index;
  }
  if (!solvability) return Failure{std::move(solvability).error()};
  model.matching = std::move(solvability->matching);
  return model;
}

}  // namespace daedalus::driver
