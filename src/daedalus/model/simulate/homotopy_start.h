// Initial values by homotopy (Modelica 3.6, section 3.7.4.3).
//
// If no initial values are found, a model that calls `homotopy(actual, simplified)` is first solved with its
// simplified expressions. From there a parameter lambda, one for the whole model, leads to the actual
// expressions (system/homotopy.h):
//
//   1. lambda = 0   a model of its own, with the blocks of the simplified expressions: they are often linear
//   or
//                   explicit
//   2. the way      one more model, compiled once, with lambda as a parameter. Its initial problem is
//                   followed as a branch, which may turn back (nonlinear/branch.h). If it has events, or if
//                   this fails, lambda is raised step by step. Each step tries all ways to find a start, from
//                   the last solution (nonlinear/continuation.h).
//   3. lambda = 1   the actual model, without lambda, with the values found there as its guesses
//
// Solutions are handed on as guesses only. Start values that hold as conditions keep their values, and must
// belong to the same variables all the way. A model whose start is found without homotopy pays nothing for
// it.
//
// [Sie11] M. Sielemann et al., "Robust initialization of differential-algebraic equations using homotopy",
// 8th Modelica Conference, 2011.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/initialize/guesses.h"
#include "daedalus/model/simulate/compiled_model.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/model/simulate/state_changes.h"

namespace daedalus::simulate {

struct HomotopyStart {
  // For the actual model, and a solution of it. Null if the way ended before lambda = 1.
  std::shared_ptr<const initialize::Guesses> guesses;
  double reached = 0;  // the largest lambda with a solution
  int num_solved = 0;  // problems on the way
  int num_turns = 0;   // how often lambda changed its direction

  std::string way() const;  // in words
  Diagnostic Note() const;  // a note that initial values were found by homotopy
};

// For a model with System::led. The start was searched for in vain with these states and this plan.
HomotopyStart FollowHomotopy(const CompiledModel& model, const compile::GivenModel& numbers,
                             StateChanges& states, const initialize::InitialPlan& plan,
                             const RunSettings& settings);

// Adds to the first error how far the homotopy came.
std::vector<Diagnostic> WithWay(std::vector<Diagnostic> errors, const HomotopyStart& way);

}  // namespace daedalus::simulate
