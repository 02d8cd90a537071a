// One choice of states, compiled and ready to run: equations of index 0 or 1, kernels, an integrator.
//
// A run that changes its states goes through several of them. What passes from one to the next are the
// values of the quantities (given_model.h), which mean the same in all.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/driver/experiment.h"
#include "daedalus/driver/prepare_model.h"
#include "daedalus/initialize/consistent.h"
#include "daedalus/initialize/model_dae.h"
#include "daedalus/initialize/plan.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/simulate/state_monitor.h"
#include "daedalus/simulate/tier_up.h"

namespace daedalus::driver {

class Segment {
 public:
  Segment(PreparedModel model, const RunSettings& settings);

  // Prepares the run: an integrator, and the change to machine code.
  void MakeReady(simulate::CodeChoice code);

  const PreparedModel& model() const { return model_; }
  const System& system() const { return *model_.system; }
  initialize::ModelDae& dae() { return *dae_; }
  codegen::ModelKernels& kernels() { return *kernels_; }
  integrate::Integrator& integrator() { return *integrator_; }
  simulate::TierUp& tier_up() { return *tier_up_; }

  // Consistent values at the start, by a plan, from the start values.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);
  // The same in the middle of a run: the states have these values, the others are solved for. Nothing where
  // that fails.
  std::optional<initialize::InitialValues> Continue(double t, std::span<const double> quantities);

  void ReadQuantities(std::span<const double> y, std::span<const double> yp, std::span<double> out) const;

 private:
  initialize::ConsistentOptions OptionsAt(double t) const;

  PreparedModel model_;
  RunSettings settings_;
  std::unique_ptr<codegen::ModelKernels> kernels_;
  std::unique_ptr<initialize::ModelDae> dae_;
  integrate::Tolerances tolerances_;
  std::unique_ptr<integrate::Integrator> integrator_;
  std::unique_ptr<simulate::TierUp> tier_up_;
};

}  // namespace daedalus::driver
