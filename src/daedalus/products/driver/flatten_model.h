// Stages 1 and 2: from files to one flat System, ready for analysis.
#pragma once

#include <optional>
#include <string>

#include "daedalus/language/semantics/flatten.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

struct FlattenSeconds {
  double parse = 0;
  double flatten = 0;
};

// The options of flattening. A setting that is not NAME=VALUE is reported.
semantics::FlattenOptions ReadFlattenOptions(const ModelOptions& options, Diagnostics& diagnostics);

// Loads the files, finds the model, flattens and validates it. nullopt after an error; all messages are in
// `diagnostics`.
std::optional<System> FlattenModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                                   FlattenSeconds* seconds = nullptr);

// The same with texts of its functions, so that FlatModelica can write it.
std::optional<System> FlattenForText(const ModelOptions& options, SourceFiles& loaded,
                                     Diagnostics& diagnostics);

// The text of an earlier stage.
std::optional<std::string> DescribeStage(const ModelOptions& options, semantics::Stage stage,
                                         SourceFiles& loaded, Diagnostics& diagnostics);

}  // namespace daedalus::driver
