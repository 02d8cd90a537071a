// The form `inline` of a segment: the steps of the integrator are part of the equations (inlined/).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/programs/inlined/inlined_integrator.h"

namespace daedalus::simulate {

struct InlinedModel {
  const compile::PreparedModel& model;
  const initialize::AttributeValues& attributes;
  const std::vector<double>& parameters;
  std::span<const double> held;  // the values between events, where they are kept
  // computes held values that follow the time; empty: there are none
  const std::function<void(double)>& refresh;
  const RunSettings& settings;
  std::vector<VariableId> explicit_states = {};  // of mixed mode
};

struct MadeInlined {
  std::unique_ptr<inlined::InlinedIntegrator> integrator;
  integrate::MethodChoice method;
};

// `states` are the unknowns of the problem; if it is empty, all variables are. kBadOption if the settings do
// not suit.
Result<MadeInlined> MakeInlinedIntegrator(const InlinedModel& given, std::span<const VariableId> states,
                                          integrate::DaeProblem problem, integrate::Tolerances tolerances);

// Explains why the last step failed, with the equations of the step.
Diagnostic ExplainInlinedStep(inlined::InlinedIntegrator& integrator);

}  // namespace daedalus::simulate
