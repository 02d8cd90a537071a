// describe: what is known of a model before it runs.
#pragma once

#include <memory>

#include "daedalus/model/description.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

// Inputs of the model itself may have no value; the caller sets them. nullptr after an error; all messages
// are in `diagnostics`.
std::shared_ptr<const model::ModelDescription> DescribeModel(const ModelOptions& options, SourceFiles& loaded,
                                                             Diagnostics& diagnostics);

}  // namespace daedalus::driver
