#include "daedalus/products/fmu/stepping.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daedalus::fmu {

Stepping::Stepping(std::shared_ptr<const model::Model> model, const Experiment& experiment)
    : model_(std::move(model)), experiment_(experiment), time_(experiment.start) {}

// `start`: empty if the simulation continues from a state.
void Stepping::MakeSimulation(std::optional<double> start, double stop) {
  stop_ = stop;
  run::RunOptions options;
  options.start = start;
  options.stop = stop;
  options.intervals = 1;
  options.tolerance = experiment_.tolerance;
  simulation_ = std::make_unique<run::Simulation>(model_, options);
  simulation_->Observe(*this);
}

Result<std::unique_ptr<Stepping>> Stepping::Begin(std::shared_ptr<const model::Model> model,
                                                  const Experiment& experiment,
                                                  const std::vector<NamedValue>& parameters,
                                                  const std::vector<NamedValue>& inputs) {
  const double usual = model->experiment().stop_time.value_or(experiment.start + 1);
  const double stop = std::max(experiment.stop.value_or(usual), experiment.start);
  std::unique_ptr<Stepping> out(new Stepping(std::move(model), experiment));
  // The run ends by Stop() only, and not by its own stop time.
  const double length = stop > experiment.start ? stop - experiment.start : 1;
  out->MakeSimulation(experiment.start, stop + length);
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

// What holds after the start of a simulation, which is perhaps over at once.
Result<Unit> Stepping::Begun(bool is_running) {
  is_fresh_ = false;
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
  return fmu::Point{time_, values_, given_.get()};
}

Result<Unit> Stepping::SetInput(const std::string& name, double value) {
  is_fresh_ = false;
  return simulation_->SetInput(name, value);
}

// The run goes on from its own state with the new value.
Result<Unit> Stepping::SetParameter(const std::string& name, double value) {
  auto state = simulation_->Save();
  if (!state) return Failure{std::move(state).error()};
  MakeSimulation(std::nullopt, stop_);
  if (auto set = simulation_->Set(name, value); !set) return set;
  return Begun(simulation_->Restore(*state));
}

Result<simulate::ModelState> Stepping::Save() {
  is_fresh_ = false;
  return simulation_->Save();
}

// Parameters and inputs are those of the state, not those that were set in the meantime.
Result<Unit> Stepping::Restore(const simulate::ModelState& state) {
  MakeSimulation(std::nullopt, std::max(stop_, state.time));
  time_ = state.time;
  return Begun(simulation_->Restore(state));
}

// Goes on beyond the stop time that was assumed.
Result<Unit> Stepping::Extend(double t) {
  auto state = simulation_->Save();
  if (!state) return Failure{std::move(state).error()};
  MakeSimulation(std::nullopt, t + 10 * (t - experiment_.start));
  return Begun(simulation_->Restore(*state));
}

Result<Unit> Stepping::StepTo(double t) {
  if (has_ended_) return Unit{};
  if (is_constant_) {
    time_ = t;
    return Unit{};
  }
  if (t >= stop_) {
    if (auto extended = Extend(t); !extended) return extended;
  }
  is_fresh_ = false;
  if (!simulation_->StepTo(t)) return Over();
  time_ = t;
  return Unit{};
}

void Stepping::Stop() {
  if (has_ended_ || is_constant_) return;
  static_cast<void>(simulation_->Stop());
  has_ended_ = true;
}

}  // namespace daedalus::fmu
