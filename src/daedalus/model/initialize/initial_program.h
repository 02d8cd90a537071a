// The initial problem as a Program, run once at each start.
//
//   unknowns  all variables, and the derivatives of the differential ones
//   rows      the equations, the initial equations, and v = start for the conditions of the plan
//
// The structure of the problem decides which row determines which unknown (initial_structure.h), so the rows
// are solved block by block, in order. Assigned variables need no guess: a simultaneous Newton iteration
// would evaluate b = 1/a at the guess a = 0, although a = x + 1 is another equation.
//
// Guesses matter in nonlinear loops only, and there only those of tearing variables. So a variable with a
// given start value is torn in such a loop: the user decides about the branch (docs/decisions/015). Variables
// without one start where equations compute them from given values (causal/assigned_guess.h). Start values of
// variables after a loop move the guesses of tearing variables that have none (guess_hints.h). If the loops
// have no solution from there, the original guesses are tried.
//
// Cost: nearly linear, as that of a Program. The kernels are interpreted: they run once.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/guess_hints.h"
#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/model/initialize/solved_block.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/execute/program_runner.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::initialize {

struct InitialProgramOutcome {
  bool ok = false;
  std::string reason;         // why not: a sentence fragment that names the unknowns of the block that failed
  execute::Workspace values;  // of all variables and derivatives; after a failure, what was known until then
  std::int64_t newton_iterations = 0;
  std::optional<Diagnostic> undetermined;  // a warning: unknowns that kept their start values
  std::vector<Diagnostic> decided;  // warnings: one of two solutions was taken without a deciding start value
  std::vector<execute::ProgramRunner::LoopRecord> loops;
};

class InitialProgram {
 public:
  // `incidence` is that of the system's equations, of structural index 0 or 1; the plan was made of them.
  // Guesses of tearing variables and nominal values are those of `attributes`; `hints` are of eliminated
  // variables (guess_hints.h). The system stays as it is, and outlives this object.
  InitialProgram(const System& system, const causal::SystemIncidence& incidence, const InitialPlan& plan,
                 const AttributeValues& attributes, std::span<const double> parameters,
                 std::span<const GivenHint> hints = {});

  // From these start values, with these parameters. May be called by several threads at once.
  InitialProgramOutcome Run(const AttributeValues& attributes, std::span<const double> parameters,
                            double start_time, const std::atomic<bool>* cancelled = nullptr,
                            std::span<const double> held = {}) const;
  // All blocks in order, and how they were solved in a run with these loops.
  std::vector<SolvedBlock> Describe(std::span<const execute::ProgramRunner::LoopRecord> loops) const;
  // True if it would be built identically with these parameters and this plan of the same system.
  bool HoldsFor(std::span<const double> parameters, const InitialPlan& plan) const {
    return plan.ignored == ignored_ && program_.HoldsFor(parameters_, parameters);
  }

 private:
  InitialProgramOutcome RunFrom(std::vector<double> guess, const AttributeValues& attributes,
                                std::span<const double> parameters, double start_time,
                                const std::atomic<bool>* cancelled, std::span<const double> held) const;
  std::ptrdiff_t NumSaid(const execute::OtherSolution& other) const;  // unknowns with a start value
  Diagnostic DescribeNearest(const execute::OtherSolution& other, const AttributeValues& attributes,
                             const execute::Workspace& values) const;
  Diagnostic DescribeDecided(const causal::Block& block, const execute::Workspace& values) const;

  const System& system_;
  std::vector<double> parameters_;
  std::vector<VariableId> ignored_;  // start preferences, by the plan
  causal::Program program_;
  std::vector<char> has_start_;            // per variable
  IdVector<EquationId, InitialRow> rows_;  // of the program's equations
  std::optional<execute::ProgramRunner> runner_;
  bool has_open_guesses_ = false;  // in nonlinear loops
  GuessHints hints_;
};

}  // namespace daedalus::initialize
