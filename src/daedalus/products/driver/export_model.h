// From files to the C code of an inlined step (exported/export_c.h): the stages of a simulation up to its
// first step. The result also lists the variables of the model, for an FMU as source.
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/products/fmi/source_text.h"

namespace daedalus::driver {

// Uses from `options` the model, the start time, the method, the step and the bound of iterations. nullopt
// after an error; all messages are in `diagnostics`.
std::optional<fmi::SourceModel> ExportModel(const SimulateOptions& options, SourceFiles& loaded,
                                            Diagnostics& diagnostics);

}  // namespace daedalus::driver
