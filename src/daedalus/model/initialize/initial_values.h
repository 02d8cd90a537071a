// Consistent initial values: y and y' that satisfy the equations and the plan's conditions at the start.
//
// By blocks: the initial problem is a Program, and only its loops are iterated (initial_program.h).
// Simultaneously: where the differential variables are given, integrate/consistent.h finds the rest; in all
// other cases, and when that fails, the whole initial problem is solved by a damped Newton iteration. Where
// neither gets there, the problem is followed from one that is solved (source_ramp.h), or led to its rest
// (settle.h). Last, and where conditions that were left out as too many do not hold, all conditions are taken
// at once (all_conditions.h).
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
  std::vector<Diagnostic> remarks = {};  // for those who want to know more
  std::vector<SolvedBlock> blocks = {};  // where that was asked for, and they were solved one by one
  std::vector<VariableId> ignored = {};  // wishes that were given up (start_wishes.h)
  std::string guesses_by =
      {};  // where the guesses came from, if not from the start values: "homotopy, in ..."
  std::string way =
      {};  // by which all were found together, where that was none of the usual: "continuation from ..."
};

struct ConsistentOptions {
  double start_time = 0;
  double time_scale = 1;  // a typical step, such as the first output interval; positive
  integrate::Tolerances tolerances;
  bool explains = false;  // InitialValues::blocks are wanted
  bool is_trial = false;  // there is another plan: what costs much is not tried
};

// By a simultaneous Newton iteration.
Result<InitialValues> FindConsistentValues(const System& system, execute::DaeModel& dae,
                                           const InitialPlan& plan, const AttributeValues& attributes,
                                           const ConsistentOptions& options);

// By the blocks of the initial problem, and where that fails simultaneously, which is the last resort; in a
// large model, where compiling the blocks would cost more than the iteration, the other way round. `blocks`
// gives the compiled problem, and is asked only when it is needed.
Result<InitialValues> FindInitialValues(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, const ConsistentOptions& options,
                                        const std::function<const InitialProgram&()>& blocks);

}  // namespace daedalus::initialize
