#include "daedalus/products/fmu/exchange.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace daedalus::fmu {

Exchange::Exchange(std::unique_ptr<model::Instance> instance, const fmi::Interface& shown)
    : instance_(std::move(instance)), shown_(&shown) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::string& name : instance_->NamesOfInputs()) places.emplace(std::move(name), places.size());
  for (const model::InputDescription& input : shown.description->inputs)
    inputs_.push_back(places.at(shown.description->variables[input.variable].name));
}

Result<std::unique_ptr<Exchange>> Exchange::Begin(std::shared_ptr<const model::Model> model,
                                                  const fmi::Interface& shown, const Experiment& experiment,
                                                  const std::vector<NamedValue>& parameters,
                                                  const std::vector<NamedValue>& inputs) {
  model::InstanceOptions options;
  const double usual = model->experiment().tolerance.value_or(options.tolerance);
  options.tolerance = experiment.tolerance.value_or(usual);
  const double stop = experiment.stop.value_or(model->experiment().stop_time.value_or(experiment.start + 1));
  if (stop > experiment.start) options.length = stop - experiment.start;
  auto instance = model::Instance::Make(std::move(model), options);
  if (!instance) return Failure{std::move(instance).error()};
  for (const NamedValue& parameter : parameters) {
    if (auto set = (*instance)->SetParameter(parameter.name, parameter.value); !set)
      return Failure{std::move(set).error()};
  }
  std::unique_ptr<Exchange> out(new Exchange(*std::move(instance), shown));
  for (const NamedValue& input : inputs) {
    if (auto set = out->SetInput(input.name, input.value); !set) return Failure{std::move(set).error()};
  }
  if (auto begun = out->instance_->Initialize(experiment.start); !begun)
    return Failure{std::move(begun).error()};
  if (auto taken = out->TakeStates(); !taken) return Failure{std::move(taken).error()};
  return out;
}

Result<std::unique_ptr<Exchange>> Exchange::At(const simulate::ModelState& state,
                                               std::shared_ptr<const model::Model> model,
                                               const fmi::Interface& shown) {
  auto instance = model::Instance::Make(std::move(model));
  if (!instance) return Failure{std::move(instance).error()};
  std::unique_ptr<Exchange> out(new Exchange(*std::move(instance), shown));
  if (auto restored = out->Restore(state); !restored) return Failure{std::move(restored).error()};
  return out;
}

// The set of states may have changed.
Result<Unit> Exchange::TakeStates() {
  is_fresh_ = false;
  known_.reset();
  places_.clear();
  const std::vector<char> is_kept = instance_->KeptStates();
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    if (!is_kept[i]) places_.push_back(i);
  }
  if (places_.size() <= shown_->states.size()) return Unit{};
  return Fail(Error(Code::kBadState, {}, "the model has {} states here, and the FMU describes {}",
                    places_.size(), shown_->states.size()));
}

Result<Point> Exchange::Read() {
  if (!is_fresh_) {
    auto values = instance_->Values();
    if (!values) return Failure{std::move(values).error()};
    values_ = *values;
    is_fresh_ = true;
  }
  return Point{instance_->time(), values_, &instance_->given()};
}

Result<Unit> Exchange::SetInput(const std::string& name, double value) {
  is_fresh_ = false;
  const auto input = instance_->FindInput(name);
  if (!input) return Fail(Error(Code::kBadOption, {}, "`{}` is not an input", name));
  return instance_->SetInput(*input, value);
}

Result<Unit> Exchange::SetInputs(std::span<const InputValue> values) {
  is_fresh_ = false;
  new_inputs_.clear();
  for (const auto& [input, value] : values) new_inputs_.push_back({inputs_[input], value});
  return instance_->SetInputs(new_inputs_);
}

// Time and states stay. Values that depend on the parameter through bindings follow it.
Result<Unit> Exchange::SetParameter(const std::string& name, double value) {
  is_fresh_ = false;
  if (auto set = instance_->SetParameter(name, value); !set) return set;
  if (auto applied = instance_->ApplyParameters(); !applied) return applied;
  return TakeStates();
}

Result<Unit> Exchange::Restore(const simulate::ModelState& state) {
  if (auto restored = instance_->Restore(state); !restored) return restored;
  return TakeStates();
}

void Exchange::SetTime(double t) {
  is_fresh_ = is_fresh_ && t == instance_->time();
  instance_->SetTime(t);
}

void Exchange::SetStates(std::span<const double> states) {
  is_fresh_ = false;
  all_states_.assign(instance_->states().begin(), instance_->states().end());
  for (std::size_t k = 0; k < places_.size(); ++k) all_states_[places_[k]] = states[k];
  instance_->SetStates(all_states_);
}

void Exchange::ReadStates(std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (std::size_t k = 0; k < places_.size(); ++k) out[k] = instance_->states()[places_[k]];
}

void Exchange::ReadNominals(std::span<double> out) const {
  std::ranges::fill(out, 1.0);
  const std::vector<double> nominals = instance_->NominalsOfStates();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (nominals[places_[k]] > 0) out[k] = nominals[places_[k]];
  }
}

Result<Unit> Exchange::ReadDerivatives(std::span<double> out) {
  const auto slopes = instance_->Derivatives();
  if (!slopes) return Failure{slopes.error()};
  std::ranges::fill(out, 0.0);
  for (std::size_t k = 0; k < places_.size(); ++k) out[k] = (*slopes)[places_[k]];
  return Unit{};
}

Result<Unit> Exchange::ReadIndicators(std::span<double> out) {
  if (auto read = instance_->Indicators(out.first(shown_->num_relations)); !read) return read;
  if (out.size() == shown_->num_relations) return Unit{};
  const auto margin = instance_->ChoiceMargin();
  if (!margin) return Failure{margin.error()};
  out.back() = *margin;
  return Unit{};
}

Result<double> Exchange::ReadMade(std::uint32_t reference) {
  if (reference >= shown_->IndicatorReference(0)) {
    std::vector<double> indicators(shown_->num_indicators);
    if (auto read = ReadIndicators(indicators); !read) return Failure{std::move(read).error()};
    return indicators[reference - shown_->IndicatorReference(0)];
  }
  const std::uint32_t made = reference - shown_->num_described();
  std::vector<double> values(shown_->states.size());
  if (made % 2 == 0) {
    ReadStates(values);
  } else if (auto read = ReadDerivatives(values); !read) {
    return Failure{std::move(read).error()};
  }
  return values[made / 2];
}

Result<model::Instance::Step> Exchange::CompleteStep() {
  is_fresh_ = false;
  auto step = instance_->CompleteStep();
  if (!step || !step->has_new_states) return step;
  if (auto taken = TakeStates(); !taken) return Failure{std::move(taken).error()};
  return step;
}

// True if the choice of states was bad and another one has replaced it.
Result<bool> Exchange::ImproveStates() {
  const auto margin = instance_->ChoiceMargin();
  if (!margin) return Failure{margin.error()};
  if (*margin > 0) return false;
  const auto step = instance_->ImproveStates();
  if (!step) return Failure{step.error()};
  return step->has_new_states;
}

Result<model::Instance::Event> Exchange::HandleEvent() {
  is_fresh_ = false;
  auto event = instance_->HandleEvent();
  if (!event) return event;
  if (shown_->names_of_states_vary && !event->ends) {
    const auto improved = ImproveStates();
    if (!improved) return Failure{improved.error()};
    event->has_new_states = event->has_new_states || *improved;
  }
  if (!event->has_new_states) return event;
  if (auto taken = TakeStates(); !taken) return Failure{std::move(taken).error()};
  return event;
}

Places& Exchange::FindPlaces() {
  if (!known_) known_.emplace(*instance_, *shown_, places_);
  return *known_;
}

Result<Unit> Exchange::Directional(std::span<const std::uint32_t> unknowns,
                                   std::span<const std::uint32_t> knowns, std::span<const double> seed,
                                   std::span<double> out) {
  is_fresh_ = false;
  return FindPlaces().Forward(unknowns, knowns, seed, out);
}

Result<Unit> Exchange::Adjoint(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                               std::span<const double> seed, std::span<double> out) {
  is_fresh_ = false;
  return FindPlaces().Backward(unknowns, knowns, seed, out);
}

}  // namespace daedalus::fmu
