// Co-Simulation: the FMU has the integrator. A led run::Simulation goes from one communication point to the
// next, with all events and safety nets inside.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/products/fmu/engine.h"
#include "daedalus/run/simulation.h"

namespace daedalus::fmu {

class Stepping final : public Engine, private run::Observer {
 public:
  // Finds the values at the start. `inputs` and `parameters` are those that were set.
  static Result<std::unique_ptr<Stepping>> Begin(std::shared_ptr<const model::Model> model,
                                                 const Experiment& experiment,
                                                 const std::vector<NamedValue>& parameters,
                                                 const std::vector<NamedValue>& inputs);

  Result<fmu::Point> Read() override;
  Result<Unit> SetInput(const std::string& name, double value) override;
  Result<Unit> SetParameter(const std::string& name, double value) override;
  Result<simulate::ModelState> Save() override;
  Result<Unit> Restore(const simulate::ModelState& state) override;
  std::vector<Diagnostic> TakeWarnings() override { return std::exchange(warnings_, {}); }

  // A step ends at `t`, unless the model ends the run before: then has_ended() is true.
  Result<Unit> StepTo(double t);
  bool has_ended() const { return has_ended_; }
  double time() const { return time_; }
  // Events at the end happen (`terminal()`).
  void Stop();

 private:
  Stepping(std::shared_ptr<const model::Model> model, const Experiment& experiment);
  Result<Unit> Begun(bool is_running);
  Result<Unit> Over();
  Result<Unit> Extend(double t);
  void MakeSimulation(std::optional<double> start, double stop);

  Result<Unit> Begin(const run::RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;
  void Warn(const Diagnostic& warning) override { warnings_.push_back(warning); }

  std::shared_ptr<const model::Model> model_;
  Experiment experiment_;
  double stop_ = 0;  // the simulation does not go beyond
  std::unique_ptr<run::Simulation> simulation_;
  std::shared_ptr<const compile::GivenModel> given_;
  double time_ = 0;
  std::vector<double> values_;  // of the last point
  bool is_fresh_ = false;       // they are those of the present point
  bool has_ended_ = false;      // the model has ended the run
  bool is_constant_ = false;    // there is nothing to integrate
  std::vector<Diagnostic> warnings_;
};

}  // namespace daedalus::fmu
