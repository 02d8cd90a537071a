// Inline integration: one step of an implicit method as a system of algebraic equations, to be sorted and
// torn like any other (Cellier & Kofman 8.6-8.9).
//
// Given 0 = F(t, x, x') of index 0 or 1, a method of s stages with nodes c and coefficients a finds values
// X_i and slopes X'_i, i = 1 .. s, with
//
//   0   = F(t + (c_i - 1) h, X_i, X'_i)                      the model at each stage                 (1)
//   X_i = old(x) + h (start_i old(x') + sum_j a_ij X'_j)     one equation for each state and stage   (2)
//
// where t is the end of the step, and the last stage is the new value there (c_s = 1). Backward Euler has one
// stage and a = 1; Radau IIA(3) has the two of (8.115). A method whose first stage is the beginning of the
// step takes the last step's slope there: old(x'), with the weights `start` (the trapezoidal rule, forward
// Euler (8.122)). A multistep method has one stage: old(x) is then a sum of past values and slopes, and h the
// step times a factor (8.111). If a_ij is zero for j > i, the stages are separate blocks, one after the
// other; sorting finds this by itself. inlined/methods.h has all methods in these terms.
//
// Nothing in these equations may be divided by h. A step size controller makes h small, and slopes would be
// differences of almost equal numbers, divided by a small one. So `step_size` is to be given to pivot_cost.h
// as a vanishing parameter. Equations of higher index are inlined in the same way (8.88); then some slopes
// can only be found as differences, and 1/h cannot be avoided.
//
// Values held between events (system/hybrid.h) are the same in all stages, because a step never passes an
// event. Values read from the past (delay) differ: each stage has its own parameter for them.
//
// The result has no derivatives: X' are variables of their own. The last stage keeps the variables of the
// given system, with their ids. Initial equations, assertions and the experiment are not part of a step;
// invariants are those of its end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct StageMethod {
  std::vector<double> c;
  std::vector<std::vector<double>> a;
  std::vector<double> start = {};  // by stage; empty: the slope at the beginning of the step is not used
  // Replaces a and start for explicit states, if some states are explicit and the others implicit
  // (inlined/mixed_methods.h).
  std::vector<std::vector<double>> explicit_a = {};
  std::vector<double> explicit_start = {};

  std::size_t num_stages() const { return c.size(); }
};
StageMethod OneStage();  // backward Euler, and every multistep method

struct InlinedSystem {
  System system;
  ParameterId step_size;
  std::vector<VariableId> states;       // of the given system
  std::vector<ParameterId> old;         // old(x) of each state
  std::vector<ParameterId> old_slopes;  // old(x') of each state; empty: the method does not use them
  struct Stage {
    std::vector<VariableId> variables;          // in the place of each variable of the given system
    std::vector<VariableId> slopes;             // of each state
    std::vector<EquationId> integrations = {};  // (2) of each state
    std::vector<ParameterId> past = {};         // in the place of each of past_leaves
  };
  std::vector<Stage> stages;        // the last one is the end of the step
  std::vector<double> nodes;        // c of each stage
  std::vector<HeldId> past_leaves;  // what is read from the past

  const std::vector<VariableId>& slopes() const { return stages.back().slopes; }
};

// `incidence`: of the system; it marks the states. `explicit_states`: those of a method with explicit_a, in
// ascending order.
InlinedSystem InlineStep(const System& system, const SystemIncidence& incidence, const StageMethod& method,
                         std::span<const VariableId> explicit_states = {});

}  // namespace daedalus::causal
