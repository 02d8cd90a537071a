// linearize: a model near a point, as matrices.
#pragma once

#include <optional>

#include "daedalus/model/linear_system.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

struct LinearizeModelOptions : model::LinearizeOptions {
  ModelOptions model;
  run::RunOptions run;       // of a run to the point
  std::optional<double> at;  // the time of the point; without a value: the start
};

// Inputs of the model itself without a value keep their start values. nullopt after an error; all messages
// are in `diagnostics`.
std::optional<model::LinearSystem> LinearizeModel(const LinearizeModelOptions& options, SourceFiles& loaded,
                                                  Diagnostics& diagnostics);

}  // namespace daedalus::driver
