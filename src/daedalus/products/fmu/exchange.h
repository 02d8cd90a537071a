// Model Exchange, where the importer integrates. The states of an FMU have fixed places and a fixed number
// (fmi/interface.h). The Instance behind it may have fewer states in some modes, and treats parameters that
// were found at the start as states. This class translates between the two.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/model/instance.h"
#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmu/derivatives.h"
#include "daedalus/products/fmu/engine.h"

namespace daedalus::fmu {

class Exchange final : public Engine {
 public:
  // Finds the values at the start. `inputs` and `parameters` are those that were set.
  static Result<std::unique_ptr<Exchange>> Begin(std::shared_ptr<const model::Model> model,
                                                 const fmi::Interface& shown, const Experiment& experiment,
                                                 const std::vector<NamedValue>& parameters,
                                                 const std::vector<NamedValue>& inputs);

  // At a saved state.
  static Result<std::unique_ptr<Exchange>> At(const simulate::ModelState& state,
                                              std::shared_ptr<const model::Model> model,
                                              const fmi::Interface& shown);

  Result<Point> Read() override;
  Result<double> ReadMade(std::uint32_t reference) override;
  Result<Unit> SetInput(const std::string& name, double value) override;
  Result<Unit> SetInputs(std::span<const InputValue> values) override;
  Result<Unit> SetParameter(const std::string& name, double value) override;
  Result<simulate::ModelState> Save() override { return instance_->Save(); }
  Result<Unit> Restore(const simulate::ModelState& state) override;
  std::vector<Diagnostic> TakeWarnings() override { return instance_->diagnostics().Take(); }

  void SetTime(double t);
  void SetStates(std::span<const double> states);
  void ReadStates(std::span<double> out) const;
  void ReadNominals(std::span<double> out) const;
  Result<Unit> ReadDerivatives(std::span<double> out);
  Result<Unit> ReadIndicators(std::span<double> out);

  Result<model::Instance::Step> CompleteStep();
  Result<model::Instance::Event> HandleEvent();
  // The time of the next event. Delays need a record of the past, so an FMU with delays requests additional
  // events.
  double next_instant() const { return std::min(instance_->next_instant(), instance_->StepLimit()); }
  double time() const { return instance_->time(); }
  const std::optional<Diagnostic>& termination() const { return instance_->termination(); }

  // out = J seed and out = J^T seed for the variables with these references.
  Result<Unit> Directional(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                           std::span<const double> seed, std::span<double> out);
  Result<Unit> Adjoint(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                       std::span<const double> seed, std::span<double> out);

 private:
  Exchange(std::unique_ptr<model::Instance> instance, const fmi::Interface& shown);
  Result<Unit> TakeStates();
  Result<bool> ImproveStates();
  Places& FindPlaces();

  std::unique_ptr<model::Instance> instance_;
  const fmi::Interface* shown_;
  std::vector<std::size_t> places_;  // of the states of the FMU among those of the instance
  std::vector<std::size_t> inputs_;  // places of the described inputs among those of the instance
  std::vector<model::Instance::InputValue> new_inputs_;  // scratch
  std::vector<double> all_states_;                       // scratch
  bool is_fresh_ = false;                                // values_ belong to the current point
  std::span<const double> values_;
  std::optional<Places> known_;  // made when a derivative is asked for
};

}  // namespace daedalus::fmu
