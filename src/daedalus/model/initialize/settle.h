// Finds initial values at rest (initial equations der(x) = 0) if no iteration does, by simulating until the
// model is at rest.
//
// One step of Euler's implicit method replaces each der(x) = 0,
//
//   x - x_past = h der(x),                                                                                (1)
//
// all other equations stay. The first step begins at the start values. h grows after each success and shrinks
// after a failure, so that (1) tends to der(x) = 0: pseudo-transient continuation (C. T. Kelley, D. E. Keyes,
// SIAM J. Numer. Anal. 35 (1998) 508-523). The path follows the model, but is not exact in time. It ends at a
// stable equilibrium; unstable ones are not found.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/initial_problem.h"

namespace daedalus::initialize {

struct SettleOutcome {
  bool ok = false;
  std::vector<double> y, yp;
  int num_steps = 0;
  std::int64_t iterations = 0;
};

// `time_scale`: a typical step. Fails at once where no condition of the plan is of the form der(x) = 0.
SettleOutcome SettleToRest(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                           const AttributeValues& attributes, double start_time, double time_scale);

}  // namespace daedalus::initialize
