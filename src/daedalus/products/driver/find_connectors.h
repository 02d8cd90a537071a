// The connectors of a model itself, for the terminals of its FMU.
#pragma once

#include <vector>

#include "daedalus/products/driver/options.h"
#include "daedalus/products/fmi/terminals.h"

namespace daedalus::driver {

// The public components of the model whose classes are connectors. Reads the files again, without reporting
// errors: they were reported before.
std::vector<fmi::Connector> FindConnectors(const ModelOptions& options);

}  // namespace daedalus::driver
