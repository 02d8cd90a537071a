// The point from which a run continues, if it does not begin: a saved state, or a point of a result.
#pragma once

#include <memory>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/model.h"
#include "daedalus/model/simulate/model_state.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/system/parameters.h"

namespace daedalus::driver {

// The parameters that --set has changed in the text; they take precedence over a saved state. An error if
// --set changes something that matters only at a start.
Result<std::vector<ParameterValue>> SettingsBesideState(const SimulateOptions& options, const System& system);

// Null: the run begins.
Result<std::shared_ptr<const simulate::ModelState>> ReadStartingPoint(
    const SimulateOptions& options, const std::shared_ptr<const model::Model>& model);

}  // namespace daedalus::driver
