// Stages 1 and 2: from files to one flat System that is fit for analysis.
#pragma once

#include <optional>

#include "daedalus/driver/load.h"
#include "daedalus/driver/options.h"
#include "daedalus/semantics/flatten.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

struct FlattenSeconds {
  double parse = 0;
  double flatten = 0;
};

// NAME=VALUE of the command line; what is no such thing is reported.
semantics::FlattenOptions ReadOverrides(const std::vector<std::string>& settings, Diagnostics& diagnostics);

// Loads, finds the model, flattens and validates it. Nothing on an error; all messages are in `diagnostics`.
std::optional<System> FlattenModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                                   FlattenSeconds* seconds = nullptr);

}  // namespace daedalus::driver
