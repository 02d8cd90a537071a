// Consistent initial values: y and y' that satisfy the equations and the plan's conditions at the start.
//
// Where the differential variables are given, integrate/consistent.h finds the rest. In all other cases, and
// when that fails, the whole initial problem is solved by a damped Newton iteration.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/initialize/initial_plan.h"
#include "daedalus/initialize/model_dae.h"

namespace daedalus::initialize {

struct InitialValues {
  std::vector<double> y;
  std::vector<double> yp;
  std::int64_t newton_iterations = 0;
};

struct ConsistentOptions {
  double start_time = 0;
  double time_scale = 1;  // a typical step, such as the first output interval; positive
  integrate::Tolerances tolerances;
};

Result<InitialValues> FindConsistentValues(const System& system, ModelDae& dae, const InitialPlan& plan,
                                           const AttributeValues& attributes,
                                           const ConsistentOptions& options);

}  // namespace daedalus::initialize
