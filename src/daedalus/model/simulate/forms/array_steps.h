// Steps of the methods of derivative arrays (array/array_integrator.h). They find the index by ranks, and do
// not rely on the structure of the equations.
#pragma once

#include <memory>

#include "daedalus/model/simulate/forms/segment_steps.h"

namespace daedalus::simulate {

Result<std::unique_ptr<SegmentSteps>> MakeArraySteps(const StepsRequest& request);

}  // namespace daedalus::simulate
