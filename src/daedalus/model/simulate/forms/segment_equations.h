// The equations of one choice of states with the values of one instance: parameters, tolerances and kernels.
// The parts of a segment share it.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/model/compile/compiled_choice.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::simulate {

struct SegmentEquations {
  // `held`: the place of the values between events.
  SegmentEquations(std::shared_ptr<const compile::CompiledChoice> choice, std::vector<double> values,
                   const RunSettings& run, std::span<const double> held);
  SegmentEquations(const SegmentEquations&) = delete;
  SegmentEquations& operator=(const SegmentEquations&) = delete;

  const System& system() const { return *model.system; }
  const std::vector<double>& nominal() const { return attributes->nominal; }
  double length() const { return settings.grid.stop - settings.grid.start; }
  // For a search of consistent values at this time.
  initialize::ConsistentOptions OptionsAt(double t) const;
  // The tolerance of a variable that has its size among these values.
  double ToleranceOf(VariableId v, std::span<const double> values) const {
    return tolerances.relative * std::abs(values[v.index()]) + tolerances.absolute[v.index()];
  }

  std::shared_ptr<const compile::CompiledChoice> compiled;
  const compile::PreparedModel& model;  // of `compiled`
  RunSettings settings;
  std::vector<double> parameters;
  // the model's own, or evaluated with other parameters
  std::shared_ptr<const initialize::AttributeValues> attributes;
  std::unique_ptr<codegen::ModelKernels> kernels;
  std::unique_ptr<execute::DaeModel> dae;
  integrate::Tolerances tolerances;     // of all variables, by their nominal values
  std::function<void(double)> refresh;  // computes held values that follow the time; may be empty
};

}  // namespace daedalus::simulate
