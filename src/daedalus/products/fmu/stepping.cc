#include "daedalus/products/fmu/stepping.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daedalus::fmu {

Stepping::Stepping(std::shared_ptr<const model::Model> model, const fmi::Interface& shown,
                   const Experiment& experiment)
    : model_(std::move(model)), experiment_(experiment), time_(experiment.start), shown_(&shown) {}

void Stepping::MakeSimulation(double stop) {
  stop_ = stop;
  run::RunOptions options;
  options.start = experiment_.start;
  options.stop = stop;
  options.intervals = 1;
  options.tolerance = experiment_.tolerance;
  simulation_ = std::make_unique<run::Simulation>(model_, options);
  simulation_->Observe(*this);
}

Result<std::unique_ptr<Stepping>> Stepping::Begin(std::shared_ptr<const model::Model> model,
                                                  const fmi::Interface& shown, const Experiment& experiment,
                                                  const std::vector<NamedValue>& parameters,
                                                  const std::vector<NamedValue>& inputs) {
  const double usual = model->experiment().stop_time.value_or(experiment.start + 1);
  const double stop = std::max(experiment.stop.value_or(usual), experiment.start);
  std::unique_ptr<Stepping> out(new Stepping(std::move(model), shown, experiment));
  // The run ends only by Stop(), and not at its own stop time.
  const double length = stop > experiment.start ? stop - experiment.start : 1;
  out->MakeSimulation(stop + length);
  out->first_stop_ = out->stop_;
  for (const NamedValue& parameter : parameters) {
    if (auto set = out->simulation_->Set(parameter.name, parameter.value); !set)
      return Failure{std::move(set).error()};
  }
  for (const NamedValue& input : inputs) {
    if (auto set = out->simulation_->SetInput(input.name, input.value); !set)
      return Failure{std::move(set).error()};
  }
  if (auto begun = out->Begun(out->simulation_->Start()); !begun) return Failure{std::move(begun).error()};
  return out;
}

// The situation after a simulation has started; it may already be over.
Result<Unit> Stepping::Begun(bool is_running) {
  Move();
  has_ended_ = is_constant_ = false;
  if (is_running) return Unit{};
  const double begin = time_;
  if (auto over = Over(); !over) return over;
  is_constant_ = time_ == stop_;
  has_ended_ = !is_constant_;
  time_ = begin;
  return Unit{};
}

// The simulation is over: by an error, or by the model itself.
Result<Unit> Stepping::Over() {
  const run::RunReport report = simulation_->Stop();
  std::vector<Diagnostic> errors;
  for (Diagnostic& message : simulation_->diagnostics().Take())
    (message.severity == Severity::kError ? errors : warnings_).push_back(std::move(message));
  if (report.status == run::RunStatus::kDone) {
    has_ended_ = true;
    return Unit{};
  }
  if (errors.empty()) errors.push_back(Error(Code::kBadState, {}, "the run has failed"));
  return Failure{std::move(errors)};
}

Result<Unit> Stepping::Begin(const run::RunInfo& info) {
  given_ = info.given;
  return Unit{};
}

Result<Unit> Stepping::Point(double t, std::span<const double> values) {
  time_ = t;
  values_.assign(values.begin(), values.end());
  return Unit{};
}

Result<fmu::Point> Stepping::Read() {
  if (!is_fresh_ && !has_ended_ && !is_constant_) {
    if (auto told = simulation_->TellPoint(); !told) return Failure{std::move(told).error()};
  }
  is_fresh_ = true;
  if (!given_ || values_.size() != given_->quantities.size() + given_->system->hybrid.held.size())
    return Fail(Error(Code::kBadState, {}, "the run has ended before there were values"));
  return fmu::Point{time_, values_, given_.get()};
}

// The state of the simulation is copied, so the simulation itself continues unchanged.
Result<double> Stepping::ReadMade(std::uint32_t reference) {
  if (!is_seen_ && !has_ended_) {
    const auto state = simulation_->Snapshot();
    if (!state) return Failure{state.error()};
    if (seen_) {
      if (auto restored = seen_->Restore(*state); !restored) return Failure{std::move(restored).error()};
    } else {
      auto made = Exchange::At(*state, model_, *shown_);
      if (!made) return Failure{std::move(made).error()};
      seen_ = *std::move(made);
    }
    is_seen_ = true;
  }
  if (!seen_)
    return Fail(
        Error(Code::kBadState, {}, "the run is over, and value reference {} has no value", reference));
  return seen_->ReadMade(reference);
}

Result<Unit> Stepping::SetInput(const std::string& name, double value) {
  Move();
  return simulation_->SetInput(name, value);
}

Result<Unit> Stepping::SetInputs(std::span<const InputValue> values) {
  const model::ModelDescription& description = *shown_->description;
  for (const auto& [input, value] : values) {
    if (auto set = SetInput(description.variables[description.inputs[input].variable].name, value); !set)
      return set;
  }
  return Unit{};
}

Result<Unit> Stepping::SetParameter(const std::string& name, double value) {
  if (has_ended_)
    return Fail(Error(Code::kBadState, {}, "the run is over, so `{}` cannot change any more", name));
  if (auto set = simulation_->Set(name, value); !set) return set;
  Move();
  // If nothing is integrated, the single point is computed again.
  return is_constant_ ? Begun(simulation_->Start()) : Unit{};
}

Result<simulate::ModelState> Stepping::Save() {
  Move();
  return simulation_->Save();
}

Result<Unit> Stepping::Restore(const simulate::ModelState& state) {
  // As in a new instance, so that both go on with the same bits.
  const double stop = std::max(first_stop_, state.time);
  if (auto restored = simulation_->Restore(state, stop); !restored) return restored;
  stop_ = stop;
  time_ = state.time;
  Move();
  has_ended_ = is_constant_ = false;
  return Unit{};
}

// A step of the integrator has ended.
void Stepping::Step(double t) {
  if (!use_.update || is_asked_to_end_) return;
  Move();
  if (auto told = simulation_->TellPoint(); !told) {
    for (Diagnostic& message : std::move(told).error()) warnings_.push_back(std::move(message));
    return;
  }
  is_fresh_ = true;
  is_asked_to_end_ = use_.update(t);
}

Result<Unit> Stepping::StepTo(double t, const StepUse& use) {
  last_event_.reset();
  if (has_ended_) return Unit{};
  if (is_constant_) {
    time_ = t;
    return Unit{};
  }
  if (t >= stop_) {
    // The importer goes beyond the stop time that we assumed.
    const double later = t + 10 * (t - experiment_.start);
    if (auto moved = simulation_->MoveStop(later); !moved) return moved;
    stop_ = later;
  }
  Move();
  use_ = use;
  is_asked_to_end_ = false;
  const auto pauses = [this] { return use_.returns_early && (is_asked_to_end_ || last_event_); };
  if (!simulation_->StepTo(t, pauses)) return Over();
  time_ = use.returns_early ? simulation_->time() : t;
  return Unit{};
}

void Stepping::Stop() {
  if (has_ended_ || is_constant_) return;
  static_cast<void>(Read());  // so that values can be read afterwards
  static_cast<void>(simulation_->Stop());
  has_ended_ = true;
}

}  // namespace daedalus::fmu
