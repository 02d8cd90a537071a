// What was measured of a run (simulate/work_profile.h), as plain values with the places in the user's text.
#pragma once

#include "daedalus/model/simulate/state_changes.h"
#include "daedalus/model/simulate/work_profile.h"
#include "daedalus/run/run_profile.h"

namespace daedalus::run {

// `seconds`: of the integration.
RunProfile TakeProfile(simulate::StateChanges& states, const simulate::WorkProfile& profile, double seconds);

}  // namespace daedalus::run
