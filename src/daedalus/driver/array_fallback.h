// What becomes of a model whose structure has failed: where neither the equations as they stand nor what they were converted to
// (causal/structure_conversion.h) could be started or integrated to the end, the derivative array of the model is asked
// (array/array_analysis.h). It takes over, and that is told, if it determines the derivatives and
//
//   - the structure of the model promises another index or another number of free values than the ranks: it lies, or
//   - no initial values were found: the array has a way of its own to them (simulate/array_start.h).
//
// A failure of equations whose structure tells the truth (a solution that ends) is left as it is. The run then begins again, with the
// method `ucp`: its states are coordinates of the solution manifold and not those of the run that failed.
#pragma once

#include <functional>

#include "daedalus/driver/simulate_model.h"

namespace daedalus::driver {

// Whether a model of that many unknowns could ever need it: arrays are dense, and those of more take too long to be tried unasked.
bool MayNeedFallback(std::size_t num_unknowns);

struct FallbackModel {
  // The model once more; nothing where it cannot be had.
  std::function<std::optional<System>()> flatten;
  // The whole pipeline with these options.
  std::function<SimulateReport(const SimulateOptions&, Diagnostics&)> simulate;
};

// Runs the model, and once more where the above holds.
SimulateReport SimulateWithFallback(const SimulateOptions& options, const FallbackModel& model,
                                    Diagnostics& diagnostics);

}  // namespace daedalus::driver
