// From files to an FMU: the flat text of the model, and the run-time beside it (fmi/fmu_files.h).
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/products/fmi/fmu_files.h"

namespace daedalus::driver {

// The bytes of the FMU. nullopt after an error; all messages are in `diagnostics`.
std::optional<std::string> ExportFmu(const ModelOptions& model, fmi::FmuOptions options, SourceFiles& loaded,
                                     Diagnostics& diagnostics);
// An FMU that gives its equations instead of solving them (fmi/residual_model.h).
std::optional<std::string> ExportDaeFmu(const ModelOptions& model, const fmi::FmuOptions& options,
                                        fmi::DaeForm form, SourceFiles& loaded, Diagnostics& diagnostics);

}  // namespace daedalus::driver
