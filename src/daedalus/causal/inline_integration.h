// Inline integration: one step of an implicit method as a system of algebraic equations, to be sorted and
// torn like any other (Cellier & Kofman 8.6-8.9).
//
// Given 0 = F(t, x, x') of index 0 or 1, a method of s stages with nodes c and coefficients a finds values
// X_i and slopes X'_i, i = 1 .. s, with
//
//   0   = F(t + (c_i - 1) h, X_i, X'_i)        the model at each stage                              (1)
//   X_i = old(x) + h sum_j a_ij X'_j           one equation for each state and stage                (2)
//
// where t is the end of the step, and the last stage is the new value there (c_s = 1: stiffly accurate).
// Backward Euler has one stage and a = 1. A BDF of higher order has the same equations: old(x) is then a sum
// of past values, and h the step times a factor (8.111); BdfFormula gives both. Radau IIA(3) has the two
// stages (8.115).
//
// Nothing in these equations may be divided by h: a step size controller makes it small, and the slopes would
// be differences of almost equal numbers over almost nothing. So `step_size` is to be given to pivot_cost.h
// as a vanishing parameter.
//
// The result has no derivatives: X' are variables of their own. The last stage keeps the variables of the
// given system, with their ids. Initial equations, assertions and the experiment are not part of a step.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/causal/system_incidence.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct StageMethod {
  std::vector<double> c;
  std::vector<std::vector<double>> a;

  std::size_t num_stages() const { return c.size(); }
};
StageMethod OneStage();   // backward Euler, BDF
StageMethod RadauIIA3();  // (8.115)

// x_k = sum_i past[i] x_{k-1-i} + factor h x'_k, with constant steps; order 1 to 6.
struct BdfFormula {
  double factor = 1;
  std::vector<double> past;
};
BdfFormula BdfOfOrder(int order);

struct InlinedSystem {
  System system;
  ParameterId step_size;
  std::vector<VariableId> states;  // of the given system
  std::vector<ParameterId> old;    // old(x) of each state
  std::vector<VariableId> slopes;  // of each state, at the last stage
};

// `incidence`: of the system, which tells the states.
InlinedSystem InlineStep(const System& system, const SystemIncidence& incidence, const StageMethod& method);

}  // namespace daedalus::causal
