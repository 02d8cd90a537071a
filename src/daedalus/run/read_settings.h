// Combines the options and the model's `experiment` annotation into the settings of a run.
#pragma once

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/run/run_options.h"
#include "daedalus/system/system.h"

namespace daedalus::run {

// Options take precedence over the annotation, and the annotation over the defaults: start 0, stop 1, 500
// intervals, tolerance 1e-6. Values that make no sense or are not available are a kBadOption.
Result<simulate::RunSettings> ReadSettings(const RunOptions& options, const Experiment& experiment);

}  // namespace daedalus::run
