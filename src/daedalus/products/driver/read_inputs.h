// Reads the file of --input: a table of inputs over time.
#pragma once

#include <memory>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/run/input_table.h"

namespace daedalus::driver {

// Null: there is none. `diagnostics` gets warnings.
Result<std::shared_ptr<const run::InputTable>> ReadInputs(const SimulateOptions& options,
                                                          Diagnostics& diagnostics);

}  // namespace daedalus::driver
