// A simulation: a model that moves.
//
//   Simulation simulation(model, {.stop = 10, .tolerance = 1e-8});
//   simulation.Set("R", 47);                  // a parameter; others follow by their bindings
//   simulation.Observe(columns);              // run/observer.h: who is told of points, events and warnings
//   RunReport report = simulation.Run();
//
// What it promises:
//
//   - The command line runs models in this way and in no other. Whoever links the library gets the same
//     numbers, bit for bit, and the same warnings: nothing checks results above this class.
//   - All safety nets are inside: assertions and bounds, sizes of variables, growth, values below the
//     tolerance, branches, undetermined unknowns (safety_nets.h, simulate/state_changes.h).
//   - A run that fails, or is not to be trusted, is tried in another form or by derivative arrays
//     (fallback.h), without files.
//   - A call that fails changes nothing: a name that does not exist, a value that is not finite.
//   - Run() may be called again, with other parameter values; what is compiled stays (model/model.h).
//
// One thread at a time uses a simulation; simulations of one model may run in as many threads as there are.
//
// Instead of Run(), a simulation can be led: Start(), StepTo() any number of times, Stop(). A led run does
// not begin again in another way after a failure, since the caller has seen its points already.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "daedalus/model/model.h"
#include "daedalus/run/observer.h"
#include "daedalus/run/run_options.h"
#include "daedalus/run/run_report.h"
#include "daedalus/simulate/state_from_values.h"
#include "daedalus/system/parameters.h"

namespace daedalus::run {

class Attempt;

class Simulation {
 public:
  explicit Simulation(std::shared_ptr<const model::Model> model, RunOptions options = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Of a parameter that may be set from outside. An error where there is none of that name, or it is a
  // constant, or the value is not finite; then nothing has changed.
  Result<Unit> Set(std::string_view parameter, double value);
  // It is told of every run from now on, and outlives the simulation.
  void Observe(Observer& observer) { audience_.Add(observer); }
  // Set from outside at any time, it ends the run soon, with the points so far. It outlives the simulation.
  void ObeyCancellation(const std::atomic<bool>* cancelled) { cancelled_ = cancelled; }

  // From the start to the stop time. Messages are in diagnostics(), those of an earlier run are gone.
  RunReport Run();

  // The same in parts. StepTo ends a step at `t`, so that the points up to there are known; it does not go
  // beyond the stop time. Both return false once the run is over, by an error or by the model itself. Stop
  // says how it ended.
  bool Start();
  bool StepTo(double t);
  RunReport Stop();

  // Of a led run, between two calls of StepTo. The run goes on from the state exactly as one that is restored
  // from it later, here or in another process: bit for bit. An error where that cannot be done; then the run
  // goes on as if nobody had asked.
  Result<simulate::ModelState> Save();
  // Instead of Start(), also in the middle of a led run: goes on from the state. Observers hear of a new
  // attempt. Parameters have the values of the state, but for those that were set here since.
  bool Restore(const simulate::ModelState& state);

  // The state at a point whose values somebody knows, as a result file does (simulate/state_from_values.h),
  // to go on from it.
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
  std::vector<ParameterValue> ValuesFor(const simulate::CompiledModel& model,
                                        const RunOptions& options) const;
  bool Lead(const RunOptions& options);

  std::shared_ptr<const model::Model> model_;
  RunOptions options_;
  Audience audience_;
  const std::atomic<bool>* cancelled_ = nullptr;
  std::vector<ParameterValue> values_;
  Diagnostics diagnostics_;
  std::unique_ptr<Attempt> led_;  // between Start and Stop
  RunReport not_begun_;           // of a led run without an attempt
};

}  // namespace daedalus::run
