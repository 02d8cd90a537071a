// The form `inline` of a segment: an integrator whose steps are part of the equations (inlined/).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/compile/prepare_model.h"
#include "daedalus/inlined/inlined_integrator.h"
#include "daedalus/integrate/own/choose_method.h"
#include "daedalus/simulate/run_settings.h"

namespace daedalus::simulate {

struct InlinedModel {
  const compile::PreparedModel& model;
  const initialize::AttributeValues& attributes;
  const std::vector<double>& parameters;
  std::span<const double> held;                // between events, where they lie
  const std::function<void(double)>& refresh;  // of those that follow the time; empty: none
  const RunSettings& settings;
  std::vector<VariableId> explicit_states = {};  // of mixed mode
};

struct MadeInlined {
  std::unique_ptr<inlined::InlinedIntegrator> integrator;
  integrate::MethodChoice method;
};

// `states`: those that are the unknowns of the problem; empty: all variables are. A kBadOption where the
// settings do not suit.
Result<MadeInlined> MakeInlinedIntegrator(const InlinedModel& given, std::span<const VariableId> states,
                                          integrate::DaeProblem problem, integrate::Tolerances tolerances);

// Why its last step failed, in the equations of the step.
Diagnostic ExplainInlinedStep(inlined::InlinedIntegrator& integrator);

}  // namespace daedalus::simulate
