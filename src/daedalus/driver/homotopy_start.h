// Initial values by homotopy (Modelica 3.6, section 3.7.4.3).
//
// Where no initial values are found, a model that calls `homotopy(actual, simplified)` is solved with its simplified expressions
// first, and from there it is led over to the actual ones:
//
//   (1 - lambda) simplified + lambda actual,   lambda from 0 to 1,                                              (1)
//
// one lambda for the whole model, each solution the guess of the next. The step of lambda is doubled after a success and halved after
// a failure. The model is flattened and analysed anew for each lambda: the simplified equations have blocks of their own, and this
// is a way for the few models that need it.
//
// Solutions are handed on as guesses only. Start values that hold as conditions stay what they are, and they must be those of the same
// variables all the way.
//
// [Sie11] M. Sielemann et al., "Robust initialization of differential-algebraic equations using homotopy", 8th Modelica
// Conference, 2011.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "daedalus/compile/given_model.h"
#include "daedalus/driver/load.h"
#include "daedalus/driver/options.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/simulate/state_changes.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

struct HomotopyModel {
  // The flat model with (1); nothing where that has errors.
  std::function<std::optional<System>(double lambda)> flatten;
  // The variables whose start values hold as conditions (initialize/initial_plan.h), by name.
  std::set<std::string> conditions;
  compile::ConstraintOptions constraints;
  simulate::RunSettings settings;
};

struct HomotopyStart {
  // The actual model with guesses that are a solution. Nothing: the way ended before.
  std::optional<System> system;
  double reached = 0;  // the largest lambda with a solution
  int num_solved = 0;  // problems on the way

  std::string way() const;  // in words
};

// The model of the options, whose start was looked for in vain with these states and this plan.
HomotopyModel LedModel(const ModelOptions& options, SourceFiles& loaded, simulate::StateChanges& states,
                       const initialize::InitialPlan& plan, const compile::ConstraintOptions& constraints,
                       const simulate::RunSettings& settings);

HomotopyStart FollowHomotopy(const HomotopyModel& model);

}  // namespace daedalus::driver
