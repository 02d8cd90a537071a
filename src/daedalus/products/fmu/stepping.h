// Co-Simulation, where the FMU integrates. A led run::Simulation goes from one communication point to the
// next, with all events and safety nets inside.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/products/fmu/engine.h"
#include "daedalus/products/fmu/exchange.h"
#include "daedalus/run/simulation.h"

namespace daedalus::fmu {

// How an importer of FMI 3 takes part in a step.
struct StepUse {
  bool has_event_mode = false;
  bool returns_early = false;  // a step may end at an event, or where `update` asks for it
  // Called after each step of the integrator, when values can be read. If it returns true, the communication
  // step ends there.
  std::function<bool(double t)> update = {};
};

class Stepping final : public Engine, private run::Observer {
 public:
  // Finds the values at the start. `inputs` and `parameters` are those that were set.
  static Result<std::unique_ptr<Stepping>> Begin(std::shared_ptr<const model::Model> model,
                                                 const fmi::Interface& shown, const Experiment& experiment,
                                                 const std::vector<NamedValue>& parameters,
                                                 const std::vector<NamedValue>& inputs);

  Result<fmu::Point> Read() override;
  Result<double> ReadMade(std::uint32_t reference) override;
  Result<Unit> SetInput(const std::string& name, double value) override;
  Result<Unit> SetInputs(std::span<const InputValue> values) override;
  Result<Unit> SetParameter(const std::string& name, double value) override;
  Result<simulate::ModelState> Save() override;
  Result<Unit> Restore(const simulate::ModelState& state) override;
  std::vector<Diagnostic> TakeWarnings() override { return std::exchange(warnings_, {}); }

  // Makes a step to `t`. The step ends earlier if the model ends the run (then has_ended() is true), or if
  // `use` asks for it.
  Result<Unit> StepTo(double t, const StepUse& use = {});
  bool has_ended() const { return has_ended_; }
  bool is_running() const { return !has_ended_ && !is_constant_; }
  // An event has happened at the end of the last step.
  bool has_event() const { return last_event_ && *last_event_ == time_; }
  double time() const { return time_; }
  // Also performs the events at the end of the run (`terminal()`).
  void Stop();

 private:
  Stepping(std::shared_ptr<const model::Model> model, const fmi::Interface& shown,
           const Experiment& experiment);
  void Move() { is_fresh_ = is_seen_ = false; }
  Result<Unit> Begun(bool is_running);
  Result<Unit> Over();
  void MakeSimulation(double stop);

  Result<Unit> Begin(const run::RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;
  void Step(double t) override;
  bool WantsEvents() const override { return true; }
  void Event(const System&, const simulate::EventRecord& record) override { last_event_ = record.time; }
  void Warn(const Diagnostic& warning) override { warnings_.push_back(warning); }

  std::shared_ptr<const model::Model> model_;
  Experiment experiment_;
  double stop_ = 0;        // the simulation does not go beyond this time
  double first_stop_ = 0;  // the same before the importer has gone further
  std::unique_ptr<run::Simulation> simulation_;
  std::shared_ptr<const compile::GivenModel> given_;
  double time_ = 0;
  std::vector<double> values_;  // of the last point
  bool is_fresh_ = false;       // they are those of the present point
  bool has_ended_ = false;      // the model has ended the run
  bool is_constant_ = false;    // there is nothing to integrate
  std::vector<Diagnostic> warnings_;
  StepUse use_;                       // of the present step
  bool is_asked_to_end_ = false;      // by its update
  std::optional<double> last_event_;  // its time
  // The same point as Model Exchange would show it, for its states and indicators.
  const fmi::Interface* shown_;
  std::unique_ptr<Exchange> seen_;
  bool is_seen_ = false;  // it belongs to the present point
};

}  // namespace daedalus::fmu
