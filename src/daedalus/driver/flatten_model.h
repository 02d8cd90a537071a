// Stages 1 and 2: from files to one flat System that is fit for analysis.
#pragma once

#include <optional>
#include <string>

#include "daedalus/driver/load.h"
#include "daedalus/driver/options.h"
#include "daedalus/semantics/flatten.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

struct FlattenSeconds {
  double parse = 0;
  double flatten = 0;
};

// What the user asks of flattening. A setting that is not NAME=VALUE is reported.
semantics::FlattenOptions ReadFlattenOptions(const ModelOptions& options, Diagnostics& diagnostics);

// Loads, finds the model, flattens and validates it. Nothing on an error; all messages are in `diagnostics`.
std::optional<System> FlattenModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                                   FlattenSeconds* seconds = nullptr);

// The same up to a stage on the way, as text.
std::optional<std::string> DescribeStage(const ModelOptions& options, semantics::Stage stage,
                                         SourceFiles& loaded, Diagnostics& diagnostics);

}  // namespace daedalus::driver
