// Consistent initial values: y and y' that satisfy the equations and the plan's conditions at the start.
//
// By blocks: the initial problem is a Program, and only its loops are iterated (initial_program.h).
// Simultaneously: if the differential variables are given, integrate/consistent.h finds the rest. Otherwise,
// and if that fails, a damped Newton iteration solves the whole initial problem. If both ways fail,
// continuation from a solved problem follows (source_ramp.h), or simulation to rest (settle.h). Last, and if
// conditions that were left out as too many do not hold, all conditions are taken at once (all_conditions.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/model/initialize/initial_program.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::initialize {

struct InitialValues {
  std::vector<double> y;
  std::vector<double> yp;
  std::int64_t newton_iterations = 0;
  std::vector<Diagnostic> warnings = {};
  std::vector<Diagnostic> remarks = {};  // for verbose output
  std::vector<SolvedBlock> blocks = {};  // where that was asked for, and they were solved one by one
  std::vector<VariableId> ignored = {};  // start preferences that were given up (start_preferences.h)
  std::string guesses_by =
      {};                // where the guesses came from, if not from the start values: "homotopy, in ..."
  std::string way = {};  // how all were found together, if not in the usual ways: "continuation from ..."
};

struct ConsistentOptions {
  double start_time = 0;
  double time_scale = 1;  // a typical step, such as the first output interval; positive
  integrate::Tolerances tolerances;
  bool explains = false;  // InitialValues::blocks are wanted
  bool is_trial = false;  // there is another plan, so expensive ways are not tried
};

// By a simultaneous Newton iteration.
Result<InitialValues> FindConsistentValues(const System& system, execute::DaeModel& dae,
                                           const InitialPlan& plan, const AttributeValues& attributes,
                                           const ConsistentOptions& options);

// By the blocks of the initial problem; if that fails, simultaneously. In a large model, where compiling the
// blocks would cost more than the iteration, the order is reversed. `blocks` gives the compiled problem, and
// is called only when it is needed.
Result<InitialValues> FindInitialValues(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, const ConsistentOptions& options,
                                        const std::function<const InitialProgram&()>& blocks);

}  // namespace daedalus::initialize
