// What the options and the model's `experiment` annotation together say about a run.
#pragma once

#include <string>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/driver/options.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/simulate/output_grid.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

struct RunSettings {
  simulate::OutputGrid grid;
  double tolerance = 1e-6;
  std::string method;
  std::string form;  // auto, ode, dae
  integrate::IntegratorOptions integrator;
};

// Options win over the annotation, the annotation over the defaults: start 0, stop 1, 500 intervals,
// tolerance 1e-6. What makes no sense, or is not available, is a kBadOption.
Result<RunSettings> ReadSettings(const SimulateOptions& options, const Experiment& experiment);

}  // namespace daedalus::driver
