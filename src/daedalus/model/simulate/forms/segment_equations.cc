#include "daedalus/model/simulate/forms/segment_equations.h"

#include <algorithm>

namespace daedalus::simulate {
namespace {

execute::UnknownFacts FactsOfUnknowns(const compile::PreparedModel& model,
                                      const initialize::AttributeValues& attributes) {
  execute::UnknownFacts facts{
      model.incidence.is_differential, {}, execute::SignsOf(attributes.min, attributes.max)};
  if (!model.as_it_stands) return facts;
  facts.is_differential = model.as_it_stands->is_differential;
  const std::vector<std::uint32_t>& index = model.as_it_stands->index;
  if (std::ranges::max(index) > 1) facts.index.assign(index.begin(), index.end());
  return facts;
}

// Values that are not finite were rejected when the parameters were set (compile::WithParameters).
std::shared_ptr<const initialize::AttributeValues> AttributesFor(
    const std::shared_ptr<const compile::CompiledChoice>& compiled, const std::vector<double>& parameters,
    const initialize::Guesses* guesses) {
  const compile::PreparedModel& model = compiled->model();
  if (guesses) {
    const auto own = initialize::EvaluateAttributes(*model.system, parameters);
    auto out = std::make_shared<initialize::AttributeValues>(own.ok() ? *own : model.attributes);
    initialize::TakeGuesses(*model.system, *guesses, *out);
    return out;
  }
  if (parameters != model.parameters) {
    auto attributes = initialize::EvaluateAttributes(*model.system, parameters);
    if (attributes.ok()) return std::make_shared<const initialize::AttributeValues>(*std::move(attributes));
  }
  return {compiled, &model.attributes};
}

}  // namespace

SegmentEquations::SegmentEquations(std::shared_ptr<const compile::CompiledChoice> choice,
                                   std::vector<double> values, const RunSettings& run,
                                   std::span<const double> held)
    : compiled(std::move(choice)),
      model(compiled->model()),
      settings(run),
      parameters(std::move(values)),
      attributes(AttributesFor(compiled, parameters, settings.guesses.get())),
      kernels(std::make_unique<codegen::ModelKernels>(compiled->kernels())),
      dae(std::make_unique<execute::DaeModel>(*kernels, parameters, FactsOfUnknowns(model, *attributes))) {
  dae->ObeyCancellation(settings.cancelled);
  dae->UseHeld(held);
  tolerances.relative = settings.tolerance;
  tolerances.absolute = attributes->nominal;
  for (double& value : tolerances.absolute) value *= settings.tolerance;
}

initialize::ConsistentOptions SegmentEquations::OptionsAt(double t) const {
  return {.start_time = t,
          .time_scale = settings.grid.interval > 0 ? settings.grid.interval : 1.0,
          .tolerances = tolerances,
          .explains = settings.explains_start};
}

}  // namespace daedalus::simulate
