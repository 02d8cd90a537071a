// Where a run goes on from, if it does not begin: a saved state, or a point of a result.
#pragma once

#include <memory>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/driver/options.h"
#include "daedalus/model/model.h"
#include "daedalus/simulate/model_state.h"
#include "daedalus/system/parameters.h"

namespace daedalus::driver {

// What --set has changed in the text counts more than a saved state. An error where it sets what only a start
// has.
Result<std::vector<ParameterValue>> SettingsBesideState(const SimulateOptions& options, const System& system);

// Null: the run begins.
Result<std::shared_ptr<const simulate::ModelState>> ReadStartingPoint(
    const SimulateOptions& options, const std::shared_ptr<const model::Model>& model);

}  // namespace daedalus::driver
