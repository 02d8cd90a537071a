// What the options and the model's `experiment` annotation together say about a run.
#pragma once

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/run/run_options.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/system/system.h"

namespace daedalus::run {

// Options win over the annotation, the annotation over the defaults: start 0, stop 1, 500 intervals,
// tolerance 1e-6. What makes no sense, or is not available, is a kBadOption.
Result<simulate::RunSettings> ReadSettings(const RunOptions& options, const Experiment& experiment);

}  // namespace daedalus::run
