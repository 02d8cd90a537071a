// A simulation: a model that moves.
//
//   Simulation simulation(model, {.stop = 10, .tolerance = 1e-8});
//   simulation.Set("R", 47);                  // a parameter; others follow by their bindings
//   simulation.Observe(columns);              // run/observer.h: receives points, events and warnings
//   RunReport report = simulation.Run();
//
// What it promises:
//
//   - The command line runs all models with this class. So programs that use the library get the same
//     numbers, bit for bit, and the same warnings: no check of results is above this class.
//   - All safety nets are inside: assertions and bounds, sizes of variables, growth, values below the
//     tolerance, branches, undetermined unknowns (safety_nets.h, simulate/state_changes.h).
//   - A run that fails or is not reliable is tried in another form or by derivative arrays (fallback.h),
//     without files.
//   - A call that fails changes nothing, for example if a name does not exist or a value is not finite.
//   - Run() may be called again, with other parameter values. Compiled code is kept (model/model.h).
//
// Only one thread at a time may use a simulation. Simulations of one model may run in any number of threads.
//
// Instead of Run(), the caller can lead a simulation: Start(), StepTo() any number of times, Stop(). A led
// run is not tried in another way after a failure, since the caller has already seen its points.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/model/model.h"
#include "daedalus/model/simulate/state_from_values.h"
#include "daedalus/run/observer.h"
#include "daedalus/run/run_options.h"
#include "daedalus/run/run_report.h"
#include "daedalus/system/parameters.h"

namespace daedalus::run {

class Attempt;

class Simulation {
 public:
  explicit Simulation(std::shared_ptr<const model::Model> model, RunOptions options = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Sets a parameter: in a led run from the present time on, otherwise from the start. Or the start value of
  // a variable, before a led run begins. The first time that a variable is named, the model is compiled again
  // for this (model::Model::WithSettableStarts). An error if there is nothing of that name, if it is a
  // constant, or if the value is not finite; then nothing has changed.
  Result<Unit> Set(std::string_view name, double value);
  // The same for several: all of them, or none after an error.
  Result<Unit> Set(std::span<const ParameterValue> values);
  // Sets an input of the model: in a led run from the present time on, otherwise from the start. The value
  // replaces the course of a table in the options. An error if there is no input of that name, if the value
  // is not of its type, or if the equations differentiate the input and it would jump.
  Result<Unit> SetInput(std::string_view input, double value);
  // The observer receives all later runs. It outlives the simulation.
  void Observe(Observer& observer) { audience_.Add(observer); }
  // The flag may be set from outside at any time. The run then ends soon, with the points so far. The flag
  // outlives the simulation.
  void ObeyCancellation(const std::atomic<bool>* cancelled) { cancelled_ = cancelled; }
  // Later runs are measured: RunReport::profile tells where their time goes.
  void MeasureCosts() { is_measured_ = true; }

  // Runs from the start to the stop time. Messages are in diagnostics(); those of an earlier run are dropped.
  RunReport Run();

  // The same in parts. StepTo ends a step at `t`, so that the points up to there are known; it does not go
  // beyond the stop time. Both return false once the run is over, by an error or by the model itself. Stop
  // returns how it ended. `pauses` is asked after each step of the integrator; if it returns true, StepTo
  // ends there, at time().
  bool Start();
  bool StepTo(double t, const std::function<bool()>& pauses = {});
  double time() const;
  RunReport Stop();
  // Gives observers the point where a led run is, between two calls of StepTo: with the inputs as they are
  // now. Assertions are checked there.
  Result<Unit> TellPoint();

  // The state of a led run between two calls of StepTo, for reading. The run continues unchanged. An error if
  // the run is over or integrates nothing.
  Result<simulate::ModelState> Snapshot();
  // Saves the state of a led run between two calls of StepTo. Afterwards the run continues bit for bit like a
  // run that is restored from the state, here or in another process. An error if that is not possible; then
  // the run continues unchanged.
  Result<simulate::ModelState> Save();
  // Instead of Start(), also in the middle of a led run: continues from the state, to another stop time if
  // one is given. Observers receive a new attempt. Parameters and inputs have the values of the state; those
  // that were set here before are forgotten. After an error everything is as it was.
  Result<Unit> Restore(const simulate::ModelState& state, std::optional<double> stop = {});
  // Moves the stop time. A led run continues from its own state, bit for bit like a run that is restored from
  // the state with this stop time. After an error it continues unchanged.
  Result<Unit> MoveStop(double stop);

  // The state at a point with known values, for example those of a result file
  // (simulate/state_from_values.h). A run can continue from it.
  Result<simulate::ModelState> StateFromValues(double t, const simulate::ValueOf& value_of) const;

  const Diagnostics& diagnostics() const { return diagnostics_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  RunReport RunOnce(const model::Model& model, const RunOptions& options, const Audience& audience,
                    Diagnostics& diagnostics) const;
  // nullptr after an error.
  std::unique_ptr<Attempt> Prepare(const model::Model& model, const RunOptions& options,
                                   const Audience& audience, RunReport& report,
                                   Diagnostics& diagnostics) const;
  std::optional<System> Equations() const;
  Result<Unit> AddInputs(const simulate::CompiledModel& model, const RunOptions& options,
                         simulate::RunSettings& settings, Diagnostics& diagnostics) const;
  std::vector<ParameterValue> ValuesFor(const simulate::CompiledModel& model,
                                        const RunOptions& options) const;
  RunReport RefuseStart(double begin, double start);
  bool Lead(const RunOptions& options);
  bool IsUnderWay() const;
  Result<Unit> GoOn();
  Result<Unit> LeadFrom(const simulate::ModelState& state);

  std::shared_ptr<const model::Model> model_;
  RunOptions options_;
  Audience audience_;
  const std::atomic<bool>* cancelled_ = nullptr;
  bool is_measured_ = false;
  std::vector<ParameterValue> values_;
  std::vector<ParameterValue> inputs_;
  Diagnostics diagnostics_;
  std::unique_ptr<Attempt> led_;  // between Start and Stop
  RunReport not_begun_;           // the report of a led run without an attempt
};

}  // namespace daedalus::run
