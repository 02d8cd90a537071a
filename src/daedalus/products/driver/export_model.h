// From files to the C code of an inlined step (inlined/export_c.h): the stages of a simulation up to the
// first step.
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

// Uses from `options` the model, the start time, the method, the step and the bound of iterations. nullopt
// after an error; all messages are in `diagnostics`.
std::optional<std::string> ExportModel(const SimulateOptions& options, SourceFiles& loaded,
                                       Diagnostics& diagnostics);

}  // namespace daedalus::driver
