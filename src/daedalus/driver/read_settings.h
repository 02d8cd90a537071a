// What the options and the model's `experiment` annotation together say about a run.
#pragma once

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/driver/options.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

// Options win over the annotation, the annotation over the defaults: start 0, stop 1, 500 intervals,
// tolerance 1e-6. What makes no sense, or is not available, is a kBadOption.
Result<simulate::RunSettings> ReadSettings(const SimulateOptions& options, const Experiment& experiment);

}  // namespace daedalus::driver
