// The initial problem as a Program, run once.
//
//   unknowns  all variables, and the derivatives of the differential ones
//   rows      the equations, the initial equations, and v = start for the conditions of the plan
//
// The structure of the problem says which row determines which unknown (initial_structure.h), so the rows are
// solved block by block, in order. What is simply assigned needs no guess, whatever its start value is: a
// simultaneous Newton iteration would evaluate b = 1/a at the guess a = 0, although a = x + 1 stands beside
// it.
//
// Guesses matter in nonlinear loops alone, and there only those of tearing variables. A variable whose start
// value was given is therefore torn in such a loop: what the user says about the branch is heard
// (docs/decisions/015).
//
// Cost: nearly linear, as that of a Program. The kernels are interpreted: they run once.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "daedalus/execute/workspace.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/initialize/initial_plan.h"

namespace daedalus::initialize {

struct InitialProgramOutcome {
  bool ok = false;
  std::string reason;         // why not: a sentence fragment that names the unknowns of the block that failed
  execute::Workspace values;  // of all variables and derivatives; after a failure, what was known until then
  std::int64_t newton_iterations = 0;
};

// Expressions are built in the graph of the system. `incidence` is that of its equations, of structural index
// 0 or 1; the plan was made of them.
InitialProgramOutcome RunInitialProgram(System& system, const causal::SystemIncidence& incidence,
                                        const InitialPlan& plan, const AttributeValues& attributes,
                                        std::span<const double> parameters, double start_time,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace daedalus::initialize
