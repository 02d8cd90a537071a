// Initial values by homotopy (Modelica 3.6, section 3.7.4.3).
//
// Where no initial values are found, a model that calls `homotopy(actual, simplified)` is solved with its
// simplified expressions first, and from there it is led over to the actual ones, with one lambda for the
// whole model (system/homotopy.h):
//
//   1. lambda = 0   a model of its own, with the blocks that the simplified expressions have: they are often
//                   linear, or explicit
//   2. the way      one more model, compiled once, with lambda as a parameter. Its initial problem is
//                   followed as a branch, which may turn back (nonlinear/branch.h). Where it has events, or
//                   that fails, lambda is raised step by step, and each time all ways to a start are tried
//                   from the last solution (nonlinear/continuation.h).
//   3. lambda = 1   the actual model, which knows nothing of lambda, with the values found there as its
//                   guesses
//
// Solutions are handed on as guesses only. Start values that hold as conditions stay what they are, and they
// must be those of the same variables all the way. A model whose start is found without all this pays nothing
// in its run.
//
// [Sie11] M. Sielemann et al., "Robust initialization of differential-algebraic equations using homotopy",
// 8th Modelica Conference, 2011.
#pragma once

#include <memory>
#include <string>

#include "daedalus/compile/given_model.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/guesses.h"
#include "daedalus/simulate/compiled_model.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

struct HomotopyStart {
  // For the actual model, and a solution of it. Null: the way ended before.
  std::shared_ptr<const initialize::Guesses> guesses;
  double reached = 0;  // the largest lambda with a solution
  int num_solved = 0;  // problems on the way
  int num_turns = 0;   // where lambda went the other way from then on

  std::string way() const;  // in words
  Diagnostic Note() const;  // that initial values were found so
};

// Of a model with System::led, whose start was looked for in vain with these states and this plan.
HomotopyStart FollowHomotopy(const CompiledModel& model, const compile::GivenModel& numbers,
                             StateChanges& states, const initialize::InitialPlan& plan,
                             const RunSettings& settings);

// The first error says how far it came.
std::vector<Diagnostic> WithWay(std::vector<Diagnostic> errors, const HomotopyStart& way);

}  // namespace daedalus::simulate
