// Steps that are Programs of the equations of the model and of the method (inlined/inlined_integrator.h).
#pragma once

#include <memory>

#include "daedalus/model/simulate/forms/segment_steps.h"

namespace daedalus::simulate {

Result<std::unique_ptr<SegmentSteps>> MakeInlinedSteps(const StepsRequest& request);

}  // namespace daedalus::simulate
